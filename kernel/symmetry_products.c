/* Find the transformation with the fewest steps between two grids that have symmetries, by trying
   all symmetries. This is for complete grids, and for other grids that do not have too many
   symmetries.

   The method is individualisation and refinement, with symmetries found on the way (McKay,
   Practical graph isomorphism, 1981; Junttila, Kaski, Engineering an efficient canonical labeling
   tool for large and sparse graphs, 2007): lines of the second grid are marked one after another,
   each followed by colour refinement, until all lines have different colours. These lines are the
   base. A descent does the same in a grid, with lines of the same colours as those of the base;
   if all colours agree at the end, they give a map between the lines, which is checked on the
   cells. One descent through the first grid gives a transformation to the second, and descents
   through the second grid give its symmetries. Each transformation is a product of this
   transformation and a symmetry, and the best is chosen. Colours are hashes: different colours
   prove a difference, but equal colours prove nothing. */

#include "search.h"

#include <string.h>

enum { MOST_PRODUCTS = 100000, PRODUCTS_A_NODE = 4 };

/* Return the digit of the cell in which two lines cross: a row and a column, or a column and a
   row. */
static uint8_t digit_at(const uint8_t *cells, int size, int one, int other)
{
    return cells[one < size ? one * size + other - size : other * size + one - size];
}

/* Return whether a map of lines keeps blocks together: lines of one block become lines of one
   block, and all rows become lines of the same direction. */
static bool keeps_blocks(const Grid *grid, const uint8_t *images)
{
    int size = grid->size;
    bool is_turned = images[0] >= size;
    if (is_turned && grid->height != grid->width) {
        return false;
    }
    for (int line = 0; line < 2 * size; line++) {
        int length = line < size ? grid->height : grid->width;
        int first = line - (line % size) % length; /* of the same block */
        int image = images[line] % size, other = images[first] % size;
        /* The blocks of both sides have the same length if the grid is turned. */
        if ((images[line] >= size) != (is_turned != (line >= size)) ||
            image / length != other / length) {
            return false;
        }
    }
    return true;
}

/* Write for each line of the second grid the line of `grid` that has the same colour. Return
   whether this maps cells to cells: one renaming of the digits must fit all of them. */
static bool write_map(const ProductSearch *search, const Grid *grid, uint8_t *images)
{
    int size = grid->size;
    const uint64_t *wanted = search->colours[search->levels].lines;
    const uint64_t *found = search->trials[search->levels].lines;
    for (int line = 0; line < 2 * size; line++) {
        int image = 0;
        while (image < 2 * size && found[image] != wanted[line]) {
            image++;
        }
        if (image == 2 * size) {
            return false;
        }
        images[line] = (uint8_t)image;
    }
    if (!keeps_blocks(grid, images)) {
        return false;
    }
    uint8_t names[MOST_OF_PAIRS + 1] = {0};
    bool is_name[MOST_OF_PAIRS + 1] = {false};
    const uint8_t *cells = grid == search->first ? search->first_cells : search->second_cells;
    for (int row = 0, cell = 0; row < size; row++) {
        for (int column = size; column < 2 * size; column++, cell++) {
            uint8_t digit = digit_at(cells, size, images[row], images[column]);
            uint8_t name = search->second_cells[cell];
            if (names[digit] == name && (digit == 0) == (name == 0)) {
                continue;
            }
            if (digit == 0 || name == 0 || names[digit] != 0 || is_name[name]) {
                return false;
            }
            names[digit] = name;
            is_name[name] = true;
        }
    }
    return true;
}

/* Mark a line of `grid` at a level, and return whether all colours agree with those of the second
   grid there. */
static bool mark(ProductSearch *search, const Grid *grid, const Colours *before, int level,
                 int line)
{
    Classes classes;
    Colours *after = &search->trials[level + 1];
    *after = *before;
    after->lines[line] = marked(after->lines[line]);
    return refine_further(grid, after, &classes, search->nodes) == search->sums[level];
}

/* Find lines of `grid` that correspond to the lines of the base from a level on; the colours of
   `grid` at this level are known. Return whether there are such lines for which the map of lines
   maps equal digits to equal digits, and write the map. */
