/* Find the transformations that can lead from a grid to another: those that colour refinement
   leaves possible, if it leaves only one choice for each line and digit; otherwise the best
   transformation, which a search finds. This is individualisation and refinement as in programs
   for graph isomorphism (McKay, Piperno, Practical graph isomorphism II, 2014; Junttila, Kaski,
   Engineering an efficient canonical labeling tool for large and sparse graphs, 2007), and most
   pairs need only the refinement.

   The Python versions are `encoding.candidates`, whose colours are other numbers but distinguish
   the same lines and digits, and `Transformation.simplest`. */

#include "search.h"

#include <stddef.h>

static int number_of(uint64_t colour, const uint64_t *colours, int number)
{
    int found = 0;
    for (int i = 0; i < number; i++) {
        found += colours[i] == colour;
    }
    return found;
}

/* Return whether two lists contain the same colours equally often. */
static bool agree(const uint64_t *one, const uint64_t *two, int number)
{
    for (int i = 0; i < number; i++) {
        if (number_of(one[i], one, number) != number_of(one[i], two, number)) {
            return false;
        }
    }
    return true;
}

static bool are_single(const uint64_t *colours, int number)
{
    for (int i = 0; i < number; i++) {
        if (number_of(colours[i], colours, number) > 1) {
            return false;
        }
    }
    return true;
}

static int place_of(uint64_t colour, const uint64_t *colours)
{
    int place = 0;
    while (colours[place] != colour) {
        place++;
    }
    return place;
}

/* Write the digits that occur in the grid, and their colours; return the number of these digits. */
static int used_digits(const Grid *grid, const Colours *colours, uint64_t *used, uint8_t *digits)
{
    int number = 0;
    for (int digit = 1; digit <= grid->size; digit++) {
        if (grid->is_used[digit]) {
            used[number] = colours->digits[digit];
            digits[number++] = (uint8_t)digit;
        }
    }
    return number;
}

/* Write for each new line the old block, and the place within this block, from which it comes;
   return whether the lines of each block stay together. Both lists contain the same colours, each
   once. */
static bool write_lines(const uint64_t *one, const uint64_t *two, int size, int length,
                        uint8_t *blocks, uint8_t *within)
{
    for (int i = 0; i < size; i++) {
        int line = place_of(two[i], one);
        if (i % length == 0) {
            blocks[i / length] = (uint8_t)(line / length);
        }
        if (blocks[i / length] != line / length) {
            return false;
        }
        within[i] = (uint8_t)(line % length);
    }
    return true;
}

/* A transformation can be written with or without a half turn, if all blocks and lines are in
   reverse order, too. Choose the writing that has fewer steps. */
static void make_simplest(Way *way, int height, int width)
{
    Way turned = *way;
    add_half_turn(&turned, height, width);
    if (count_steps_of_lines(&turned, height, width) < count_steps_of_lines(way, height, width)) {
        *way = turned;
    }
}

/* Search for the best transformation, and write it. Return LEAST if one is found, otherwise
   TOO_HARD, because the caller must prove a no itself.

   Complete grids have few symmetries, so all of them are tried; a search by branch and bound
   would end few branches early. Other grids may have very many symmetries, most of them from
   blank lines, and the branches of a search are short there. For the few grids for which this
   search takes too long, all symmetries are tried after it. */
static int64_t search_pair(PairSearch *memory, const Grid *first, const Grid *second,
                           const Colours *one, const Colours *two, int64_t *nodes, uint8_t *way)
{
    int64_t found = TOO_HARD, left = *nodes;
    if (left <= 0) {
        return TOO_HARD;
    }
    if (first->is_latin && second->is_latin) {
        found = search_by_products(memory, first, second, one, two, nodes, way);
        return found == 1 ? LEAST : TOO_HARD;
    }
    /* Each search may visit this part of the remaining nodes: a 32nd, which takes about 1 ms; a
       quarter; all. */
    static const int parts[] = {32, 4, 1};
    for (int k = 0; k < 3 && found == TOO_HARD && left > 0; k++) {
        int64_t some = left / parts[k], before = some;
        found = k == 1 ? search_by_products(memory, first, second, one, two, &some, way)
                       : search_by_branches(memory, first, second, one, two, &some, way);
        left -= before - some;
    }
    *nodes = left;
    return found == 1 ? LEAST : TOO_HARD;
}

int64_t transformations_left(const uint8_t *cells, int height, int width, int64_t *nodes,
                             PairSearch *memory, uint8_t *ways)
{
    Grid first, second;
    Colours one, two;
    int size = height * width, found = 0;
    uint8_t *start = ways;
    if (!read_grid(cells, height, width, &first) ||
        !read_grid(cells + size * size, height, width, &second)) {
        return NO_GRID;
    }
    refine(&first, &one, nodes);
    refine(&second, &two, nodes);

    uint64_t used[MOST_OF_PAIRS], others[MOST_OF_PAIRS];
    uint8_t digits[MOST_OF_PAIRS], images[MOST_OF_PAIRS];
    int number = used_digits(&first, &one, used, digits);
    if (used_digits(&second, &two, others, images) != number || !agree(used, others, number)) {
        return 0;
    }
    bool is_choice = !are_single(one.lines, size) || !are_single(one.lines + size, size) ||
                     !are_single(used, number);
    for (int quarter = 0; quarter < (height == width && size > 1 ? 2 : 1); quarter++) {
        /* After a quarter turn clockwise the rows are the old columns, and the columns are the old
           rows from the last to the first. */
        uint64_t rows[MOST_OF_PAIRS], columns[MOST_OF_PAIRS];
        for (int i = 0; i < size; i++) {
            rows[i] = one.lines[quarter ? size + i : i];
            columns[i] = one.lines[quarter ? size - 1 - i : size + i];
        }
        if (!agree(rows, two.lines, size) || !agree(columns, two.lines + size, size)) {
            continue;
        }
        Way way = {.rotation = (uint8_t)quarter};
        if (is_choice || !write_lines(rows, two.lines, size, height, way.bands, way.rows) ||
            !write_lines(columns, two.lines + size, size, width, way.stacks, way.columns)) {
            return memory == NULL ? TOO_HARD
                                  : search_pair(memory, &first, &second, &one, &two, nodes, start);
        }
        for (int i = 0; i < number; i++) {
            way.digits[digits[i] - 1] = images[place_of(used[i], others)];
        }
        complete_names(way.digits, size);
        make_simplest(&way, height, width);
        ways = write_way(&way, height, width, ways);
        found++;
    }
    return found;
}
