/* Declarations for the searches for the transformation with the fewest steps between two grids
   whose colours leave a choice. */

#ifndef SUDOKOPIE_SEARCH_H
#define SUDOKOPIE_SEARCH_H

#include "ways.h"

enum { MOST_LINES = 2 * MOST_OF_PAIRS, MOST_WAY = 1 + 2 * MOST_OF_PAIRS + 3 * MOST_OF_PAIRS };

/* Mark a line or digit: give it a colour that no other line or digit has, and that depends only
   on its old colour. If two lines of two grids have the same colour and both are marked, they
   have the same colour afterwards, too. */
static inline uint64_t marked(uint64_t colour)
{
    return mixed(colour + 0x9E3779B97F4A7C15);
}

/* The classes of a colouring: the lines that share a colour are a class. `number` counts the
   classes of lines and of digits. */
typedef struct {
    int number, largest;    /* the size of the largest class of lines */
    int line, line_of_last; /* the first line of the first and of the last of the largest classes */
} Classes;

/* Refine the colours until a round adds no class, or until every line has a colour of its own.
   Write the classes, and return a checksum of the colours: if two grids have different checksums,
   no transformation that respects their earlier colours leads from one to the other. The steps of
   work are subtracted from `nodes`. */
uint64_t refine_further(const Grid *grid, Colours *colours, Classes *classes, int64_t *nodes);

/* Write the cells of a grid, row after row, 0 for blank. */
void write_cells(const Grid *grid, uint8_t *cells);

enum { MOST_LEVELS = 16, MOST_GENERATORS = 64 };

/* A permutation of the lines: entry i is the line that line i becomes. */
typedef uint8_t Permutation[MOST_LINES];

/* The memory of the search through all symmetries; see symmetry_products.c. */
typedef struct {
    const Grid *first, *second;
    int64_t *nodes;
    uint8_t first_cells[MOST_CELLS_OF_PAIRS], second_cells[MOST_CELLS_OF_PAIRS];
    /* The base: the lines of the second grid that are marked, one after another, until all lines
       have different colours. `levels` is their number, `sum` the checksum of the colours before
       the first mark, and `sums` the checksums after each mark. */
    int levels;
    uint8_t base[MOST_LEVELS];
    uint64_t sum, sums[MOST_LEVELS];
    /* The colours before each mark and after the last mark: `colours` of the second grid, and
       `trials` of the grid in which a descent marks lines. */
    Colours colours[MOST_LEVELS + 1], trials[MOST_LEVELS + 1];
    uint8_t next[MOST_LEVELS]; /* the line that a descent tries next at each level */
    /* for each line of the second grid, the line of the first grid that becomes it */
    Permutation sources;
    int number_of_generators;
    Permutation generators[MOST_GENERATORS], inverses[MOST_GENERATORS];
    int products; /* the number of symmetries so far, which is the product of the orbits */
    /* For each level the size of the orbit of its line (the lines to which symmetries move it),
       and for each line of the orbit a symmetry that moves it back to the line of the base. */
    int orbits[MOST_LEVELS];
    Permutation ways_back[MOST_LEVELS][MOST_LINES];
} ProductSearch;

enum { MOST_BLOCKS = MOST_OF_PAIRS + 1, MOST_FRAMES = MOST_BLOCKS + MOST_LINES + 1 };

/* A node of the search by branch and bound: the colours of both grids, the entry of the gather
   lists (index lists) that is chosen here, and the number of the candidate to be tried next. */
typedef struct {
    Colours one, two;
    uint64_t sum; /* the checksum of the second grid's colours after the mark */
    int entry, next;
} Frame;

/* The memory of the search by branch and bound; see branch_and_bound.c. */
typedef struct {
    const Grid *first, *second;
    int64_t *nodes;
    int rotation;
    uint8_t places[MOST_LINES]; /* the lines of the first grid at the places after the rotation */
    uint8_t cells[MOST_CELLS_OF_PAIRS];  /* of the first grid */
    bool is_blank_block[MOST_BLOCKS], is_possible[2];
    /* of the first grid without a quarter turn, of the first grid with it, of the second grid */
    Colours roots[3];
    Frame frames[MOST_FRAMES];
} BranchSearch;

union PairSearch {
    ProductSearch products;
    BranchSearch branches;
};

/* Write the transformation with the fewest steps from one grid to another and, of several, the
   first in order. Return 1. Return 0 if there is no transformation, and TOO_HARD if the search
   would look at more than `nodes` colourings or at too many transformations. `one` and `two` are
   the colours that `refine` has written for the two grids. */
int64_t search_by_products(PairSearch *memory, const Grid *first, const Grid *second,
                           const Colours *one, const Colours *two, int64_t *nodes, uint8_t *way);
int64_t search_by_branches(PairSearch *memory, const Grid *first, const Grid *second,
                           const Colours *one, const Colours *two, int64_t *nodes, uint8_t *way);

#endif
