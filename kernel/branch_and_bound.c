/* The transformation with the fewest steps between two grids, by branch and bound. This takes a
   few µs for most grids that are not complete, even if they have very many symmetries.

   The gather lists of a transformation are chosen entry by entry, in the order in which
   transformations are compared: the rotation, then bands, stacks, rows, columns. For each entry,
   the blocks or lines of its colour are tried one after another, beginning with the smallest
   number. The entry and the block or line are marked, and the colours are refined again. A branch
   ends if it needs more steps than a limit: the colours then force so many parts to change. The
   limit begins at the fewest steps that the colours allow, and rises to the fewest that a branch
   needed (Korf, Depth-first iterative-deepening, 1985). So the first transformation that is found
   has the fewest steps and, of several, is the first in order.

   For blank lines of a block there is no choice: they are assigned in ascending order. Other
   orders of blank lines would change no cell. A list that changes nothing is in ascending order,
   so this order needs the fewest steps, and it is the first in order. The same holds for blank
   blocks. */

#include "search.h"

#include <stddef.h>

enum { NONE = -1, FAILED = -2 };

/* The colours of both grids. The colours of the first grid are in the order that its lines have
   after the rotation. In `blocks`, stacks follow the bands. */
typedef struct {
    uint64_t one[MOST_LINES], two[MOST_LINES];
    uint64_t blocks_one[MOST_BLOCKS], blocks_two[MOST_BLOCKS];
} View;

/* One side of the grids: its rows and bands, or its columns and stacks. */
typedef struct {
    int blocks, length;          /* the number of blocks, and of lines in a block */
    int first_block, first_line; /* in the arrays of a view */
} Side;

static Side side_of(const Grid *grid, bool are_columns)
{
    int height = grid->height, width = grid->width;
    return are_columns ? (Side){height, width, .first_block = width, .first_line = grid->size}
                       : (Side){width, height, .first_block = 0, .first_line = 0};
}

static void write_view(const BranchSearch *search, const Frame *frame, View *view)
{
    for (int side = 0; side < 2; side++) {
        Side here = side_of(search->first, side);
        int line = here.first_line;
        for (int block = here.first_block; block < here.first_block + here.blocks; block++) {
            uint64_t one = 0, two = 0;
            for (int i = 0; i < here.length; i++, line++) {
                view->one[line] = frame->one.lines[search->places[line]];
                view->two[line] = frame->two.lines[line];
                one += mixed(view->one[line]);
                two += mixed(view->two[line]);
            }
            view->blocks_one[block] = one;
            view->blocks_two[block] = two;
        }
    }
}

/* Return whether the lines of a block of the first grid have the same colours, line after line,
   as the lines of a block of the second grid, so that their order need not change. */
static bool are_in_order(const View *view, const Side *side, int block_one, int block_two)
{
    const uint64_t *one = view->one + side->first_line + block_one * side->length;
    const uint64_t *two = view->two + side->first_line + block_two * side->length;
    for (int i = 0; i < side->length; i++) {
        if (one[i] != two[i]) {
            return false;
        }
    }
    return true;
}

/* Return a lower bound of the number of steps on one side, the rows or the columns, for all
   transformations that respect these colours. There are two cases. If the blocks stay in place,
   each block whose lines must move costs a step. If the blocks move, this costs a step, and so
   does each block whose lines must move wherever the block goes. */
static int least_steps_of_side(const View *view, const Side *side)
{
    const uint64_t *one = view->blocks_one + side->first_block;
    const uint64_t *two = view->blocks_two + side->first_block;
    int if_in_place = 0, if_moved = 1;
    bool can_stay = true;
    for (int block = 0; block < side->blocks; block++) {
        bool is_in_order = false;
        for (int other = 0; other < side->blocks && !is_in_order; other++) {
            is_in_order = one[other] == two[block] && are_in_order(view, side, other, block);
        }
        if_moved += !is_in_order;
        can_stay = can_stay && one[block] == two[block];
        if_in_place += can_stay && !are_in_order(view, side, block, block);
    }
    return can_stay && if_in_place < if_moved ? if_in_place : if_moved;
}

static int least_steps(const BranchSearch *search, const Frame *frame, const View *view)
{
    const Grid *first = search->first, *second = search->second;
    int steps = search->rotation != 0;
    for (int side = 0; side < 2; side++) {
        Side here = side_of(first, side);
        steps += least_steps_of_side(view, &here);
    }
    for (int digit = 1; digit <= first->size; digit++) {
        if (first->is_used[digit] && (!second->is_used[digit] ||
                                      frame->one.digits[digit] != frame->two.digits[digit])) {
            return steps + 1;
        }
    }
    return steps;
}

static int number_equal(const uint64_t *colours, int number, uint64_t colour)
{
    int found = 0;
    for (int i = 0; i < number; i++) {
        found += colours[i] == colour;
    }
    return found;
}

static int place_of(const uint64_t *colours, uint64_t colour)
{
    int place = 0;
    while (colours[place] != colour) {
        place++;
    }
    return place;
}

