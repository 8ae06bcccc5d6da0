/* Find the least of all copies of a grid, row after row. Copies are compared cell by cell, and a
   blank counts as 0. As for the smallest image of a set (Linton, Finding the smallest image of a
   set, 2004), all beginnings that may lead to the least copy are kept side by side. The Python
   version, for grids whose lines repeat no digit, is `answers.bulk.row_search`.

   A state is the beginning of a copy: whether rows or columns of the grid become its rows, the
   rows chosen so far, the order of the columns, and the new names of digits. The rows of the copy
   so far are the same in all states: the least possible rows. Each step tries every line that may
   come next, and keeps only the states with the least result. Columns that are blank so far have
   no fixed order yet: they come first in their stack, and stacks that are blank so far come
   before all other stacks.

   In a complete grid without repeated digits the first row becomes 1, 2, 3, ... for every order
   of the columns; therefore the first two rows are chosen together, and the columns are ordered
   so that the second row is the least. */

#include "kernel.h"

#include <string.h>

enum { UNNAMED = MOST_A_SIDE + 1, NONE = UINT8_MAX };

typedef struct {
    int size, height, width;
    uint8_t cells[2][MOST_A_SIDE][MOST_A_SIDE]; /* the grid, and its transpose */
    bool is_blank[2][MOST_A_SIDE];              /* by row */
    bool repeats[2][MOST_A_SIDE];               /* by row: whether a digit occurs twice */
    bool is_latin;                              /* complete, and no line repeats a digit */
} Grid;

/* The order of the columns after a row was chosen, and the digits of the row in this order, with
   their new names. */
typedef struct {
    uint8_t order[MOST_A_SIDE], value[MOST_A_SIDE];
    uint8_t open[MOST_A_SIDE]; /* by stack: the number of columns blank so far */
    uint8_t open_stacks;
    /* for each place, the last place with which its column may be exchanged */
    uint8_t last_column[MOST_A_SIDE];
    uint8_t last_stack[MOST_A_SIDE];  /* likewise for each stack */
} Row;

/* Write the grid and its transpose. Return whether all cells are at most the size. */
static bool read_grid(const uint8_t *cells, int height, int width, Grid *grid)
{
    int size = height * width;
    uint32_t digits[2][MOST_A_SIDE] = {{0}};
    memset(grid, 0, sizeof *grid);
    grid->size = size, grid->height = height, grid->width = width;
    grid->is_latin = true;
    for (int cell = 0; cell < size * size; cell++) {
        int place[2] = {cell / size, cell % size};
        uint8_t value = cells[cell]; /* read once: another thread may change it */
        if (value > size) {
            return false;
        }
        grid->is_latin = grid->is_latin && value != 0;
        for (int side = 0; side < 2; side++) {
            uint32_t *line = &digits[side][place[side]];
            if (value != 0 && (*line >> value & 1) != 0) {
                grid->repeats[side][place[side]] = true;
                grid->is_latin = false;
            }
            *line |= (uint32_t)1 << value;
            grid->cells[side][place[side]][place[1 - side]] = value;
        }
    }
    for (int side = 0; side < 2; side++) {
        for (int line = 0; line < size; line++) {
            grid->is_blank[side][line] = digits[side][line] == 1;
        }
    }
    return true;
}

static bool is_blank_band(const Grid *grid, int side, int band)
{
    for (int line = band * grid->height; line < (band + 1) * grid->height; line++) {
        if (!grid->is_blank[side][line]) {
            return false;
        }
    }
    return true;
}

/* Return whether a line may be the next row. If several blank lines could be exchanged, only the
   first of them may; the same holds for blank bands. */
static bool may_follow(const Grid *grid, const State *state, int row, int line)
{
    int height = grid->height, band = line / height, side = state->side;
    if ((state->used >> line & 1) != 0 ||
        (row % height != 0 && state->rows[row - 1] / height != band)) {
        return false;
    }
    for (int other = band * height; grid->is_blank[side][line] && other < line; other++) {
        if (grid->is_blank[side][other] && (state->used >> other & 1) == 0) {
            return false;
        }
    }
    if (row % height == 0 && is_blank_band(grid, side, band)) {
        for (int other = 0; other < band; other++) {
            if (is_blank_band(grid, side, other) && (state->used >> other * height & 1) == 0) {
                return false;
            }
        }
    }
    return true;
}

