/* Count the completions of grids by the rules of Sudoku, with bit masks: fill all cells with a
   single candidate, then guess in a cell with the fewest candidates, and repeat (Golomb, Baumert,
   Backtrack programming, 1965). The Python version is `answers.completion`, which uses a solver.

   Bit d of a mask represents the digit d + 1. Cells are numbered row after row; units are the
   rows, then the columns, then the boxes. */

#include "kernel.h"

#include <string.h>

typedef uint32_t Digits;

/* A partly completed grid. The first `filled` cells of `order` have a digit, and got it in this
   order; the other cells are blank. */
typedef struct {
    int cells, units, filled;
    uint8_t unit[MOST_CELLS][3];     /* the row, the column and the box of a cell */
    Digits missing[3 * MOST_A_SIDE]; /* the digits that a unit lacks */
    uint16_t order[MOST_CELLS];
    Digits digit[MOST_CELLS]; /* the digit of a cell that is not blank, as one bit */
    int64_t found, limit, nodes;
    uint8_t *solution;
} Search;

static Digits lowest(Digits digits) { return digits & (~digits + 1); }

static int number_of(Digits digits)
{
    digits -= digits >> 1 & 0x55555555;
    digits = (digits & 0x33333333) + (digits >> 2 & 0x33333333);
    return (int)(((digits + (digits >> 4)) & 0x0f0f0f0f) * 0x01010101 >> 24);
}

static Digits candidates(const Search *search, int cell)
{
    const uint8_t *unit = search->unit[cell];
    return search->missing[unit[0]] & search->missing[unit[1]] & search->missing[unit[2]];
}

/* Give a digit to the blank cell at index `place` of `order`. */
static void fill(Search *search, int place, Digits digit)
{
    uint16_t cell = search->order[place];
    search->order[place] = search->order[search->filled];
    search->order[search->filled++] = cell;
    search->digit[cell] = digit;
    for (int k = 0; k < 3; k++) {
        search->missing[search->unit[cell][k]] &= ~digit;
    }
}

/* Make cells blank again, in reverse order, until `filled` cells have a digit. */
static void undo(Search *search, int filled)
{
    while (search->filled > filled) {
        int cell = search->order[--search->filled];
        for (int k = 0; k < 3; k++) {
            search->missing[search->unit[cell][k]] |= search->digit[cell];
        }
    }
}

/* Fill all cells that have only one candidate, repeatedly. Return false if a blank cell has no
   candidates, or a missing digit no cell. Otherwise write to `once` the digits of each unit with
   only one possible cell, and to `fewest` the index in `order` of a cell with the fewest
   candidates. */
static bool fill_naked_singles(Search *search, Digits *once, int *fewest)
{
    Digits twice[3 * MOST_A_SIDE];
    int start;
    do {
        int least = MOST_A_SIDE + 1;
        start = search->filled;
        memset(once, 0, (size_t)search->units * sizeof *once);
        memset(twice, 0, (size_t)search->units * sizeof *twice);
        for (int place = start; place < search->cells; place++) {
            const uint8_t *unit = search->unit[search->order[place]];
            Digits left = candidates(search, search->order[place]);
            if (left == 0) {
                return false;
            }
            if (left == lowest(left)) {
                fill(search, place, left);
                continue;
            }
            for (int k = 0; k < 3; k++) {
                twice[unit[k]] |= once[unit[k]] & left;
                once[unit[k]] |= left;
            }
            if (least > 2 && number_of(left) < least) {
                least = number_of(left);
                *fewest = place;
            }
        }
    } while (search->filled > start);
    for (int unit = 0; unit < search->units; unit++) {
        if (once[unit] != search->missing[unit]) {
            return false;
        }
        once[unit] &= ~twice[unit];
    }
    return true;
}

/* Fill the cells that are the only possible cell for a digit in a unit; return whether there were
   such cells. */
static bool fill_hidden_singles(Search *search, const Digits *once)
{
    int start = search->filled;
    for (int place = start; place < search->cells; place++) {
        const uint8_t *unit = search->unit[search->order[place]];
        Digits single = candidates(search, search->order[place]) &
                        (once[unit[0]] | once[unit[1]] | once[unit[2]]);
        if (single != 0) {
            fill(search, place, lowest(single));
        }
    }
    return search->filled > start;
}

/* Fill all cells and digits with only one possibility. Return whether a guess is needed; if it
   is, `fewest` is the index in `order` of the cell in which to guess. If the grid is complete,
   count this completion, and write it if it is the first. */
static bool needs_guess(Search *search, int *fewest)
{
    Digits once[3 * MOST_A_SIDE];
    do {
        if (!fill_naked_singles(search, once, fewest)) {
            return false;
        }
    } while (fill_hidden_singles(search, once));
    if (search->filled < search->cells) {
        return true;
    }
    if (search->found++ == 0) {
        for (int cell = 0; cell < search->cells; cell++) {
            search->solution[cell] = (uint8_t)(number_of(search->digit[cell] - 1) + 1);
        }
    }
    return false;
}

/* A cell whose candidates are tried one after another: its index in `order`, the number of cells
   that were filled before, and the candidates that have not been tried yet. */
typedef struct {
    uint16_t place, filled;
    Digits left;
} Guess;

/* Count the completions of the partly completed grid. The guesses are in an array instead of a
   recursion, because the stack of the process may be small. */
static void complete(Search *search)
{
    Guess guesses[MOST_CELLS];
    int depth = 0, place = search->filled;
    while (--search->nodes >= 0) {
        if (needs_guess(search, &place)) {
            guesses[depth++] = (Guess){.place = (uint16_t)place,
                                       .filled = (uint16_t)search->filled,
                                       .left = candidates(search, search->order[place])};
        }
        while (depth > 0 && guesses[depth - 1].left == 0) {
            depth--;
        }
        if (depth == 0 || search->found == search->limit) {
            return;
        }
        Guess *guess = &guesses[depth - 1];
        undo(search, guess->filled);
        fill(search, guess->place, lowest(guess->left));
        guess->left &= guess->left - 1;
        guess->place = guess->filled; /* `fill` has moved the cell to this index */
    }
}

int64_t completions(const uint8_t *grid, int height, int width, int64_t limit, int64_t *nodes,
                    uint8_t *solution)
{
    if (height == 3 && width == 3) {
        return completions_of_bands(grid, limit, nodes, solution);
    }
    int size = height * width;
    Search search = {.cells = size * size, .units = 3 * size, .limit = limit, .nodes = *nodes};
    search.solution = solution;
    for (int unit = 0; unit < search.units; unit++) {
        search.missing[unit] = ((Digits)1 << size) - 1;
    }
    for (int cell = 0; cell < search.cells; cell++) {
        int row = cell / size, column = cell % size;
        search.order[cell] = (uint16_t)cell;
        search.unit[cell][0] = (uint8_t)row;
        search.unit[cell][1] = (uint8_t)(size + column);
        search.unit[cell][2] = (uint8_t)(2 * size + row / height * height + column / width);
    }
    for (int cell = 0; cell < search.cells; cell++) {
        uint8_t value = grid[cell]; /* read once: another thread may change it */
        if (value > size) {
            return NO_GRID;
        }
        if (value != 0) {
            Digits digit = (Digits)1 << (value - 1);
            if ((candidates(&search, cell) & digit) == 0) {
                return 0;
            }
            fill(&search, cell, digit);
        }
    }
    complete(&search);
    *nodes = search.nodes;
    return search.nodes < 0 ? TOO_HARD : search.found;
}