/* Return the first entry of the gather lists (index lists) for which the colours leave a choice:
   the number of a block of the second grid, or, counted after all blocks, the number of a line.
   Return NONE if the colours leave no choice, and FAILED if an entry has no candidate. */
static int entry_with_choice(const BranchSearch *search, const View *view)
{
    const Grid *second = search->second;
    for (int side = 0; side < 2; side++) {
        Side here = side_of(second, side);
        for (int block = here.first_block; block < here.first_block + here.blocks; block++) {
            int candidates = number_equal(view->blocks_one + here.first_block, here.blocks,
                                          view->blocks_two[block]);
            if (candidates == 0 || (candidates > 1 && !search->is_blank_block[block])) {
                return candidates == 0 ? FAILED : block;
            }
        }
    }
    for (int side = 0; side < 2; side++) {
        Side here = side_of(second, side);
        for (int i = 0; i < second->size; i++) {
            int line = here.first_line + i;
            if (!second->has_clues[line]) {
                continue;
            }
            uint64_t colour = view->blocks_two[here.first_block + i / here.length];
            int block = place_of(view->blocks_one + here.first_block, colour);
            int candidates = number_equal(view->one + here.first_line + block * here.length,
                                          here.length, view->two[line]);
            if (candidates != 1) {
                return candidates == 0 ? FAILED : MOST_BLOCKS + line;
            }
        }
    }
    return NONE;
}

/* Assign to each line (or block) of the second grid the first line (or block) of the first grid
   that has its colour and is not assigned yet. Return false if there is no such line (or block). */
static bool assign(const uint64_t *one, const uint64_t *two, int number, uint8_t *list)
{
    bool is_assigned[MOST_OF_PAIRS] = {false};
    for (int i = 0; i < number; i++) {
        int other = 0;
        while (other < number && (is_assigned[other] || one[other] != two[i])) {
            other++;
        }
        if (other == number) {
            return false;
        }
        is_assigned[other] = true;
        list[i] = (uint8_t)other;
    }
    return true;
}

/* Write the gather lists (index lists that reorder lines) that the colours determine; return
   false if there are no such lists. */
static bool write_lists(const View *view, const Side *side, uint8_t *blocks, uint8_t *lines)
{
    if (!assign(view->blocks_one + side->first_block, view->blocks_two + side->first_block,
                side->blocks, blocks)) {
        return false;
    }
    for (int block = 0; block < side->blocks; block++) {
        if (!assign(view->one + side->first_line + blocks[block] * side->length,
                    view->two + side->first_line + block * side->length, side->length,
                    lines + block * side->length)) {
            return false;
        }
    }
    return true;
}

/* Write the new names of digits that make the reordered first grid equal to the second; return
   false if a clue is moved to a blank cell, or if no renaming fits all clues. */
static bool write_names(const BranchSearch *search, Way *way)
{
    const Grid *first = search->first, *second = search->second;
    int size = first->size, height = first->height, width = first->width;
    bool is_name[MOST_OF_PAIRS + 1] = {false};
    if (first->number_of_clues != second->number_of_clues) {
        return false;
    }
    for (int k = 0; k < second->number_of_clues; k++) {
        Clue clue = second->clues[k];
        int row = clue.row, column = clue.column - size;
        int one = search->places[way->bands[row / height] * height + way->rows[row]];
        int other = search->places[size + way->stacks[column / width] * width +
                                   way->columns[column]];
        int cell = one < size ? one * size + other - size : other * size + one - size;
        int digit = search->cells[cell];
        if (digit == 0 || (way->digits[digit - 1] != clue.digit &&
                           (way->digits[digit - 1] != 0 || is_name[clue.digit]))) {
            return false;
        }
        way->digits[digit - 1] = clue.digit;
        is_name[clue.digit] = true;
    }
    return true;
}

/* Write the transformation that the colours determine, and return the number of its steps; return
   FAILED if it does not lead to the second grid. */
static int write_found(const BranchSearch *search, const View *view, Way *way)
{
    const Grid *first = search->first;
    Side rows = side_of(first, false), columns = side_of(first, true);
    *way = (Way){.rotation = (uint8_t)search->rotation};
    if (!write_lists(view, &rows, way->bands, way->rows) ||
        !write_lists(view, &columns, way->stacks, way->columns) || !write_names(search, way)) {
        return FAILED;
    }
    int steps = count_steps_of_lines(way, first->height, first->width);
    for (int digit = 1; digit <= first->size; digit++) {
        if (way->digits[digit - 1] != 0 && way->digits[digit - 1] != digit) {
            steps++;
            break;
        }
    }
    complete_names(way->digits, first->size);
    return steps;
}

/* Mark a block or a line of a grid; `places[i]` is the line of the grid at place i; `places` is
   NULL if this is line i. Return the checksum of the refined colours. */
static uint64_t mark(const BranchSearch *search, const Grid *grid, const uint8_t *places,
                     const Colours *before, int first, int number, Colours *after)
{
    Classes classes;
    *after = *before;
    for (int place = first; place < first + number; place++) {
        uint64_t *colour = &after->lines[places == NULL ? place : places[place]];
        *colour = marked(*colour);
    }
    return refine_further(grid, after, &classes, search->nodes);
}

