/* Count the completions of 9×9 grids with 3×3 boxes, band by band. The search for all shapes in
   completions.c calls this search for such grids, and would have the same results.

   The possible cells of a digit are three words of 27 bits, one for each band: bit 9 r + c is the
   cell in row r of the band and column c. So one operation treats all cells of a band. The
   representation and the table of minirows are those of the public programs fsss2 (M. Dobrichev)
   and JCZSolve; a minirow is the part of a row within one box. */

#include "kernel.h"

#include <string.h>

typedef uint32_t Band; /* 27 cells as bits */

enum {
    CELLS = (1 << 27) - 1,
    ROWS = 1 | 1 << 9 | 1 << 18, /* the first cell of each row */
    LAST = ROWS << 8,            /* the last cell of each row */
    ALL_BUT_LAST = CELLS ^ LAST, /* the other eight cells of each row */
    MINIROWS = 0111111111,       /* the first cell of each minirow */
    DIGITS = 9,
    BANDS = 3,
};

/* A digit is in exactly one minirow of each row and of each box of a band. So its minirows form a
   permutation of three: one of these six sets of minirows, in which minirow 3 r + s is the part
   of row r in stack s. The same holds for the columns in which the digit is in the three boxes of
   a stack. */
#define LIES_IN(set, permutation) (((set) & (permutation)) == (permutation) ? (permutation) : 0)
#define IN_PERMUTATIONS(set)                                                                       \
    (LIES_IN(set, 0421) | LIES_IN(set, 0241) | LIES_IN(set, 0412) | LIES_IN(set, 0142) |           \
     LIES_IN(set, 0214) | LIES_IN(set, 0124))

/* The table of a macro for the numbers from 0 to 511. It is constant, so threads can share it. */
#define EIGHT(entry, n)                                                                            \
    entry((n)), entry((n) + 1), entry((n) + 2), entry((n) + 3), entry((n) + 4), entry((n) + 5),    \
        entry((n) + 6), entry((n) + 7)
#define SIXTY_FOUR(entry, n)                                                                       \
    EIGHT(entry, (n)), EIGHT(entry, (n) + 8), EIGHT(entry, (n) + 16), EIGHT(entry, (n) + 24),      \
        EIGHT(entry, (n) + 32), EIGHT(entry, (n) + 40), EIGHT(entry, (n) + 48),                    \
        EIGHT(entry, (n) + 56)
#define ALL_512(entry)                                                                             \
    SIXTY_FOUR(entry, 0), SIXTY_FOUR(entry, 64), SIXTY_FOUR(entry, 128), SIXTY_FOUR(entry, 192),   \
        SIXTY_FOUR(entry, 256), SIXTY_FOUR(entry, 320), SIXTY_FOUR(entry, 384),                    \
        SIXTY_FOUR(entry, 448)

/* For each set of minirows, those of its minirows that belong to a permutation in the set; 0 if
   the set contains no permutation. */
static const uint16_t in_permutations[512] = {ALL_512(IN_PERMUTATIONS)};

/* A partly completed grid. */
typedef struct {
    Band possible[DIGITS][BANDS];
    Band settled[DIGITS][BANDS]; /* the cells of the digit that are the only ones in their row */
    Band taken[BANDS];           /* the settled cells of all digits */
    unsigned changed;            /* the digits that lost cells for another reason, as bits */
} Grid;

/* Return all cells of those rows of a band that contain one of the given cells. */
static Band rows_with(Band cells)
{
    /* adding 255 to eight bits sets the ninth bit unless all eight are 0 */
    Band last = (((cells & ALL_BUT_LAST) + ALL_BUT_LAST) | cells) & LAST;
    return (last << 1) - (last >> 8);
}

/* Return the minirows that contain one of the given cells, as nine bits. */
static unsigned minirows_with(Band cells)
{
    Band firsts = (cells | cells >> 1 | cells >> 2) & MINIROWS;
    Band in_rows = (firsts | firsts >> 2 | firsts >> 4) & (7 * ROWS);
    return (in_rows | in_rows >> 6 | in_rows >> 12) & 0777;
}

/* Return all cells of the minirows given as nine bits. */
static Band cells_of_minirows(unsigned minirows)
{
    Band in_rows = (minirows | minirows << 6 | minirows << 12) & (7 * ROWS);
    return ((in_rows | in_rows << 2 | in_rows << 4) & MINIROWS) * 7;
}

