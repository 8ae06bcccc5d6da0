/* Colour refinement of a grid (1-dimensional Weisfeiler-Leman; McKay, Piperno, Practical graph
   isomorphism II, 2014). For a complete grid it starts from cycle types. The Python version is
   `answers.bulk.colour_refinement`, where the method is described.

   The colours are the same numbers as in Python, because signatures that are computed from them
   are stored. */

#include "search.h"

#include <string.h>

static const uint64_t LINE = 0x9E3779B97F4A7C15, COLUMN = 0xD1B54A32D192ED03;
static const uint64_t DIGIT = 0x8CB92BA72F3D8DD7, OLD = 0xAEF17502108EF2D9;
static const uint64_t BLOCK = 0xDB4F0B9175AE2165, ODD = 0x9FB21C651E98DF25;

enum { FIRST_ROUNDS = 4, SLOTS = 128 };

bool read_grid(const uint8_t *cells, int height, int width, Grid *grid)
{
    int size = height * width, number = 0, greatest = 0;
    uint64_t digits[2 * MOST_OF_PAIRS] = {0}, used = 0, every = ((uint64_t)1 << size) * 2 - 2;
    for (int row = 0; row < size; row++) {
        for (int column = size; column < 2 * size; column++) {
            uint8_t digit = *cells++; /* read once: another thread may change it */
            /* There is no branch for blank cells, because the processor could not predict it. */
            grid->clues[number] = (Clue){(uint8_t)row, (uint8_t)column, digit};
            number += digit != 0;
            greatest = digit > greatest ? digit : greatest;
            uint64_t bit = (uint64_t)1 << (digit & 63) & ~(uint64_t)1;
            digits[row] |= bit;
            digits[column] |= bit;
        }
    }
    if (greatest > size) {
        return false;
    }
    grid->size = size, grid->height = height, grid->width = width;
    grid->number_of_clues = number;
    grid->is_latin = number == size * size;
    for (int line = 0; line < 2 * size; line++) {
        grid->has_clues[line] = digits[line] != 0;
        grid->is_latin = grid->is_latin && digits[line] == every;
        used |= digits[line];
    }
    for (int digit = 0; digit <= size; digit++) {
        grid->is_used[digit] = (used >> digit & 1) != 0;
    }
    return true;
}

/* Cycle types: two lines with the same digits define a permutation, which takes each digit of the
   first line to the digit at the same place of the second line. The cycle type is the lengths of
   its cycles. */

/* Write the digits of a line of a complete grid, each minus 1. */
static void write_line(const Grid *grid, int line, uint8_t *digits)
{
    int size = grid->size, step = line < size ? 1 : size;
    const Clue *clue = &grid->clues[line < size ? line * size : line - size];
    for (int i = 0; i < size; i++) {
        digits[i] = (uint8_t)(clue[i * step].digit - 1);
    }
}

/* Return a number that depends only on the cycle lengths of the permutation of digits that takes
   one line to another. */
static uint64_t type_of(const uint8_t *one, const uint8_t *two, int size)
{
    uint8_t image[MOST_OF_PAIRS], power[MOST_OF_PAIRS];
    uint64_t kind = 0;
    for (int i = 0; i < size; i++) {
        image[one[i]] = power[one[i]] = two[i];
    }
    for (int k = 0; k < size / 2; k++) {
        uint64_t fixed = 0;
        for (int i = 0; i < size; i++) {
            fixed += power[i] == i;
            power[i] = image[power[i]];
        }
        kind = kind * (uint64_t)(size + 1) + fixed;
    }
    kind = (kind + 1) * ODD;
    return (kind ^ kind >> 32) * ODD;
}

/* Add to the colour of each line the cycle types of the permutations that take it to the other
   lines of its block or, if `are_far` is true, to all other lines. */
