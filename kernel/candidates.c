/* The transformations between two grids that remain possible after colour refinement, if they
   are determined by the colours alone.

   The Python versions are `encoding.candidates`, whose colours are other numbers but distinguish
   the same lines and digits, and `Transformation.simplest`. */

#include "colours.h"

#include <string.h>

/* The parts of a transformation, as `Transformation` has them. Blocks and lines are reordered by
   gather lists, in which entry i is the old number of the new item i; digit d becomes
   digits[d - 1]. */
typedef struct {
    uint8_t rotation, bands[MOST_A_SIDE], stacks[MOST_A_SIDE];
    uint8_t rows[MOST_A_SIDE], columns[MOST_A_SIDE], digits[MOST_A_SIDE];
} Way;

static int number_of(uint64_t colour, const uint64_t *colours, int number)
{
    int found = 0;
    for (int i = 0; i < number; i++) {
        found += colours[i] == colour;
    }
    return found;
}

/* Return whether two lists contain the same colours equally often. */
static bool agree(const uint64_t *one, const uint64_t *two, int number)
{
    for (int i = 0; i < number; i++) {
        if (number_of(one[i], one, number) != number_of(one[i], two, number)) {
            return false;
        }
    }
    return true;
}

static bool are_single(const uint64_t *colours, int number)
{
    for (int i = 0; i < number; i++) {
        if (number_of(colours[i], colours, number) > 1) {
            return false;
        }
    }
    return true;
}

static int place_of(uint64_t colour, const uint64_t *colours)
{
    int place = 0;
    while (colours[place] != colour) {
        place++;
    }
    return place;
}

/* Write the digits that occur and their colours; return the number of these digits. */
static int used_digits(const Grid *grid, const Colours *colours, uint64_t *used, uint8_t *digits)
{
    int number = 0;
    for (int digit = 1; digit <= grid->size; digit++) {
        if (grid->is_used[digit]) {
            used[number] = colours->digits[digit];
            digits[number++] = (uint8_t)digit;
        }
    }
    return number;
}

/* Write for each new line the block and the place within the block from which it comes; return
   whether lines of a block stay together. Both lists contain the same colours, each once. */
static bool write_lines(const uint64_t *one, const uint64_t *two, int size, int length,
                        uint8_t *blocks, uint8_t *within)
{
    for (int i = 0; i < size; i++) {
        int line = place_of(two[i], one);
        if (i % length == 0) {
            blocks[i / length] = (uint8_t)(line / length);
        }
        if (blocks[i / length] != line / length) {
            return false;
        }
        within[i] = (uint8_t)(line % length);
    }
    return true;
}

/* Name the digits that have no name (0): each keeps its own number if that is free, and the
   others get the remaining numbers. */
static void complete_names(uint8_t *names, int size)
{
    bool is_taken[MOST_A_SIDE + 1] = {false};
    int free = 1;
    for (int i = 0; i < size; i++) {
        is_taken[names[i]] = true;
    }
    for (int i = 0; i < size; i++) {
        if (names[i] == 0 && !is_taken[i + 1]) {
            names[i] = (uint8_t)(i + 1);
            is_taken[i + 1] = true;
        }
    }
    for (int i = 0; i < size; i++) {
        if (names[i] == 0) {
            while (is_taken[free]) {
                free++;
            }
            names[i] = (uint8_t)free++;
        }
    }
}

/* The fewest steps */

/* Return 1 if a gather list is not the identity, otherwise 0. */
static int is_step(const uint8_t *list, int length)
{
    for (int i = 0; i < length; i++) {
        if (list[i] != i) {
            return 1;
        }
    }
    return 0;
}

/* Return the number of steps without the renaming of digits, which is the same with and without
   an additional half turn. */
static int steps(const Way *way, int height, int width)
{
    int size = height * width, number = way->rotation != 0;
    number += is_step(way->bands, width) + is_step(way->stacks, height);
    for (int i = 0; i < size; i += height) {
        number += is_step(way->rows + i, height);
    }
    for (int i = 0; i < size; i += width) {
        number += is_step(way->columns + i, width);
    }
    return number;
}

/* Count the entries of a gather list from the other end: each entry i becomes last - i. */
static void reverse(uint8_t *list, int length, int last)
{
    for (int i = 0; i < length; i++) {
        list[i] = (uint8_t)(last - list[i]);
    }
}

/* If the same transformation has fewer steps when it is written with an additional half turn and
   with all blocks and lines in reverse order, write it so. */
static void make_simplest(Way *way, int height, int width)
{
    Way turned = *way;
    turned.rotation = (uint8_t)((way->rotation + 2) % 4);
    reverse(turned.bands, width, width - 1);
    reverse(turned.stacks, height, height - 1);
    reverse(turned.rows, height * width, height - 1);
    reverse(turned.columns, height * width, width - 1);
    if (steps(&turned, height, width) < steps(way, height, width)) {
        *way = turned;
    }
}

/* Write the parts one after another; return the end of the output. */
static uint8_t *write_way(const Way *way, int height, int width, uint8_t *out)
{
    size_t bands = (size_t)width, stacks = (size_t)height, size = bands * stacks;
    *out++ = way->rotation;
    memcpy(out, way->bands, bands);
    memcpy(out += bands, way->stacks, stacks);
    memcpy(out += stacks, way->rows, size);
    memcpy(out += size, way->columns, size);
    memcpy(out += size, way->digits, size);
    return out + size;
}

int64_t transformations_left(const uint8_t *cells, int height, int width, int64_t *nodes,
                             uint8_t *ways)
{
    Grid first, second;
    Colours one, two;
    int size = height * width, found = 0;
    if (!read_grid(cells, height, width, &first) ||
        !read_grid(cells + size * size, height, width, &second)) {
        return NO_GRID;
    }
    refine(&first, &one, nodes);
    refine(&second, &two, nodes);

    uint64_t used[MOST_A_SIDE], others[MOST_A_SIDE];
    uint8_t digits[MOST_A_SIDE], images[MOST_A_SIDE];
    int number = used_digits(&first, &one, used, digits);
    if (used_digits(&second, &two, others, images) != number || !agree(used, others, number)) {
        return 0;
    }
    bool is_choice = !are_single(one.lines, size) || !are_single(one.lines + size, size) ||
                     !are_single(used, number);
    for (int quarter = 0; quarter < (height == width && size > 1 ? 2 : 1); quarter++) {
        /* After a quarter turn clockwise the rows are the old columns, and the columns are the old
           rows from the last to the first. */
        uint64_t rows[MOST_A_SIDE], columns[MOST_A_SIDE];
        for (int i = 0; i < size; i++) {
            rows[i] = one.lines[quarter ? size + i : i];
            columns[i] = one.lines[quarter ? size - 1 - i : size + i];
        }
        if (!agree(rows, two.lines, size) || !agree(columns, two.lines + size, size)) {
            continue;
        }
        Way way = {.rotation = (uint8_t)quarter};
        if (is_choice || !write_lines(rows, two.lines, size, height, way.bands, way.rows) ||
            !write_lines(columns, two.lines + size, size, width, way.stacks, way.columns)) {
            return TOO_HARD;
        }
        for (int i = 0; i < number; i++) {
            way.digits[digits[i] - 1] = images[place_of(used[i], others)];
        }
        complete_names(way.digits, size);
        make_simplest(&way, height, width);
        ways = write_way(&way, height, width, ways);
        found++;
    }
    return found;
}
