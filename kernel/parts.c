/* Decide whether a grid is part of another grid, the whole: whether a transformation moves all
   its clues onto equal clues of the whole. This takes one or two µs for most pairs of puzzles.
   The method is that of programs for subgraph isomorphism (Ullmann, An algorithm for subgraph
   isomorphism, 1976), with counts that rule out images early.

   The bands of the part are assigned to bands of the whole, then its stacks, rows and columns, by
   a depth-first search on an explicit stack. A box of the part must have at most as many clues as
   the box of the whole to which it is assigned; the same holds for each row within each stack,
   and for each column within each band. At last each clue of a column must be moved onto a clue
   of the whole; the new names of the digits follow from these clues. Lines and blocks without
   clues are not assigned: they can take the remaining places.

   The numbers of clues in the rows of a band depend only on the bands and stacks. So if the rows
   of one band fit nowhere, the search goes back to the stacks, whatever the other rows are.
   Whatever the rows and columns are, each digit of the part must become a digit of the whole that
   is in all boxes to which its clues are moved. So if a digit fits nowhere, the search does not
   assign rows. */

#include "colours.h"

#include <string.h>

enum { MOST_ITEMS = 4 * MOST_A_SIDE };

/* The numbers of clues of a grid, by its rows and columns or, if the grid is turned, with rows
   and columns exchanged. `in_columns` has the clues of each column as bits, one for each row. */
typedef struct {
    uint8_t cells[MOST_CELLS];
    uint8_t boxes[MOST_A_SIDE][MOST_A_SIDE];            /* of each band in each stack */
    uint8_t rows_in_stacks[MOST_A_SIDE][MOST_A_SIDE];   /* of each row in each stack */
    uint8_t columns_in_bands[MOST_A_SIDE][MOST_A_SIDE]; /* of each column in each band */
    uint8_t rows[MOST_A_SIDE], columns[MOST_A_SIDE];
    /* The numbers of the rows of each band, and of the columns of each stack, in descending
       order. */
    uint8_t sorted_rows[MOST_A_SIDE], sorted_columns[MOST_A_SIDE];
    uint64_t in_columns[MOST_A_SIDE];
    /* the boxes that contain a digit, as bits: bit `band * stacks + stack` */
    uint32_t boxes_of_digits[MOST_A_SIDE + 1];
} Counts;

static void sort_within(const uint8_t *numbers, int size, int length, uint8_t *sorted)
{
    for (int i = 0; i < size; i++) {
        int place = i;
        for (; place % length != 0 && sorted[place - 1] < numbers[i]; place--) {
            sorted[place] = sorted[place - 1];
        }
        sorted[place] = numbers[i];
    }
}

static void count(const Grid *grid, bool is_turned, Counts *counts)
{
    int size = grid->size;
    *counts = (Counts){0};
    for (int k = 0; k < grid->number_of_clues; k++) {
        Clue clue = grid->clues[k];
        int row = clue.row, column = clue.column - size;
        if (is_turned) {
            row = column, column = clue.row;
        }
        int band = row / grid->height, stack = column / grid->width;
        counts->cells[row * size + column] = clue.digit;
        counts->boxes[band][stack]++;
        counts->boxes_of_digits[clue.digit] |= (uint32_t)1 << (band * grid->height + stack);
        counts->rows_in_stacks[row][stack]++;
        counts->rows[row]++;
        counts->columns_in_bands[column][band]++;
        counts->columns[column]++;
        counts->in_columns[column] |= (uint64_t)1 << row;
    }
    sort_within(counts->rows, size, grid->height, counts->sorted_rows);
    sort_within(counts->columns, size, grid->width, counts->sorted_columns);
}

/* The kinds of items that are assigned, in this order. */
typedef enum { BAND, STACK, ROW, COLUMN } Kind;

/* A block or line of the part that must be assigned. `number` is its number. `group` is the index
   of the first item of this kind in the same block. */
typedef struct {
    Kind kind;
    int number, group;
} Item;

/* The counts of a part in one orientation, and its items. */
typedef struct {
    Counts counts;
    int number_of_items, first_row, first_column; /* indices of items */
    Item items[MOST_ITEMS];
} Part;

