/* Colours of a grid, as colours.c computes them and other files use them. */

#ifndef SUDOKOPIE_COLOURS_H
#define SUDOKOPIE_COLOURS_H

#include "kernel.h"

/* The key of a line without clues, and of a digit that does not occur. */
#define BLANK UINT64_MAX

/* In `lines`, the columns follow the rows. */
typedef struct {
    uint64_t lines[2 * MOST_OF_PAIRS], digits[MOST_OF_PAIRS + 1];
} Colours;

typedef struct {
    uint8_t row, column, digit; /* columns are numbered after the rows */
} Clue;

typedef struct {
    int size, height, width, number_of_clues;
    Clue clues[MOST_CELLS_OF_PAIRS]; /* row after row */
    bool has_clues[2 * MOST_OF_PAIRS], is_used[MOST_OF_PAIRS + 1];
    bool is_latin; /* every row and column has every digit once */
} Grid;

/* Return a number whose bits are well mixed (SplitMix). */
static inline uint64_t mixed(uint64_t number)
{
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9;
    number = (number ^ number >> 27) * 0x94D049BB133111EB;
    return number ^ number >> 31;
}

/* Write the clues and properties of a grid; return false if a cell is greater than the size. */
bool read_grid(const uint8_t *cells, int height, int width, Grid *grid);

/* Colour a grid. Return whether no two lines with clues and no two digits that occur share a
   colour. The steps of work are subtracted from `nodes`. */
bool refine(const Grid *grid, Colours *colours, int64_t *nodes);

/* Write the colours of lines with clues and of digits that occur, each below `BLANK`, and `BLANK`
   for all other lines and digits. */
void write_keys(const Grid *grid, const Colours *colours, Colours *keys);

#endif