static void swap_bytes(uint8_t *one, uint8_t *two, int count)
{
    for (int k = 0; k < count; k++) {
        uint8_t kept = one[k];
        one[k] = two[k];
        two[k] = kept;
    }
}

/* Order the columns that have no fixed order yet so that the line becomes the least. */
static void look_at(const Grid *grid, const State *state, int line, Row *row)
{
    int size = grid->size, width = grid->width, stacks = size / width;
    const uint8_t *cells = grid->cells[state->side][line];
    uint8_t *value = row->value, was_open[MOST_A_SIDE];
    memcpy(row->order, state->order, (size_t)size);
    memcpy(was_open, state->open, (size_t)stacks);
    for (int place = 0; place < size; place++) {
        uint8_t digit = cells[row->order[place]];
        value[place] = digit != 0 && state->names[digit] == 0 ? UNNAMED : state->names[digit];
        row->last_column[place] = (uint8_t)place;
    }
    for (int stack = 0; stack < stacks; stack++) { /* insertion sort */
        int start = stack * width;
        for (int place = start + 1; place < start + was_open[stack]; place++) {
            for (int k = place; k > start && value[k - 1] > value[k]; k--) {
                swap_bytes(&value[k - 1], &value[k], 1);
                swap_bytes(&row->order[k - 1], &row->order[k], 1);
            }
        }
    }
    for (int stack = 1; stack < state->open_stacks; stack++) {
        for (int k = stack; k > 0; k--) {
            uint8_t *above = &value[(k - 1) * width], *below = &value[k * width];
            if (memcmp(above, below, (size_t)width) <= 0) {
                break;
            }
            swap_bytes(above, below, width);
            swap_bytes(&row->order[(k - 1) * width], &row->order[k * width], width);
        }
    }
    row->open_stacks = 0;
    for (int stack = stacks - 1; stack >= 0; stack--) {
        const uint8_t *first = &value[stack * width];
        int open = 0, last = was_open[stack] - 1;
        for (; open < was_open[stack] && first[open] == 0; open++) {
        }
        row->open[stack] = (uint8_t)open;
        for (int k = last; k >= open && first[k] == UNNAMED; k--) {
            row->last_column[stack * width + k] = (uint8_t)(stack * width + last);
        }
        bool is_like_next = stack + 1 < state->open_stacks && open < width &&
                            memcmp(first, first + width, (size_t)width) == 0;
        row->last_stack[stack] = is_like_next ? row->last_stack[stack + 1] : (uint8_t)stack;
        if (stack < state->open_stacks && open == width) {
            row->open_stacks++;
        }
    }
    uint8_t named = state->named;
    for (int place = 0; place < size; place++) {
        if (value[place] == UNNAMED) {
            value[place] = ++named;
        }
    }
}

/* Add the state that results from choosing the line as row i, with the order of the columns in
   `row`. */
static void add(const Grid *grid, const State *state, int i, int line, const Row *row,
                States *states)
{
    if (states->count == MOST_STATES) {
        states->is_full = true;
        return;
    }
    State *next = &states->states[states->count++];
    *next = *state;
    next->used |= (uint32_t)1 << line;
    next->rows[i] = (uint8_t)line;
    next->open_stacks = row->open_stacks;
    memcpy(next->order, row->order, sizeof next->order);
    memcpy(next->open, row->open, sizeof next->open);
    for (int place = 0; place < grid->size; place++) {
        uint8_t digit = grid->cells[state->side][line][row->order[place]];
        next->names[digit] = row->value[place];
        if (row->value[place] > next->named) {
            next->named = row->value[place];
        }
    }
}

/* A column, or a stack of `length` columns, that may be exchanged with equal neighbours: with
   each neighbour from its own number, `number`, up to the number `last`. At present it is
   exchanged with the neighbour `other`. */
typedef struct {
    uint8_t number, last, other, length;
} Exchange;