static bool descend(ProductSearch *search, const Grid *grid, int start, uint8_t *images)
{
    int level = start;
    search->next[level] = 0;
    while (*search->nodes > 0) {
        if (level == search->levels) {
            if (write_map(search, grid, images)) {
                return true;
            }
        } else {
            const uint64_t *colours = search->trials[level].lines;
            uint64_t wanted = search->colours[level].lines[search->base[level]];
            int line = search->next[level];
            while (line < 2 * grid->size && colours[line] != wanted) {
                line++;
            }
            search->next[level] = (uint8_t)(line + 1);
            if (line < 2 * grid->size) {
                if (mark(search, grid, &search->trials[level], level, line)) {
                    search->next[++level] = 0;
                }
                continue;
            }
        }
        if (level == start) {
            return false;
        }
        level--;
    }
    return false;
}

/* Mark a line of the second grid as the next line of the base, and write the classes that the
   colours have then. */
static void mark_base(ProductSearch *search, int line, Classes *classes)
{
    int level = search->levels;
    Colours *after = &search->colours[level + 1];
    *after = search->colours[level];
    after->lines[line] = marked(after->lines[line]);
    search->base[level] = (uint8_t)line;
    search->sums[level] = refine_further(search->second, after, classes, search->nodes);
}

/* Mark lines of the second grid until all lines have different colours; return false if the base
   has no room for all of them.

   The line to mark is in the largest class. Textbooks advise the smallest class, but a mark in
   the largest class splits the most classes: the most symmetric 9×9 grid needs 88 refinements
   instead of 13,142. If two classes are the largest, such as all rows and all columns, a mark in
   each is tried, and the mark that splits more classes is kept. In cyclic grids of 36×36 cells, a
   base that begins with a row may need 7 lines, so that the descents exceed their limit; a base
   that begins with a column needs 2. */
static bool write_base(ProductSearch *search)
{
    Classes classes;
    search->sum = refine_further(search->second, search->colours, &classes, search->nodes);
    for (search->levels = 0; classes.largest > 1; search->levels++) {
        if (search->levels == MOST_LEVELS || *search->nodes <= 0) {
            return false;
        }
        int line = classes.line, other = classes.line_of_last;
        mark_base(search, line, &classes);
        if (other != line) {
            Classes of_first = classes;
            mark_base(search, other, &classes);
            if (of_first.largest < classes.largest ||
                (of_first.largest == classes.largest && of_first.number >= classes.number)) {
                mark_base(search, line, &classes);
            }
        }
    }
    return true;
}

/* Symmetries */

/* Extend the set of lines `orbit` by all lines to which the generators move its lines. If
   `ways_back` is not NULL, write for each added line a symmetry that moves it back to the first. */
static int complete_orbit(const ProductSearch *search, uint8_t *orbit, int number, bool *is_known,
                          Permutation *ways_back)
{
    int lines = 2 * search->second->size;
    for (int i = 0; i < number; i++) {
        for (int k = 0; k < search->number_of_generators; k++) {
            int image = search->generators[k][orbit[i]];
            if (is_known[image]) {
                continue;
            }
            is_known[image] = true;
            for (int line = 0; line < lines && ways_back != NULL; line++) {
                ways_back[number][line] = ways_back[i][search->inverses[k][line]];
            }
            orbit[number++] = (uint8_t)image;
        }
    }
    return number;
}

/* Find the symmetries of the second grid that leave the first `level` lines of the base in place,
   and all lines to which they move the next line of the base (its orbit). Return false if the
   search is too hard.

   A line whose descent failed is not in the orbit, nor is any line to which known symmetries move
   it: the orbits of a group do not meet. */