/* Remove cells of a digit that are in no permutation of minirows, then columns that are in no
   permutation of the columns of a stack, repeatedly. Return whether the digit still has cells. */
static bool keep_permutations(Band *possible)
{
    Band columns[BANDS];
    do {
        for (int band = 0; band < BANDS; band++) {
            unsigned kept = in_permutations[minirows_with(possible[band])];
            if (kept == 0) {
                return false;
            }
            possible[band] &= cells_of_minirows(kept);
            columns[band] = (possible[band] | possible[band] >> 9 | possible[band] >> 18) & 0777;
        }
        Band left = columns[0] | columns[1] << 9 | columns[2] << 18;
        Band kept = 0;
        for (int stack = 0; stack < 9; stack += 3) {
            unsigned set = (columns[0] >> stack & 7) | (columns[1] >> stack & 7) << 3 |
                           (columns[2] >> stack & 7) << 6;
            Band in = in_permutations[set];
            kept |= ((in & 7) | (in & 070) << 6 | (in & 0700) << 12) << stack;
        }
        if (kept == left) {
            return true;
        }
        for (int band = 0; band < BANDS; band++) {
            possible[band] &= (kept >> 9 * band & 0777) * ROWS;
        }
    } while (true);
}

/* Settle the digits that have only one cell in a row, and remove all other digits from this cell,
   until nothing changes. Return whether every digit still has a cell in every row.

   Columns and boxes need no check of their own. If a digit has only one cell in a box, this
   minirow is in every permutation of the band, so the other minirows of its row are removed. If
   it has only one cell in a column, the other columns of this box are removed. */
static bool settle_in_rows(Grid *grid)
{
    int unchanged = 0;
    for (int digit = 0; unchanged < DIGITS; digit = digit == DIGITS - 1 ? 0 : digit + 1) {
        Band *possible = grid->possible[digit], *settled = grid->settled[digit], removed = 0;
        for (int band = 0; band < BANDS; band++) {
            Band others = possible[band] & grid->taken[band] & ~settled[band];
            possible[band] ^= others;
            removed |= others;
        }
        unchanged++;
        if (removed == 0 && (grid->changed >> digit & 1) == 0) {
            continue;
        }
        grid->changed &= ~(1U << digit);
        if (!keep_permutations(possible)) {
            return false;
        }
        for (int band = 0; band < BANDS; band++) {
            /* x & (x - 1) is 0 if x has one bit; no row is empty, so no row borrows from another */
            Band single = possible[band] & ~rows_with(possible[band] & (possible[band] - ROWS));
            if (single != settled[band]) {
                settled[band] = single;
                grid->taken[band] |= single;
                unchanged = 0;
            }
        }
    }
    return true;
}

/* The next cell to guess: the cell with the fewest digits, as one bit of a band, among the cells
   that are not settled. */
typedef struct {
    int band;
    Band cell; /* 0 if all cells are settled */
} Choice;

/* Find a cell with the fewest possible digits; every cell that is not settled has at least two. */
static void choose_cell(const Grid *grid, Choice *choice)
{
    Band at_least[BANDS][DIGITS + 1] = {{0}}; /* cells with at least so many digits */
    for (int band = 0; band < BANDS; band++) {
        at_least[band][0] = CELLS;
        for (int digit = 0; digit < DIGITS; digit++) {
            for (int number = digit + 1; number > 0; number--) {
                at_least[band][number] |= at_least[band][number - 1] & grid->possible[digit][band];
            }
        }
    }
    for (int number = 2; number <= DIGITS; number++) {
        for (int band = 0; band < BANDS; band++) {
            Band more = number < DIGITS ? at_least[band][number + 1] : 0;
            Band cells = at_least[band][number] & ~more;
            if (cells != 0) {
                *choice = (Choice){band, cells & (~cells + 1)};
                return;
            }
        }
    }
}

/* Settle all cells and digits with only one possibility. Return whether no contradiction is
   found; if so, `choice` has a cell with the fewest digits, or no cell if the grid is complete. */