static void exchange(const Exchange *one, uint8_t *order)
{
    uint8_t kept[MOST_A_SIDE];
    uint8_t *here = &order[one->number * one->length], *there = &order[one->other * one->length];
    memcpy(kept, here, one->length);
    memmove(here, there, one->length); /* they may be the same */
    memcpy(there, kept, one->length);
}

/* List the stacks, then the columns, that may be exchanged with a later one; return the length of
   the list. */
static int list_exchanges(const Grid *grid, const Row *row, Exchange *list)
{
    int number = 0, stacks = grid->size / grid->width;
    for (int k = 0; k < stacks + grid->size; k++) {
        bool is_stack = k < stacks;
        uint8_t one = (uint8_t)(is_stack ? k : k - stacks);
        uint8_t last = is_stack ? row->last_stack[one] : row->last_column[one];
        if (last > one) {
            list[number++] = (Exchange){one, last, one, (uint8_t)(is_stack ? grid->width : 1)};
        }
    }
    return number;
}

/* Add a state for each order of the equal stacks and columns. Their digits get their names in
   this order. */
static void add_all_orders(const Grid *grid, const State *state, int i, int line, Row *row,
                           States *states)
{
    Exchange list[2 * MOST_A_SIDE];
    int number = list_exchanges(grid, row, list), k;
    do {
        add(grid, state, i, line, row, states);
        for (k = number - 1; k >= 0; k--) { /* the next order: the last exchange changes first */
            exchange(&list[k], row->order);
            if (list[k].other < list[k].last) {
                list[k].other++;
                exchange(&list[k], row->order);
                break;
            }
            list[k].other = list[k].number;
        }
    } while (k >= 0 && !states->is_full);
}

/* The order of the columns for a row that repeats a digit. Equal digits get the same name, so the
   least order is not found by sorting. The columns are chosen from left to right: at each place
   only columns with the least value can lead to the least row, and all of them are tried. If
   several blank columns could be exchanged, only the first of them is tried; the same holds for
   blank stacks. Later rows decide their order. */

/* The choice of a column for a place: the columns that already have a place, and the columns with
   the least value that have not been tried yet, both as bits; and the names of the digits so
   far. */
typedef struct {
    uint32_t used, left;
    uint8_t value, named, names[MOST_A_SIDE + 1];
} Option;

typedef struct {
    const Grid *grid;
    const State *state;
    const uint8_t *cells; /* the line */
    int i, line;
    uint8_t slot_of[MOST_A_SIDE]; /* by stack of the grid: its number in the order of the state */
    Option options[MOST_A_SIDE + 1];
} Ordering;

/* Add to the option the columns of a stack that may have the place and that have the least value.
   If there are several blank columns, only the first is added. */
static void add_columns(const Ordering *ordering, int slot, int within, Option *option)
{
    int width = ordering->grid->width, open = ordering->state->open[slot];
    int first = within < open ? 0 : within, last = within < open ? open : within + 1;
    bool has_blank = false;
    for (int k = first; k < last; k++) {
        int column = ordering->state->order[slot * width + k], digit = ordering->cells[column];
        uint8_t name = option->names[digit];
        if ((option->used >> column & 1) != 0 || (digit == 0 && has_blank)) {
            continue;
        }
        has_blank = has_blank || digit == 0;
        uint8_t value = digit != 0 && name == 0 ? (uint8_t)(option->named + 1) : name;
        if (value < option->value) {
            option->value = value;
            option->left = 0;
        }
        if (value == option->value) {
            option->left |= (uint32_t)1 << column;
        }
    }
}

static bool is_blank_here(const Ordering *ordering, int slot)
{
    int width = ordering->grid->width;
    for (int k = slot * width; k < (slot + 1) * width; k++) {
        if (ordering->cells[ordering->state->order[k]] != 0) {
            return false;
        }
    }
    return true;
}