static bool write_orbit(ProductSearch *search, int level)
{
    const Grid *grid = search->second;
    const Colours *before = &search->colours[level];
    int base = search->base[level], number = 1, lines = 2 * grid->size;
    uint8_t orbit[MOST_LINES] = {(uint8_t)base};
    bool is_in[MOST_LINES] = {false}, is_out[MOST_LINES] = {false};
    is_in[base] = true;
    for (int line = 0; line < lines; line++) {
        search->ways_back[level][0][line] = (uint8_t)line;
    }
    for (int line = 0; line < lines; line++) {
        if (before->lines[line] != before->lines[base] || is_in[line] || is_out[line]) {
            continue;
        }
        int k = search->number_of_generators;
        if (k == MOST_GENERATORS) {
            return false;
        }
        if (mark(search, grid, before, level, line) &&
            descend(search, grid, level + 1, search->generators[k])) {
            for (int i = 0; i < lines; i++) {
                search->inverses[k][search->generators[k][i]] = (uint8_t)i;
            }
            search->number_of_generators++;
            number = complete_orbit(search, orbit, number, is_in, search->ways_back[level]);
        } else {
            uint8_t others[MOST_LINES] = {(uint8_t)line};
            is_out[line] = true;
            complete_orbit(search, others, 1, is_out, NULL);
        }
        if (*search->nodes <= 0 || search->products * number > MOST_PRODUCTS) {
            return false;
        }
    }
    search->orbits[level] = number;
    search->products *= number;
    return true;
}

/* The products */

/* For each line of the first grid: its block after the necessary quarter turns, and its place in
   this block. Rows of the second grid come from rows or, after a quarter turn, from columns;
   columns likewise, the last row first. */
typedef struct {
    uint8_t block[MOST_LINES], place[MOST_LINES];
} Side;

typedef struct {
    const ProductSearch *search;
    Side rows, columns;
    Clue clues[MOST_OF_PAIRS]; /* a clue of the second grid for each digit that occurs there */
    int number_of_clues;
    int steps; /* of the best transformation so far */
    uint8_t *best;
} Choice;

/* Compute the fields that are the same for all transformations. */
static void prepare(Choice *choice)
{
    const Grid *grid = choice->search->first, *second = choice->search->second;
    bool is_seen[MOST_OF_PAIRS + 1] = {false};
    for (int k = 0; k < second->number_of_clues; k++) {
        if (!is_seen[second->clues[k].digit]) {
            is_seen[second->clues[k].digit] = true;
            choice->clues[choice->number_of_clues++] = second->clues[k];
        }
    }
    int size = grid->size;
    for (int line = 0; line < 2 * size; line++) {
        int row = line % size, column = line < size ? size - 1 - line : line - size;
        choice->rows.block[line] = (uint8_t)(row / grid->height);
        choice->rows.place[line] = (uint8_t)(row % grid->height);
        choice->columns.block[line] = (uint8_t)(column / grid->width);
        choice->columns.place[line] = (uint8_t)(column % grid->width);
    }
}

/* Add the number of steps of one side to `steps[0]`. Add to `steps[1]` the number of steps of the
   same lines in reverse order, as they are written with an additional half turn. */
static void add_steps(const Side *side, const uint8_t *sources, int length, int blocks, int *steps)
{
    int differs[2] = {0};
    for (int block = 0; block < blocks; block++, sources += length) {
        int within[2] = {0};
        for (int i = 0; i < length; i++) {
            within[0] |= side->place[sources[i]] ^ i;
            within[1] |= side->place[sources[i]] ^ (length - 1 - i);
        }
        steps[0] += within[0] != 0;
        steps[1] += within[1] != 0;
        differs[0] |= side->block[sources[0]] ^ block;
        differs[1] |= side->block[sources[0]] ^ (blocks - 1 - block);
    }
    steps[0] += differs[0] != 0;
    steps[1] += differs[1] != 0;
}

/* Write the names that digits get if the lines of the second grid come from these lines, and 0 for
   digits that do not occur; return whether a digit changes its name. */
static bool write_names(const Choice *choice, const uint8_t *sources, uint8_t *names)
{
    bool differs = false;
    for (int k = 0; k < choice->number_of_clues; k++) {
        Clue clue = choice->clues[k];
        uint8_t digit = digit_at(choice->search->first_cells, choice->search->first->size,
                                 sources[clue.row], sources[clue.column]);
        names[digit - 1] = clue.digit;
        differs = differs || clue.digit != digit;
    }
    return differs;
}