struct PartSearch {
    int height, width, size;
    bool has_part; /* whether the part of the previous search is here, to be used again */
    uint8_t part_cells[MOST_CELLS];
    Grid grid;
    int clues; /* of the part */
    Part parts[2];
    const Part *part; /* the orientation that is searched */
    Counts whole;
    uint8_t bands[MOST_A_SIDE], stacks[MOST_A_SIDE], rows[MOST_A_SIDE], columns[MOST_A_SIDE];
    uint64_t used[4];                 /* of each kind, as bits */
    int next[MOST_ITEMS + 1];         /* the place that is tried next for each item */
    /* the clues of the part's columns as bits, with each row at the place to which it is assigned */
    uint64_t in_columns[MOST_A_SIDE];
    /* the names of the digits before each item is assigned; 0 if a digit has no name */
    uint8_t names[MOST_ITEMS + 1][MOST_A_SIDE + 1];
    uint64_t used_names[MOST_ITEMS + 1];
};

/* Add the blocks of a kind that have clues or, for the kinds ROW and COLUMN, the lines with clues
   of each such block. In each block, lines with more clues come first. */
static void add_items(Part *part, Kind kind, int size, int length)
{
    bool are_rows = kind == BAND || kind == ROW;
    const uint8_t *numbers = are_rows ? part->counts.rows : part->counts.columns;
    for (int start = 0; start < size; start += length) {
        int group = part->number_of_items;
        if ((are_rows ? part->counts.sorted_rows : part->counts.sorted_columns)[start] == 0) {
            continue;
        }
        if (kind == BAND || kind == STACK) {
            part->items[part->number_of_items++] = (Item){kind, start / length, group};
            continue;
        }
        for (int i = start; i < start + length; i++) {
            if (numbers[i] == 0) {
                continue;
            }
            int place = part->number_of_items++;
            for (; place > group && numbers[part->items[place - 1].number] < numbers[i];
                 place--) {
                part->items[place] = part->items[place - 1];
            }
            part->items[place] = (Item){kind, i, group};
        }
    }
}

static void prepare_part(PartSearch *search, int turn)
{
    Part *part = &search->parts[turn];
    int size = search->size;
    count(&search->grid, turn, &part->counts);
    part->number_of_items = 0;
    add_items(part, BAND, size, search->height);
    add_items(part, STACK, size, search->width);
    part->first_row = part->number_of_items;
    add_items(part, ROW, size, search->height);
    part->first_column = part->number_of_items;
    add_items(part, COLUMN, size, search->width);
}

static bool is_at_most(const uint8_t *part, const uint8_t *whole, int length)
{
    for (int i = 0; i < length; i++) {
        if (part[i] > whole[i]) {
            return false;
        }
    }
    return true;
}

/* Return whether a line of the part has in each block at most the clues that a line of the whole
   has in the block to which it is assigned. */
static bool fits_in_blocks(const uint8_t *part, const uint8_t *whole, const uint8_t *blocks,
                           int number)
{
    for (int block = 0; block < number; block++) {
        if (part[block] > 0 && part[block] > whole[blocks[block]]) {
            return false;
        }
    }
    return true;
}

/* Return whether a stack of the part may be assigned to a stack of the whole: each of its boxes
   must have at most as many clues, and each of its columns, within each band, at most as many
   clues as some column of the whole. */
static bool fits_stack(const PartSearch *search, int stack, int place)
{
    const Counts *part = &search->part->counts, *whole = &search->whole;
    int width = search->width, first = stack * width, other = place * width;
    for (int band = 0; band < width; band++) {
        int clues = part->boxes[band][stack];
        if (clues > 0 && clues > whole->boxes[search->bands[band]][place]) {
            return false;
        }
    }
    for (int column = first; column < first + width; column++) {
        bool fits = part->columns[column] == 0;
        for (int i = other; i < other + width && !fits; i++) {
            fits = fits_in_blocks(part->columns_in_bands[column], whole->columns_in_bands[i],
                                  search->bands, width);
        }
        if (!fits) {
            return false;
        }
    }
    return true;
}