/* List the columns with the least value for a place; `before` is the column at the place before. */
static void list_columns(const Ordering *ordering, int place, int before, Option *option)
{
    const State *state = ordering->state;
    int width = ordering->grid->width, slot = place / width, within = place % width;
    bool has_blank = false;
    option->value = NONE;
    option->left = 0;
    if (within != 0) {
        add_columns(ordering, ordering->slot_of[before / width], within, option);
        return;
    }
    if (slot >= state->open_stacks) {
        add_columns(ordering, slot, 0, option);
        return;
    }
    for (int other = 0; other < state->open_stacks; other++) {
        bool is_blank = is_blank_here(ordering, other);
        if ((option->used >> state->order[other * width] & 1) == 0 && !(is_blank && has_blank)) {
            has_blank = has_blank || is_blank;
            add_columns(ordering, other, 0, option);
        }
    }
}

/* Add the state that results from an order of all columns. */
static void add_order(const Ordering *ordering, Row *row, States *states)
{
    int width = ordering->grid->width, stacks = ordering->grid->size / width;
    row->open_stacks = 0;
    for (int stack = 0; stack < stacks; stack++) {
        int slot = ordering->slot_of[row->order[stack * width] / width], open = 0;
        while (open < ordering->state->open[slot] && row->value[stack * width + open] == 0) {
            open++;
        }
        row->open[stack] = (uint8_t)open;
        if (stack < ordering->state->open_stacks && open == width) {
            row->open_stacks++;
        }
    }
    add(ordering->grid, ordering->state, ordering->i, ordering->line, row, states);
}

/* Add a state for each order of the columns with which the row is the least. `least` is the least
   row of the other states. If this row is less, `least` and the states are replaced. */
static void choose_orders(Ordering *ordering, uint8_t *least, int64_t *nodes, States *states)
{
    Row row = {.open_stacks = 0};
    int size = ordering->grid->size, width = ordering->grid->width, place = 0;
    Option *options = ordering->options;
    for (int slot = 0; slot < size / width; slot++) {
        ordering->slot_of[ordering->state->order[slot * width] / width] = (uint8_t)slot;
    }
    options[0].used = 0;
    options[0].named = ordering->state->named;
    memcpy(options[0].names, ordering->state->names, sizeof options[0].names);
    list_columns(ordering, 0, 0, &options[0]);
    while (place >= 0 && --*nodes >= 0) {
        Option *option = &options[place], *next = option + 1;
        if (option->left == 0 || option->value > least[place]) {
            place--;
            continue;
        }
        if (option->value < least[place]) {
            least[place] = option->value;
            memset(least + place + 1, NONE, (size_t)(size - place - 1));
            states->count = 0;
            states->is_full = false;
        }
        int column = 0;
        while ((option->left >> column & 1) == 0) {
            column++;
        }
        option->left &= option->left - 1;
        row.order[place] = (uint8_t)column;
        row.value[place] = option->value;
        if (place + 1 == size) {
            add_order(ordering, &row, states);
            continue;
        }
        next->used = option->used | (uint32_t)1 << column;
        memcpy(next->names, option->names, sizeof next->names);
        next->names[ordering->cells[column]] = option->value;
        next->named = option->value > option->named ? option->value : option->named;
        list_columns(ordering, ++place, column, next);
    }
}

/* Write the states whose row i is the least; return whether there is room for all of them. */
static bool next_row(const Grid *grid, const States *states, int i, int64_t *nodes, States *next)
{
    uint8_t least[MOST_A_SIDE];
    Row row = {.open_stacks = 0};
    memset(least, UINT8_MAX, sizeof least);
    next->count = 0;
    for (int k = 0; k < states->count; k++) {
        const State *state = &states->states[k];
        for (int line = 0; line < grid->size; line++) {
            if (!may_follow(grid, state, i, line)) {
                continue;
            }
            if (--*nodes < 0) {
                return false;
            }
            if (grid->repeats[state->side][line]) {
                Ordering ordering = {.grid = grid, .state = state, .i = i, .line = line};
                ordering.cells = grid->cells[state->side][line];
                choose_orders(&ordering, least, nodes, next);
                continue;
            }
            look_at(grid, state, line, &row);
            int order = memcmp(row.value, least, (size_t)grid->size);
            if (order < 0) {
                memcpy(least, row.value, sizeof least);
                next->count = 0;
                next->is_full = false;
            }
            if (order <= 0) {
                add_all_orders(grid, state, i, line, &row, next);
            }
        }
    }
    return *nodes >= 0 && !next->is_full;
}