static void add_types(const Grid *grid, bool are_far, uint64_t *lines, int64_t *nodes)
{
    int size = grid->size;
    for (int side = 0; side < 2; side++) {
        int length = side == 0 ? grid->height : grid->width;
        uint8_t digits[MOST_OF_PAIRS][MOST_OF_PAIRS];
        uint64_t sums[MOST_OF_PAIRS][MOST_OF_PAIRS]; /* sums[line][block] */
        for (int i = 0; i < size; i++) {
            memset(sums[i], 0, (size_t)(size / length) * sizeof sums[i][0]);
            write_line(grid, side * size + i, digits[i]);
            for (int j = are_far ? 0 : i - i % length; j < i; j++) {
                uint64_t kind = type_of(digits[i], digits[j], size);
                sums[i][j / length] += kind;
                sums[j][i / length] += kind;
                --*nodes;
            }
        }
        for (int i = 0; i < size; i++) {
            for (int block = 0; block < size / length; block++) {
                uint64_t sum = sums[i][block];
                lines[side * size + i] += are_far ? (sum ^ sum >> 29) * ODD : sum;
            }
        }
    }
}

/* Colour refinement */

static void next_round(const Grid *grid, Colours *colours)
{
    int size = grid->size;
    uint64_t seen[2 * MOST_OF_PAIRS], told[MOST_OF_PAIRS + 1];
    for (int line = 0; line < 2 * size; line++) {
        seen[line] = colours->lines[line] * OLD;
    }
    for (int digit = 0; digit <= size; digit++) {
        told[digit] = colours->digits[digit] * OLD;
    }
    for (int k = 0; k < grid->number_of_clues; k++) {
        Clue clue = grid->clues[k];
        uint64_t row = colours->lines[clue.row], column = colours->lines[clue.column];
        uint64_t digit = colours->digits[clue.digit];
        seen[clue.row] += column * digit;
        seen[clue.column] += row * digit;
        told[clue.digit] += row * column;
    }
    for (int digit = 0; digit <= size; digit++) {
        colours->digits[digit] = mixed(told[digit]);
    }
    for (int start = 0; start < 2 * size;) {
        int end = start + (start < size ? grid->height : grid->width);
        uint64_t sum = 0;
        for (int line = start; line < end; line++) {
            colours->lines[line] = mixed(seen[line]);
            sum += colours->lines[line];
        }
        for (; start < end; start++) {
            colours->lines[start] = colours->lines[start] * BLOCK + sum;
        }
    }
}

void write_keys(const Grid *grid, const Colours *colours, Colours *keys)
{
    for (int line = 0; line < 2 * grid->size; line++) {
        keys->lines[line] = grid->has_clues[line] ? colours->lines[line] >> 1 : BLANK;
    }
    for (int digit = 0; digit <= grid->size; digit++) {
        keys->digits[digit] = grid->is_used[digit] ? colours->digits[digit] >> 1 : BLANK;
    }
}

/* Return the number of different keys, not counting `BLANK`. Add to `repeated` the number of keys
   that occur earlier in the list, too. */
static int number_of_keys(const uint64_t *keys, int number, int *repeated)
{
    int different = 0;
    for (int i = 0; i < number; i++) {
        int is_seen = 0;
        for (int j = 0; j < i; j++) {
            is_seen |= keys[j] == keys[i];
        }
        different += keys[i] != BLANK && !is_seen;
        *repeated += keys[i] != BLANK && is_seen;
    }
    return different;
}

/* Return the number of colours, and write how many lines and digits have the same colour as an
   earlier line or digit. */
static int number_of_colours(const Grid *grid, const Colours *colours, int *repeated)
{
    int size = grid->size;
    Colours keys;
    write_keys(grid, colours, &keys);
    *repeated = 0;
    int rows = number_of_keys(keys.lines, size, repeated);
    int columns = number_of_keys(keys.lines + size, size, repeated);
    return rows + columns + number_of_keys(keys.digits, size + 1, repeated);
}

/* Refine the colours until no two rows, columns or digits share a colour, or until a round has
   not added a colour. Return whether no two of them share a colour. Lines without clues and
   digits that do not occur are ignored. */
