/* Colours of a grid, for what is made of them: colours.c says more. */

#ifndef SUDOKOPIE_COLOURS_H
#define SUDOKOPIE_COLOURS_H

#include "kernel.h"

/* The key of a line without clues, and of a digit that does not occur. */
#define BLANK UINT64_MAX

/* Of lines, rows stand before columns. */
typedef struct {
    uint64_t lines[2 * MOST_A_SIDE], digits[MOST_A_SIDE + 1];
} Colours;

typedef struct {
    uint8_t row, column, digit; /* columns are numbered on from the rows */
} Clue;

typedef struct {
    int size, height, width, number_of_clues;
    Clue clues[MOST_CELLS]; /* row after row */
    bool has_clues[2 * MOST_A_SIDE], is_used[MOST_A_SIDE + 1];
    bool is_latin; /* every digit stands once in each row and column */
} Grid;

/* Return a well mixed number for each number (SplitMix). */
static inline uint64_t mixed(uint64_t number)
{
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9;
    number = (number ^ number >> 27) * 0x94D049BB133111EB;
    return number ^ number >> 31;
}

/* Write what is known of a grid; return false where a cell is more than the size. */
bool read_grid(const uint8_t *cells, int height, int width, Grid *grid);

/* Colour a grid; return whether all colours of lines with clues and of digits are single. From
   `nodes` the steps of work are taken. */
bool refine(const Grid *grid, Colours *colours, int64_t *nodes);

/* Write the colours where there are clues, below `BLANK`, and `BLANK` elsewhere. */
void write_keys(const Grid *grid, const Colours *colours, Colours *keys);

#endif