/* Two rows of a complete grid. */
typedef struct {
    const Grid *grid;
    int side, lines[2];
    uint8_t after[MOST_A_SIDE]; /* by column: where the first row has the second row's digit */
} Pair;

/* The places that columns and stacks have got so far; NONE for all others. */
typedef struct {
    uint8_t column_at[MOST_A_SIDE], place_of[MOST_A_SIDE];
    uint8_t stack_at[MOST_A_SIDE], slot_of[MOST_A_SIDE];
} Places;

/* Give a column the first place, from `place` on, that it may have; return this place. */
static int put(Places *places, int width, int column, int place)
{
    int stack = column / width;
    if (places->slot_of[stack] == NONE) {
        int slot = 0;
        while (places->stack_at[slot] != NONE) {
            slot++;
        }
        places->stack_at[slot] = (uint8_t)stack;
        places->slot_of[stack] = (uint8_t)slot;
    }
    if (place < places->slot_of[stack] * width) {
        place = places->slot_of[stack] * width;
    }
    while (places->column_at[place] != NONE) {
        place++;
    }
    places->column_at[place] = (uint8_t)column;
    places->place_of[column] = (uint8_t)place;
    return place;
}

/* Add the state for a pair of rows after all columns have got a place. */
static void add_pair(const Pair *pair, const Places *places, States *states)
{
    if (states->count == MOST_STATES) {
        states->is_full = true;
        return;
    }
    State *state = &states->states[states->count++];
    const uint8_t *first = pair->grid->cells[pair->side][pair->lines[0]];
    memset(state, 0, sizeof *state);
    state->side = (uint8_t)pair->side;
    state->named = (uint8_t)pair->grid->size;
    for (int i = 0; i < 2; i++) {
        state->rows[i] = (uint8_t)pair->lines[i];
        state->used |= (uint32_t)1 << pair->lines[i];
    }
    for (int place = 0; place < pair->grid->size; place++) {
        state->order[place] = places->column_at[place];
        state->names[first[places->column_at[place]]] = (uint8_t)(place + 1);
    }
}

/* A choice of a column for a place: the places before the choice, and the columns from `column`
   up to, but not including, `end` that can still be chosen. If the place already has a column,
   only that column can be chosen. */
typedef struct {
    Places before;
    int column, end;
    bool is_new, is_new_stack; /* whether the place and its stack are empty */
} Choice;

static void begin(Choice *choice, int place, int size, int width)
{
    int here = choice->before.column_at[place], stack = choice->before.stack_at[place / width];
    choice->is_new = here == NONE;
    choice->is_new_stack = stack == NONE;
    choice->column = here != NONE ? here : stack != NONE ? stack * width : 0;
    choice->end = here != NONE ? here + 1 : stack != NONE ? choice->column + width : size;
}

/* Choose the next column whose value in the second row is at most `least`. Write the places
   after this choice, and return the value; return NONE if there is no such column. */
static int choose(const Pair *pair, Choice *choice, int place, int least, int64_t *nodes,
                  Places *after)
{
    const Places *before = &choice->before;
    int width = pair->grid->width, end = choice->end;
    for (int column = choice->column; column < end && --*nodes >= 0; column++) {
        if (choice->is_new && (before->place_of[column] != NONE ||
                               (choice->is_new_stack && before->slot_of[column / width] != NONE))) {
            continue;
        }
        *after = *before;
        if (choice->is_new) {
            put(after, width, column, place);
        }
        int other = pair->after[column];
        int value = after->place_of[other] == NONE ? put(after, width, other, 0)
                                                   : after->place_of[other];
        if (value <= least) {
            choice->column = column + 1;
            return value;
        }
    }
    return NONE;
}

