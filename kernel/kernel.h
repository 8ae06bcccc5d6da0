/* What the files of the kernel share. Grids are bytes, a cell each, row after row: 0 is blank. */

#ifndef SUDOKOPIE_KERNEL_H
#define SUDOKOPIE_KERNEL_H

#include <stdbool.h>
#include <stdint.h>

enum { MOST_A_SIDE = 25, MOST_CELLS = MOST_A_SIDE * MOST_A_SIDE, MOST_STATES = 2000 };

/* What the functions return instead of a number. */
enum { TOO_HARD = -1, NO_GRID = -2 };

/* Return how many completions a grid has whose boxes have `height` rows and `width` columns,
   counted up to a limit; TOO_HARD where its search would visit more than `nodes`, from which the
   visited ones are taken; NO_GRID where a cell is more than the size. The completion that is found
   first is written to `solution`, as many bytes as the grid has. */
int64_t completions(const uint8_t *grid, int height, int width, int64_t limit, int64_t *nodes,
                    uint8_t *solution);

/* The beginning of an image; least_images.c says more. `open` is, for each stack, how many of its
   columns are blank so far; `names` are those of the digits, 0 for none. */
typedef struct {
    uint32_t used; /* the rows chosen, in bits */
    uint8_t side, named, open_stacks;
    uint8_t rows[MOST_A_SIDE], order[MOST_A_SIDE], open[MOST_A_SIDE], names[MOST_A_SIDE + 1];
} State;

typedef struct {
    int count;
    bool is_full;
    State states[MOST_STATES];
} States;

/* Where a way to an image is written: whether columns become rows; which line each row of the image
   was, and each column; the names of blank, 0, and of the digits. */
typedef struct {
    uint8_t *turned, *rows, *columns, *names;
} Image;

/* Write a way to the least image of a grid, and return 1; or TOO_HARD where more than so many
   `nodes` or MOST_STATES would be looked at, or where a line repeats a digit; or NO_GRID. Two
   `states` are for the search to write to. */
int64_t least_image(const uint8_t *cells, int height, int width, int64_t *nodes, States *states,
                    const Image *image);

/* Where the sorted form of a grid is written, but for the choice between its two sides where they
   are tied; `is_exact`: whether all colours are single. Else as `collection.sorted_forms` says. */
typedef struct {
    uint8_t *signature, *is_exact, *is_tie; /* 8 bytes, and one each */
    Image image;
} SortedForm;

/* Write the sorted form of a grid, and return 1; or NO_GRID. From `nodes` the steps of work are
   taken, whose number depends on the grid; they have no limit. */
int64_t sorted_form(const uint8_t *cells, int height, int width, int64_t *nodes,
                    const SortedForm *found);

/* Return how many transformations, at most two, may lead from the first of two grids, which stand
   one after another, to the second, where their colours leave no choice, else TOO_HARD; or NO_GRID.
   Of each, in its simplest form, the parts are written: the rotation, bands, stacks, rows, columns,
   digits. Of the `nodes` see above. */
int64_t transformations_left(const uint8_t *cells, int height, int width, int64_t *nodes,
                             uint8_t *ways);

#endif
