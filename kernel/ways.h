/* Transformations in C. The files candidates.c, symmetry_products.c and branch_and_bound.c write
   them. */

#ifndef SUDOKOPIE_WAYS_H
#define SUDOKOPIE_WAYS_H

#include "colours.h"

/* The numbers that describe a transformation, as in Python's `Transformation`. Blocks and lines
   are reordered by index lists (gather lists), in which entry i is the old number of the new item
   i; digit d becomes digits[d - 1]. */
typedef struct {
    uint8_t rotation, bands[MOST_A_SIDE], stacks[MOST_A_SIDE];
    uint8_t rows[MOST_A_SIDE], columns[MOST_A_SIDE], digits[MOST_A_SIDE];
} Way;

/* Name the digits whose name is still 0: each keeps its own number if no other digit has it as
   its name, and the others get the remaining numbers. */
void complete_names(uint8_t *names, int size);

/* Return the number of steps of a transformation, not counting the renaming of digits, which is
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