static bool settle(Grid *grid, Choice *choice)
{
    do {
        if (!settle_in_rows(grid)) {
            return false;
        }
        choice->cell = 0;
        bool is_complete = true;
        for (int band = 0; band < BANDS; band++) {
            Band one = 0, two = 0, three = 0; /* cells with at least so many digits */
            for (int digit = 0; digit < DIGITS; digit++) {
                Band possible = grid->possible[digit][band];
                three |= two & possible;
                two |= one & possible;
                one |= possible;
            }
            if (one != CELLS) {
                return false;
            }
            is_complete = is_complete && two == 0;
            Band pairs = two & ~three, single = ~two & CELLS & ~grid->taken[band];
            if (pairs != 0) {
                *choice = (Choice){band, pairs & (~pairs + 1)};
            }
            for (int digit = 0; single != 0 && digit < DIGITS; digit++) {
                Band cells = grid->possible[digit][band] & single, rows = rows_with(cells);
                if ((cells & (cells - (rows & ROWS))) != 0) { /* twice in a row */
                    return false;
                }
                if (cells != 0) {
                    grid->possible[digit][band] &= cells | ~rows;
                    grid->changed |= 1U << digit;
                }
            }
        }
        if (grid->changed == 0 && choice->cell == 0 && !is_complete) {
            choose_cell(grid, choice);
        }
    } while (grid->changed != 0);
    return true;
}

/* Remove all digits except one from a cell. */
static void put(Grid *grid, int digit, const Choice *choice)
{
    Band cell = choice->cell;
    grid->possible[digit][choice->band] &= cell | ~rows_with(cell);
    grid->settled[digit][choice->band] |= cell;
    grid->taken[choice->band] |= cell;
    grid->changed = 1U << digit;
}

/* Read the clues of a grid. Return whether all its cells are digits or blank. */
static bool read_clues(const uint8_t *cells, Grid *grid)
{
    Band clues[DIGITS][BANDS] = {{0}}, taken[BANDS] = {0};
    memset(grid, 0, sizeof *grid);
    for (int cell = 0; cell < DIGITS * DIGITS; cell++) {
        uint8_t value = cells[cell]; /* read once: another thread may change it */
        if (value > DIGITS) {
            return false;
        }
        if (value != 0) {
            clues[value - 1][cell / 27] |= (Band)1 << cell % 27;
            taken[cell / 27] |= (Band)1 << cell % 27;
        }
    }
    for (int digit = 0; digit < DIGITS; digit++) {
        for (int band = 0; band < BANDS; band++) {
            Band own = clues[digit][band], rows = rows_with(own);
            grid->possible[digit][band] = own | (CELLS & ~taken[band] & ~rows);
        }
    }
    grid->changed = (1U << DIGITS) - 1;
    return true;
}

static void write_digits(const Grid *grid, uint8_t *solution)
{
    for (int cell = 0; cell < DIGITS * DIGITS; cell++) {
        for (int digit = 0; digit < DIGITS; digit++) {
            if ((grid->possible[digit][cell / 27] >> cell % 27 & 1) != 0) {
                solution[cell] = (uint8_t)(digit + 1);
            }
        }
    }
}

int64_t completions_of_bands(const uint8_t *cells, int64_t limit, int64_t *nodes, uint8_t *solution)
{
    /* The last grid, and the grids before its guesses, each without the digit that was guessed. A
       guess settles a cell, so there are at most 81. The array replaces a recursion, because the
       stack may be small. */
    Grid grids[DIGITS * DIGITS + 1];
    int64_t found = 0;
    if (!read_clues(cells, &grids[0])) {
        return NO_GRID;
    }
    for (int last = 0; last >= 0;) {
        Grid *grid = &grids[last];
        Choice choice = {0, 0};
        if (--*nodes < 0) {
            return TOO_HARD;
        }
        if (!settle(grid, &choice)) {
            last--;
        } else if (choice.cell == 0) {
            if (found++ == 0) {
                write_digits(grid, solution);
            }
            last = found == limit ? -1 : last - 1;
        } else {
            int digit = 0;
            while ((grid->possible[digit][choice.band] & choice.cell) == 0) {
                digit++;
            }
            grids[++last] = *grid;
            put(&grids[last], digit, &choice);
            grid->possible[digit][choice.band] ^= choice.cell;
            grid->changed = 1U << digit;
        }
    }
    return found;
}