static void write_lists(const Side *side, const uint8_t *sources, int length, int size,
                        uint8_t *blocks, uint8_t *places)
{
    for (int i = 0; i < size; i++) {
        places[i] = side->place[sources[i]];
        blocks[i / length] = side->block[sources[i]];
    }
}

/* Compare a transformation with the best one so far, and keep the better one. It is given by the
   lines of the first grid from which the lines of the second come. */
static void choose(Choice *choice, const uint8_t *sources)
{
    const Grid *grid = choice->search->first;
    int height = grid->height, width = grid->width, size = grid->size;
    bool is_turned = sources[0] >= size;
    int steps[2] = {is_turned, 1};
    add_steps(&choice->rows, sources, height, width, steps);
    add_steps(&choice->columns, sources + size, width, height, steps);
    if (steps[0] > choice->steps && steps[1] > choice->steps) {
        return;
    }
    Way way = {.rotation = is_turned};
    int renaming = write_names(choice, sources, way.digits);
    complete_names(way.digits, size);
    write_lists(&choice->rows, sources, height, size, way.bands, way.rows);
    write_lists(&choice->columns, sources + size, width, size, way.stacks, way.columns);
    for (int half = 0; half < 2; half++) {
        int number = steps[half] + renaming;
        if (number <= choice->steps) {
            uint8_t written[MOST_WAY];
            Way other = way;
            if (half) {
                add_half_turn(&other, height, width);
            }
            size_t length = (size_t)(write_way(&other, height, width, written) - written);
            if (number < choice->steps || memcmp(written, choice->best, length) < 0) {
                choice->steps = number;
                memcpy(choice->best, written, length);
            }
        }
    }
}

/* Look at all transformations. Each symmetry can be written in exactly one way as a product of
   one symmetry of each level (Schreier, Sims); all products are made one after another, like the
   numbers on a counter. */
static void choose_from_products(ProductSearch *search, uint8_t *way)
{
    int size = search->first->size, depth = 0, levels[MOST_LEVELS], indices[MOST_LEVELS + 1] = {0};
    for (int level = 0; level < search->levels; level++) {
        if (search->orbits[level] > 1) {
            levels[depth++] = level;
        }
    }
    *search->nodes -= search->products / PRODUCTS_A_NODE;
    Choice choice = {.search = search, .steps = 4 * size, .best = way};
    prepare(&choice);
    Permutation products_to[MOST_LEVELS + 1], sources;
    for (int line = 0; line < 2 * size; line++) {
        products_to[0][line] = (uint8_t)line;
    }
    for (int at = 0; at >= 0;) {
        if (at == depth) {
            for (int line = 0; line < 2 * size; line++) {
                sources[line] = search->sources[products_to[at][line]];
            }
            choose(&choice, sources);
            at--;
        } else if (indices[at] == search->orbits[levels[at]]) {
            indices[at--] = 0;
        } else {
            const uint8_t *way_back = search->ways_back[levels[at]][indices[at]++];
            for (int line = 0; line < 2 * size; line++) {
                products_to[at + 1][line] = way_back[products_to[at][line]];
            }
            at++;
        }
    }
}

int64_t search_by_products(PairSearch *memory, const Grid *first, const Grid *second,
                             const Colours *one, const Colours *two, int64_t *nodes, uint8_t *way)
{
    ProductSearch *search = &memory->products;
    Classes classes;
    search->first = first, search->second = second, search->nodes = nodes;
    search->number_of_generators = 0, search->products = 1;
    write_cells(first, search->first_cells);
    write_cells(second, search->second_cells);
    search->colours[0] = *two;
    if (!write_base(search)) {
        return TOO_HARD;
    }
    search->trials[0] = *one;
    if (refine_further(first, &search->trials[0], &classes, nodes) != search->sum ||
        !descend(search, first, 0, search->sources)) {
        return *nodes > 0 ? 0 : TOO_HARD;
    }
    /* From the deepest level on: the symmetries found there leave more lines in place, and help at
       all levels above. */
    for (int level = search->levels - 1; level >= 0; level--) {
        if (!write_orbit(search, level)) {
            return TOO_HARD;
        }
    }
    choose_from_products(search, way);
    return 1;
}
