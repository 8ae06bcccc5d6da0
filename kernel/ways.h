/* Transformations in C. The files candidates.c, symmetry_products.c and branch_and_bound.c write
   them. */

#ifndef SUDOKOPIE_WAYS_H
#define SUDOKOPIE_WAYS_H

#include "colours.h"

/* The numbers that describe a transformation, as in Python's `Transformation`. Blocks and lines
   are reordered by index lists (gather lists), in which entry i is the old number of the new item
   i; digit d becomes digits[d - 1]. */
typedef struct {
    uint8_t rotation, bands[MOST_OF_PAIRS], stacks[MOST_OF_PAIRS];
    uint8_t rows[MOST_OF_PAIRS], columns[MOST_OF_PAIRS], digits[MOST_OF_PAIRS];
} Way;

/* Give a new name to each digit whose name in `names` is still 0. It keeps its own number if no
   other digit has this number as its name; otherwise it gets one of the remaining numbers. */
void complete_names(uint8_t *names, int size);

/* Return the number of steps of a transformation without the renaming of digits. The renaming is
   the same with and without an additional half turn. */
int count_steps_of_lines(const Way *way, int height, int width);

/* Write the same transformation in another way: with an additional half turn and with all blocks
   and lines in reverse order, which cancel each other. */
void add_half_turn(Way *way, int height, int width);

/* Write the numbers of a transformation one after another; return the end of the output. Of two
   transformations with the same number of steps, the one whose output is smaller is the first in
   order. */
uint8_t *write_way(const Way *way, int height, int width, uint8_t *out);

#endif
