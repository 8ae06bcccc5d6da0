/* Declarations that the files of the kernel share. A grid is an array of bytes, one for each
   cell, row after row; 0 is blank. */

#ifndef SUDOKOPIE_KERNEL_H
#define SUDOKOPIE_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MOST_A_SIDE = 25, MOST_CELLS = MOST_A_SIDE * MOST_A_SIDE, MOST_STATES = 2000 };

/* The largest grids of the functions that compare two grids: `transformations_left` and the
   functions that it calls. They keep a set of digits in 64 bits, so that more than 62 would need
   other sets; 49 is the next square after 36 for which their tables fit on the stack of a thread. */
enum { MOST_OF_PAIRS = 49, MOST_CELLS_OF_PAIRS = MOST_OF_PAIRS * MOST_OF_PAIRS };

/* Values that the functions return instead of a number. */
enum { TOO_HARD = -1, NO_GRID = -2, LEAST = 3 };

/* Count the completions of a grid whose boxes have `height` rows and `width` columns, up to
   `limit`, and return their number. The first completion that is found is written to `solution`,
   one byte for each cell.

   Return TOO_HARD if the search would visit more than `nodes` nodes; the visited nodes are
   subtracted from `nodes`. Return NO_GRID if a cell is greater than the size. */
int64_t completions(const uint8_t *grid, int height, int width, int64_t limit, int64_t *nodes,
                    uint8_t *solution);

/* Count the completions of a 9×9 grid with 3×3 boxes; otherwise like `completions`. */
int64_t completions_of_bands(const uint8_t *cells, int64_t limit, int64_t *nodes,
                             uint8_t *solution);

/* The first rows of a copy of a grid; see least_images.c. `open[stack]` is the number of columns
   of this stack that are blank in all rows so far; `open_stacks` is the number of stacks of which
   this is so for all columns. `names[digit]` is the new name of the digit, or 0 if it has no name
   yet; `named` is the number of digits that have a name. */
typedef struct {
    uint32_t used; /* the chosen rows, as bits */
    uint8_t side, named, open_stacks;
    uint8_t rows[MOST_A_SIDE], order[MOST_A_SIDE], open[MOST_A_SIDE], names[MOST_A_SIDE + 1];
} State;

typedef struct {
    int count;
    bool is_full;
    State states[MOST_STATES];
} States;

/* The output for a transformation to a copy: whether columns become rows; for each row and each
   column of the copy, the line of the grid from which it comes; the new names of blank (0) and of
   the digits. */
typedef struct {
    uint8_t *turned, *rows, *columns, *names;
} Image;

/* Write a transformation from a grid to the least of its copies, and return 1. `states` are two
   buffers for the search.

   Return TOO_HARD if the search would look at more than `nodes` nodes or more than MOST_STATES
   states; return NO_GRID if a cell is greater than the size. */
int64_t least_image(const uint8_t *cells, int height, int width, int64_t *nodes, States *states,
                    const Image *image);

/* The output for the sorted form of a grid. `is_exact` is whether all colours are different.
   `is_tie` is whether rows and columns have the same colours, so that the caller must sort the
   transposed grid, too. The other fields are described in `answers.bulk.sorted_forms`. */
typedef struct {
    uint8_t *signature, *is_exact, *is_tie; /* 8 bytes; 1 byte; 1 byte */
    Image image;
} SortedForm;

/* Write the sorted form of a grid, and return 1; return NO_GRID if a cell is greater than the
   size. The steps of work are subtracted from `nodes`; their number depends on the grid and has
   no limit. */
int64_t sorted_form(const uint8_t *cells, int height, int width, int64_t *nodes,
                    const SortedForm *found);

/* Memory for a search between two grids; see search.h. */
typedef union PairSearch PairSearch;

/* Write the transformations that can lead from the first of two grids to the second, at most two,
   and return their number. The cells of the two grids are in `cells`, one after another. The
   numbers of each transformation, written with the fewest steps, are written to `ways`: the
   rotation, bands, stacks, rows, columns, digits.

   If colour refinement leaves a choice, search for the transformation with the fewest steps and,
   of several, the first in order, write it, and return LEAST. Return TOO_HARD if there is no
   transformation, if `memory` is NULL, or if the search would look at more than `nodes`
   colourings. Return NO_GRID if a cell is greater than the size. The steps of work are subtracted
   from `nodes`. */
int64_t transformations_left(const uint8_t *cells, int height, int width, int64_t *nodes,
                             PairSearch *memory, uint8_t *ways);

/* Memory for a search for a part; see parts.c. It keeps the part of the previous search, which is
   often the same. */
typedef struct PartSearch PartSearch;

/* Return the number of bytes that this memory needs. The caller must set them to 0 before the
   first search. */
size_t size_of_part_search(void);

/* Look in the second of two grids, the whole, for copies of the first, the part. A copy is a set
   of clues of the whole to which a transformation moves all clues of the part. Return the number
   of such sets, 2 for two or more, and write the whole with only the clues of the first set to
   `image`. Return NO_GRID if a cell is greater than the size, and TOO_HARD if the search would
   try more than `nodes` assignments. All searches with the same memory are about grids of one
   shape. */
int64_t images_in(const uint8_t *cells, int height, int width, int64_t *nodes, PartSearch *search,
                  uint8_t *image);

/* The numbers of clues of a 9×9 grid; see clue_summaries.c. `lines` has the rows of each band, and
   then the columns of each stack. */
typedef struct {
    uint64_t digits, boxes;
    uint32_t lines[2][3];
} ClueSummary;

/* Write the summary of a 9×9 grid, and return 1; return NO_GRID if a cell is greater than 9. */
int64_t summarize_clues(const uint8_t *cells, ClueSummary *summary);

/* Relations of a summarised grid to another grid, as bits: it may contain a copy of that grid, or
   may be contained in a copy of it. If a bit is 0, this is certainly not so. */
enum { MAY_CONTAIN = 1, MAY_BE_CONTAINED = 2 };

/* Write for each of many summaries the relations to a 9×9 grid, a byte each, and return 1; return
   NO_GRID if a cell is greater than 9. */
int64_t compare_clues(const uint8_t *cells, const uint8_t *summaries, size_t number,
                      uint8_t *relations);

#endif
