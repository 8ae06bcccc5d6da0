/* Searches for the transformation with the fewest steps between two grids whose colours leave a
   choice, and what these searches share. */

#ifndef SUDOKOPIE_SEARCH_H
#define SUDOKOPIE_SEARCH_H

#include "ways.h"

enum { MOST_LINES = 2 * MOST_A_SIDE, MOST_WAY = 1 + 2 * MOST_A_SIDE + 3 * MOST_A_SIDE };

/* Give a colour that no other line or digit has, and that depends only on the old colour. Two
   lines of one colour that are marked, each in its grid, have one colour again. */
static inline uint64_t marked(uint64_t colour)
{
    return mixed(colour + 0x9E3779B97F4A7C15);
}

/* The classes of a colouring: the lines that share a colour are a class. `number` counts the
   classes of lines and of digits. */
typedef struct {
    int number, largest; /* the size of the largest class of lines */
    int line;            /* the first line of the first of the largest classes */
} Classes;

/* Refine the colours until a round adds no class, or until every line has a colour of its own.
   Write the classes, and return a checksum of the colours: grids with different checksums cannot
   be copies by a transformation that respects the colours before. The steps of work are
   subtracted from `nodes`. */
uint64_t refine_further(const Grid *grid, Colours *colours, Classes *classes, int64_t *nodes);

enum { MOST_LEVELS = 16, MOST_GENERATORS = 64 };

/* A permutation of the lines: entry i is the image of line i. */
typedef uint8_t Permutation[MOST_LINES];

/* The memory of the search between complete grids; see complete_pairs.c. */
typedef struct {
    const Grid *first, *second;
    int64_t *nodes;
    int levels;                  /* the number of lines that are marked until all are single */
    uint8_t base[MOST_LEVELS];   /* these lines of the second grid */
    uint64_t sum, sums[MOST_LEVELS]; /* the checksums before all marks, and after each */
    Colours colours[MOST_LEVELS + 1], trials[MOST_LEVELS + 1]; /* before each mark, and at last */
    uint8_t next[MOST_LEVELS];   /* the line that a descent tries next at each level */
    Permutation sources;         /* for each line of the second grid, a line of the first */
    int number_of_generators;
    Permutation generators[MOST_GENERATORS], inverses[MOST_GENERATORS];
    int orbits[MOST_LEVELS];     /* the size of the orbit of each line of the base */
    /* For each line of the orbit the inverse of a symmetry that takes the line of the base to it */
    Permutation ways_back[MOST_LEVELS][MOST_LINES];
} CompleteSearch;

union PairSearch {
    CompleteSearch complete;
};

/* Write the transformation with the fewest steps from one complete grid to another, and of
   several the first in order. Return 1, or 0 if there is none, or TOO_HARD if the search would
   look at more than `nodes` colourings or at too many transformations. The colours are those of
   `refine`. */
int64_t search_complete_pair(PairSearch *memory, const Grid *first, const Grid *second,
                             const Colours *one, const Colours *two, int64_t *nodes, uint8_t *way);

#endif