/* Choose the order of all columns of a pair so that the second row is the least; add the states. */
static void choose_columns(const Pair *pair, uint8_t *least, int64_t *nodes, States *states)
{
    Choice choices[MOST_A_SIDE + 1];
    int size = pair->grid->size, width = pair->grid->width, place = 0;
    memset(&choices[0].before, NONE, sizeof choices[0].before);
    begin(&choices[0], 0, size, width);
    while (place >= 0) {
        Choice *next = &choices[place + 1];
        int value = choose(pair, &choices[place], place, least[place], nodes, &next->before);
        if (value == NONE) {
            place--;
            continue;
        }
        if (value < least[place]) {
            least[place] = (uint8_t)value;
            memset(least + place + 1, NONE, (size_t)(size - place - 1));
            states->count = 0;
            states->is_full = false;
        }
        if (place + 1 == size) {
            add_pair(pair, &next->before, states);
        } else {
            begin(next, ++place, size, width);
        }
    }
}

enum { NINE = 9 };

/* The least second rows of all pairs of rows in the bands of 9×9 Sudokus, in ascending order. Each
   digit is the place in which the first row has the digit of the second row. The index of a row
   in this list is its rank. */
static const char LEAST_ROWS[][NINE + 1] = {
    "345678012", "345678021", "345678120", "346078125", "346078152",
    "346078215", "346078512", "346078521", "346178052", "346178502",
    "346178520", "346278501", "346278510", "346782501", "346782510",
};

/* The least and the greatest rank that the least second row of a pair can have. */
typedef struct {
    int8_t least, greatest;
} Ranks;

/* Find the ranks of a pair of rows of a 9×9 grid without ordering its columns. They follow from
   the cycles of `after`, the permutation of the columns, and from whether it moves the columns of
   a stack to one stack or to two. Return false if the permutation leaves a column in its stack,
   because then a box repeats a digit. */
static bool find_ranks(const uint8_t *after, Ranks *ranks)
{
    uint32_t seen = 0;
    int squares = 0; /* the sum of the squares of the cycles' lengths, which tells them apart */
    for (int column = 0; column < NINE; column++) {
        int length = 0;
        if (after[column] / 3 == column / 3) {
            return false;
        }
        for (int next = column; (seen >> next & 1) == 0; next = after[next]) {
            seen |= (uint32_t)1 << next;
            length++;
        }
        squares += length * length;
    }
    bool is_to_one_stack = after[0] / 3 == after[1] / 3 && after[0] / 3 == after[2] / 3;
    switch (squares) {
    case 3 * 3 + 3 * 3 + 3 * 3:
        *ranks = is_to_one_stack ? (Ranks){0, 0} : (Ranks){13, 13};
        return true;
    case 3 * 3 + 6 * 6:
        *ranks = is_to_one_stack ? (Ranks){1, 1} : (Ranks){12, 14};
        return true;
    case 9 * 9:
        *ranks = is_to_one_stack ? (Ranks){2, 2} : (Ranks){8, 11};
        return true;
    case 2 * 2 + 2 * 2 + 5 * 5:
        *ranks = (Ranks){3, 3};
        return true;
    case 2 * 2 + 7 * 7:
        *ranks = (Ranks){4, 7};
        return true;
    case 2 * 2 + 2 * 2 + 2 * 2 + 3 * 3:
        *ranks = (Ranks){5, 5};
        return true;
    case 2 * 2 + 3 * 3 + 4 * 4:
        *ranks = (Ranks){6, 6};
        return true;
    case 4 * 4 + 5 * 5:
        *ranks = (Ranks){9, 9};
        return true;
    default:
        return false;
    }
}

/* Write the columns of the digits in a row. */
static void locate(const Grid *grid, int side, int line, uint8_t *where)
{
    for (int column = 0; column < grid->size; column++) {
        where[grid->cells[side][line][column]] = (uint8_t)column;
    }
}

/* Write for each column where the first row has the digit of the second row. `where` has the
   columns of the digits in the first row. */
static void relate(const Grid *grid, int side, int second, const uint8_t *where, uint8_t *after)
{
    for (int column = 0; column < grid->size; column++) {
        after[column] = where[grid->cells[side][second][column]];
    }
}

/* The least rank that each pair of rows can have, by side, first and second row. */
typedef int8_t LeastRanks[2][NINE][NINE];