/* Go to the next candidate of the entry that is chosen in this frame, and mark it in the next
   frame. Return false if there are no more candidates. */
static bool try_next(BranchSearch *search, Frame *frame, const View *view)
{
    bool is_block = frame->entry < MOST_BLOCKS;
    int number = is_block ? frame->entry : frame->entry - MOST_BLOCKS;
    Side side = side_of(search->first, is_block ? number >= search->first->width
                                                : number >= search->first->size);
    const uint64_t *one = view->blocks_one + side.first_block;
    int candidates = side.blocks, length = side.length, start = side.first_line;
    int marked_two = start + (number - side.first_block) * length;
    uint64_t wanted;
    if (is_block) {
        wanted = view->blocks_two[number];
    } else {
        int block_two = side.first_block + (number - side.first_line) / length;
        start += place_of(one, view->blocks_two[block_two]) * length;
        one = view->one + start;
        wanted = view->two[number];
        candidates = side.length, length = 1, marked_two = number;
    }
    Frame *next = frame + 1;
    for (int i = frame->next; i < candidates && *search->nodes > 0; i++) {
        if (one[i] != wanted) {
            continue;
        }
        if (frame->next == 0) {
            frame->sum = mark(search, search->second, NULL, &frame->two, marked_two, length,
                              &next->two);
        }
        frame->next = i + 1;
        if (mark(search, search->first, search->places, &frame->one, start + i * length, length,
                 &next->one) == frame->sum) {
            return true;
        }
    }
    return false;
}

/* Search with one rotation, for transformations that need at most `limit` steps. Return 1 and
   write the transformation if one is found, otherwise 0. If branches ended because they need more
   steps, lower `further` to the least number of steps that one of them needs. */
static int search_rotation(BranchSearch *search, int limit, int *further, Way *way)
{
    View view;
    int depth = 0;
    search->frames[0].entry = NONE;
    bool is_new = true;
    while (depth >= 0 && *search->nodes > 0) {
        Frame *frame = &search->frames[depth];
        write_view(search, frame, &view);
        if (is_new) {
            int steps = least_steps(search, frame, &view);
            frame->next = 0;
            frame->entry = steps > limit ? FAILED : entry_with_choice(search, &view);
            if (frame->entry == NONE) {
                steps = write_found(search, &view, way);
                if (steps != FAILED && steps <= limit) {
                    return 1;
                }
            }
            if (steps > limit && steps < *further) {
                *further = steps;
            }
        }
        is_new = frame->entry >= 0 && depth + 1 < MOST_FRAMES && try_next(search, frame, &view);
        depth += is_new ? 1 : -1;
    }
    return 0;
}

/* Prepare the search with a rotation: put the lines of the first grid into the order that they
   have after the rotation. */
static void write_places(BranchSearch *search, int rotation)
{
    int size = search->first->size;
    search->rotation = rotation;
    for (int i = 0; i < size; i++) {
        int back = size - 1 - i; /* a quarter turn makes the last row the first column */
        int rows[4] = {i, size + i, back, size + back};
        int columns[4] = {size + i, back, size + back, i};
        search->places[i] = (uint8_t)rows[rotation];
        search->places[size + i] = (uint8_t)columns[rotation];
    }
}

int64_t search_by_branches(PairSearch *memory, const Grid *first, const Grid *second,
                          const Colours *one, const Colours *two, int64_t *nodes, uint8_t *way)
{
    BranchSearch *search = &memory->branches;
    int size = first->size, step = first->height == first->width ? 1 : 2, first_line = 0;
    search->first = first, search->second = second, search->nodes = nodes;
    write_cells(first, search->cells);
    for (int block = 0; block < first->width + first->height; block++) {
        int length = block < first->width ? first->height : first->width;
        search->is_blank_block[block] = true;
        for (int end = first_line + length; first_line < end; first_line++) {
            search->is_blank_block[block] &= !second->has_clues[first_line];
        }
    }
    /* After the rotation, rows can only become rows. Therefore the columns get other colours than
       the rows. */
    Colours *root = &search->roots[2];
    write_places(search, 0);
    uint64_t sum = mark(search, second, NULL, two, size, size, root);
    for (int quarter = 0; quarter < 2; quarter++) {
        write_places(search, quarter);
        search->is_possible[quarter] =
            (quarter == 0 || step == 1) &&
            mark(search, first, search->places, one, size, size, &search->roots[quarter]) == sum;
    }
    int most = 4 * size, further = 0;
    for (int limit = 0; limit < most; limit = further) {
        further = most;
        for (int rotation = 0; rotation < 4; rotation += step) {
            if (search->is_possible[rotation % 2]) {
                Way found;
                write_places(search, rotation);
                search->frames[0].one = search->roots[rotation % 2];
                search->frames[0].two = *root;
                if (search_rotation(search, limit, &further, &found)) {
                    write_way(&found, first->height, first->width, way);
                    return 1;
                }
            }
        }
        if (*nodes <= 0) {
            return TOO_HARD;
        }
    }
    return 0;
}
