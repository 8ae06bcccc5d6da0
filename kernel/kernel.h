/* What the files of the kernel share. Grids are bytes, a cell each, row after row: 0 is blank. */

#ifndef SUDOKOPIE_KERNEL_H
#define SUDOKOPIE_KERNEL_H

#include <stdbool.h>
#include <stdint.h>

enum { MOST_A_SIDE = 25, MOST_CELLS = MOST_A_SIDE * MOST_A_SIDE };

/* What `completions` returns instead of a number. */
enum { TOO_HARD = -1, NO_GRID = -2 };

/* Return how many completions a grid has whose boxes have `height` rows and `width` columns,
   counted up to a limit; TOO_HARD where its search would visit more than `nodes`, from which the
   visited ones are taken; NO_GRID where a cell is more than the size. The completion that is found
   first is written to `solution`, as many bytes as the grid has. */
int64_t completions(const uint8_t *grid, int height, int width, int64_t limit, int64_t *nodes,
                    uint8_t *solution);

#endif