/* Find the least rank of each pair of rows in the bands of a 9×9 Sudoku, and write the highest
   rank that a pair with the least second row can have. Return false if the grid is no Sudoku. */
static bool find_all_ranks(const Grid *grid, LeastRanks least, int8_t *highest)
{
    uint8_t where[MOST_A_SIDE + 1], after[MOST_A_SIDE];
    *highest = INT8_MAX;
    for (int side = 0; side < 2; side++) {
        for (int one = 0; one < NINE; one++) {
            locate(grid, side, one, where);
            for (int two = one + 1; two / 3 == one / 3; two++) {
                Ranks ranks;
                relate(grid, side, two, where, after);
                if (!find_ranks(after, &ranks)) {
                    return false;
                }
                /* If the rows are exchanged, the permutation is the inverse, of the same kind. */
                least[side][one][two] = least[side][two][one] = ranks.least;
                if (ranks.greatest < *highest) {
                    *highest = ranks.greatest;
                }
            }
        }
    }
    return true;
}

/* Write the states of a complete grid whose first two rows are the least. Return false if the
   search was given up. In a 9×9 Sudoku, pairs whose second row cannot be the least are left out
   without a search. */
static bool first_two_rows(const Grid *grid, int sides, int64_t *nodes, States *states)
{
    uint8_t least[MOST_A_SIDE], where[MOST_A_SIDE + 1];
    int size = grid->size, height = grid->height;
    LeastRanks ranks;
    int8_t highest = INT8_MAX;
    bool has_ranks =
        size == NINE && height == 3 && sides == 2 && find_all_ranks(grid, ranks, &highest);
    memset(least, NONE, sizeof least);
    for (int place = 0; has_ranks && place < NINE; place++) { /* the search goes no higher */
        least[place] = (uint8_t)(LEAST_ROWS[highest][place] - '0');
    }
    states->count = 0;
    states->is_full = false;
    for (int side = 0; side < sides; side++) {
        for (int one = 0; one < size; one++) {
            locate(grid, side, one, where);
            for (int two = 0; two < size; two++) {
                if (two == one || (height > 1 && two / height != one / height) ||
                    (has_ranks && ranks[side][one][two] > highest)) {
                    continue;
                }
                Pair pair = {.grid = grid, .side = side, .lines = {one, two}};
                relate(grid, side, two, where, pair.after);
                choose_columns(&pair, least, nodes, states);
            }
        }
    }
    return *nodes >= 0 && !states->is_full;
}

/* Write the transformation of a state that has all its rows. Digits that do not occur get the
   remaining names. */
static void write_image(const State *state, int size, const Image *image)
{
    uint8_t named = state->named;
    *image->turned = state->side;
    memcpy(image->rows, state->rows, (size_t)size);
    memcpy(image->columns, state->order, (size_t)size);
    for (int digit = 0; digit <= size; digit++) {
        bool is_left = digit != 0 && state->names[digit] == 0;
        image->names[digit] = is_left ? ++named : state->names[digit];
    }
}

int64_t least_image(const uint8_t *cells, int height, int width, int64_t *nodes, States *states,
                    const Image *image)
{
    Grid grid;
    int size = height * width;
    if (!read_grid(cells, height, width, &grid)) {
        return NO_GRID;
    }
    States *now = &states[0], *next = &states[1];
    now->count = height == width ? 2 : 1;
    for (int side = 0; side < now->count; side++) {
        State *state = &now->states[side];
        memset(state, 0, sizeof *state);
        state->side = (uint8_t)side;
        state->open_stacks = (uint8_t)(size / width);
        for (int column = 0; column < size; column++) {
            state->order[column] = (uint8_t)column;
            state->open[column / width] = (uint8_t)width;
        }
    }
    int done = 0;
    if (grid.is_latin && size > 1) {
        if (!first_two_rows(&grid, height == width ? 2 : 1, nodes, now)) {
            return TOO_HARD;
        }
        done = 2;
    }
    for (int i = done; i < size; i++) {
        if (!next_row(&grid, now, i, nodes, next)) {
            return TOO_HARD;
        }
        States *kept = now;
        now = next;
        next = kept;
    }
    write_image(&now->states[0], size, image);
    return 1;
}