static bool make_stable(const Grid *grid, Colours *colours, int64_t *nodes)
{
    int repeated, now = -1;
    for (int k = 0; k < FIRST_ROUNDS; k++) {
        next_round(grid, colours);
    }
    *nodes -= FIRST_ROUNDS;
    do {
        int before = now;
        now = number_of_colours(grid, colours, &repeated);
        if (repeated == 0 || now <= before) {
            break;
        }
        next_round(grid, colours);
        --*nodes;
    } while (true);
    return repeated == 0;
}

void write_cells(const Grid *grid, uint8_t *cells)
{
    memset(cells, 0, (size_t)grid->size * (size_t)grid->size);
    for (int k = 0; k < grid->number_of_clues; k++) {
        Clue clue = grid->clues[k];
        cells[clue.row * grid->size + clue.column - grid->size] = clue.digit;
    }
}

/* Return the number of the slot of the table that contains a colour, or of the free slot where it
   belongs. */
static int slot_of(uint64_t colour, const uint64_t *colours, const uint8_t *slots)
{
    int slot = (int)(colour >> 57);
    while (slots[slot] != 0 && colours[slots[slot] - 1] != colour) {
        slot = (slot + 1) % SLOTS;
    }
    return slot;
}

/* Write the classes of lines and digits that share a colour. They are counted by a table of the
   colours seen so far. */
static void write_classes(const Grid *grid, const Colours *colours, Classes *classes)
{
    uint8_t slots[SLOTS] = {0}, sizes[2 * MOST_OF_PAIRS] = {0}, digits[SLOTS] = {0};
    *classes = (Classes){0};
    for (int line = 0; line < 2 * grid->size; line++) {
        int slot = slot_of(colours->lines[line], colours->lines, slots);
        if (slots[slot] == 0) {
            slots[slot] = (uint8_t)(line + 1);
            classes->number++;
        }
        sizes[slots[slot] - 1]++;
    }
    for (int line = 0; line < 2 * grid->size; line++) {
        if (sizes[line] > classes->largest) {
            classes->largest = sizes[line];
            classes->line = line;
        }
        if (sizes[line] == classes->largest) {
            classes->line_of_last = line;
        }
    }
    if (classes->largest > 1) { /* otherwise digits do not matter */
        for (int digit = 1; digit <= grid->size; digit++) {
            int slot = slot_of(colours->digits[digit], colours->digits, digits);
            if (digits[slot] == 0) {
                digits[slot] = (uint8_t)(digit + 1);
                classes->number++;
            }
        }
    }
}

uint64_t refine_further(const Grid *grid, Colours *colours, Classes *classes, int64_t *nodes)
{
    int before;
    write_classes(grid, colours, classes);
    do {
        before = classes->number;
        next_round(grid, colours);
        --*nodes;
        write_classes(grid, colours, classes);
    } while (classes->largest > 1 && classes->number > before);
    uint64_t sum = 0;
    for (int line = 0; line < 2 * grid->size; line++) {
        sum += colours->lines[line];
    }
    for (int digit = 1; digit <= grid->size; digit++) {
        sum += colours->digits[digit] * ODD;
    }
    return sum;
}

bool refine(const Grid *grid, Colours *colours, int64_t *nodes)
{
    for (int line = 0; line < 2 * grid->size; line++) {
        colours->lines[line] = line < grid->size || grid->height == grid->width ? LINE : COLUMN;
    }
    for (int digit = 0; digit <= grid->size; digit++) {
        colours->digits[digit] = DIGIT;
    }
    if (grid->is_latin) {
        add_types(grid, false, colours->lines, nodes);
    }
    bool is_single = make_stable(grid, colours, nodes);
    if (grid->is_latin && !is_single) {
        add_types(grid, true, colours->lines, nodes);
        is_single = make_stable(grid, colours, nodes);
    }
    return is_single;
}