/* Return whether each digit of the part may become a digit of the whole, after all bands and
   stacks are assigned: a digit that is in all boxes to which the clues of the part's digit are
   moved. */
static bool digits_fit_in_boxes(const PartSearch *search)
{
    int stacks = search->height;
    for (int digit = 1; digit <= search->size; digit++) {
        uint32_t boxes = search->part->counts.boxes_of_digits[digit], places = 0;
        for (int box = 0; boxes >> box != 0; box++) {
            if ((boxes >> box & 1) != 0) {
                places |= (uint32_t)1 << (search->bands[box / stacks] * stacks +
                                          search->stacks[box % stacks]);
            }
        }
        bool fits = false;
        for (int name = 1; name <= search->size && !fits; name++) {
            fits = (places & ~search->whole.boxes_of_digits[name]) == 0;
        }
        if (!fits) {
            return false;
        }
    }
    return true;
}

/* Return whether all clues of a column of the part are moved onto clues of a column of the whole,
   and their digits can be renamed to the digits there. Write the names of digits after this
   assignment. */
static bool fits_column(PartSearch *search, int depth, int column, int place)
{
    if ((search->in_columns[column] & ~search->whole.in_columns[place]) != 0) {
        return false;
    }
    int size = search->size;
    uint8_t *names = search->names[depth + 1];
    memcpy(names, search->names[depth], sizeof search->names[depth]);
    uint64_t used = search->used_names[depth];
    for (int row = 0; row < size; row++) {
        int digit = search->part->counts.cells[row * size + column];
        if (digit == 0) {
            continue;
        }
        uint8_t name = search->whole.cells[search->rows[row] * size + place];
        uint64_t bit = (uint64_t)1 << name;
        if (names[digit] != name && (names[digit] != 0 || (used & bit) != 0)) {
            return false;
        }
        names[digit] = name;
        used |= bit;
    }
    search->used_names[depth + 1] = used;
    return true;
}

/* Write the clues of the part's columns, after its rows are assigned. */
static void move_rows(PartSearch *search)
{
    int size = search->size;
    memset(search->in_columns, 0, sizeof search->in_columns);
    for (int row = 0; row < size; row++) {
        for (int column = 0; column < size; column++) {
            if (search->part->counts.cells[row * size + column] != 0) {
                search->in_columns[column] |= (uint64_t)1 << search->rows[row];
            }
        }
    }
}

/* Assign an item to the next place where it fits; return false if there is no such place. */
static bool assign_next(PartSearch *search, int depth, int64_t *nodes)
{
    Item item = search->part->items[depth];
    int first = 0, number = 0;
    uint8_t *places = NULL;
    const Counts *part = &search->part->counts, *whole = &search->whole;
    switch (item.kind) {
    case BAND:
        number = search->width, places = search->bands;
        break;
    case STACK:
        number = search->height, places = search->stacks;
        break;
    case ROW:
        number = search->height, places = search->rows;
        first = search->bands[item.number / search->height] * number;
        break;
    case COLUMN:
        number = search->width, places = search->columns;
        first = search->stacks[item.number / search->width] * number;
        break;
    }
    while (search->next[depth] < number) {
        int place = first + search->next[depth]++;
        uint64_t bit = (uint64_t)1 << place;
        if ((search->used[item.kind] & bit) != 0) {
            continue;
        }
        (*nodes)--;
        bool fits = false;
        switch (item.kind) {
        case BAND:
            fits = is_at_most(part->sorted_rows + item.number * search->height,
                              whole->sorted_rows + place * search->height, search->height);
            break;
        case STACK:
            fits = is_at_most(part->sorted_columns + item.number * search->width,
                              whole->sorted_columns + place * search->width, search->width) &&
                   fits_stack(search, item.number, place);
            break;
        case ROW:
            fits = fits_in_blocks(part->rows_in_stacks[item.number], whole->rows_in_stacks[place],
                                  search->stacks, search->height);
            break;
        case COLUMN:
            fits = fits_column(search, depth, item.number, place);
            break;
        }
        if (fits) {
            places[item.number] = (uint8_t)place;
            search->used[item.kind] |= bit;
            return true;
        }
    }
    return false;
}

/* Free the place of an item, so that its next place can be tried. */
static void take_back(PartSearch *search, int depth)
{
    Item item = search->part->items[depth];
    const uint8_t *places[] = {search->bands, search->stacks, search->rows, search->columns};
    search->used[item.kind] &= ~((uint64_t)1 << places[item.kind][item.number]);
}

/* Compare the cells of the whole to which the clues of the part are moved with the cells that
   were found before. Return the number of different sets of cells, 1 or 2, and write the first. */
static int64_t compare_image(const PartSearch *search, int64_t found, uint8_t *image)
{
    int size = search->size;
    uint8_t cells[MOST_CELLS] = {0};
    for (int row = 0; row < size; row++) {
        for (int column = 0; column < size; column++) {
            if (search->part->counts.cells[row * size + column] != 0) {
                int cell = search->rows[row] * size + search->columns[column];
                cells[cell] = search->whole.cells[cell];
            }
        }
    }
    size_t length = (size_t)size * (size_t)size;
    if (found == 0) {
        memcpy(image, cells, length);
    }
    return memcmp(image, cells, length) == 0 ? 1 : 2;
}

/* Search in one orientation. Return the number of different images, including those that were
   found before, at most 2; or TOO_HARD. */
static int64_t search_orientation(PartSearch *search, int64_t found, int64_t *nodes, uint8_t *image)
{
    const Part *part = search->part;
    int first_row = part->first_row, first_column = part->first_column, depth = 0;
    memset(search->used, 0, sizeof search->used);
    memset(search->names[first_column], 0, sizeof search->names[first_column]);
    search->used_names[first_column] = 0;
    search->next[0] = 0;
    int deepest = 0; /* the greatest depth with the bands and stacks as they are */
    while (depth >= 0) {
        if (*nodes <= 0) {
            return TOO_HARD;
        }
        if (depth == search->part->number_of_items) {
            found = compare_image(search, found, image);
            if (found > 1) {
                return found;
            }
        } else if (assign_next(search, depth, nodes)) {
            depth++;
            if (depth == first_row && !digits_fit_in_boxes(search)) {
                take_back(search, --depth);
                continue;
            }
            search->next[depth] = 0;
            deepest = depth > deepest || depth <= first_row ? depth : deepest;
            if (depth == first_column) {
                move_rows(search);
            }
            continue;
        } else if (search->part->items[depth].kind == ROW) {
            /* No rows of this band, or of a later one, have been assigned: they fit nowhere. */
            int end = depth, group = part->items[depth].group;
            while (end < first_column && part->items[end].group == group) {
                end++;
            }
            if (depth == group && deepest < end) {
                search->used[ROW] = 0;
                depth = first_row;
            }
        }
        depth--;
        if (depth >= 0) {
            take_back(search, depth);
        }
    }
    return found;
}

size_t size_of_part_search(void)
{
    return sizeof(PartSearch);
}

int64_t images_in(const uint8_t *cells, int height, int width, int64_t *nodes, PartSearch *search,
                  uint8_t *image)
{
    int size = height * width, turns = height == width ? 2 : 1;
    size_t length = (size_t)size * (size_t)size;
    if (!search->has_part || memcmp(search->part_cells, cells, length) != 0) {
        memcpy(search->part_cells, cells, length);
        search->height = height, search->width = width, search->size = size;
        search->has_part = read_grid(search->part_cells, height, width, &search->grid);
        if (!search->has_part) {
            return NO_GRID;
        }
        search->clues = search->grid.number_of_clues;
        for (int turn = 0; turn < turns; turn++) {
            prepare_part(search, turn);
        }
    }
    if (!read_grid(cells + length, height, width, &search->grid)) {
        return NO_GRID;
    }
    if (search->clues > search->grid.number_of_clues) {
        return 0;
    }
    count(&search->grid, false, &search->whole);
    int64_t found = 0;
    for (int turn = 0; turn < turns && found >= 0 && found < 2; turn++) {
        search->part = &search->parts[turn];
        found = search_orientation(search, found, nodes, image);
    }
    return found;
}
