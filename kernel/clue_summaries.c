/* A quick test whether a 9×9 grid may be part of another, by their numbers of clues. It rules out
   most pairs for which this is not so.

   If a transformation moves all clues of a grid onto equal clues of another grid, then each
   digit, each box, and each part of a row or column within a box has at most as many clues as the
   digit, box or part in the other grid that it becomes. A summary has these numbers as fields of
   a few bits, each with a 0 above it, so that one subtraction compares all fields of a number:
   the bits above the fields of the minuend are set, and a field that is smaller than the field of
   the subtrahend borrows the bit above it (Lamport, Multiple byte processing, 1975). The
   summaries of one grid in all 72 orders of its bands and stacks are made once, for very many
   other grids. */

#include "kernel.h"

#include <string.h>

enum { LENGTH = 3, SIZE = 9, ORDERS = 6 };

static const uint8_t orders[ORDERS][LENGTH] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                               {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

/* The bits above the fields. A digit's field has 6 bits and counts at most 63 clues. */
#define DIGITS_ABOVE UINT64_C(0x4081020408102040)
#define BOXES_ABOVE UINT64_C(0x108421084210)
#define LINES_ABOVE UINT32_C(0x4924924)

/* The numbers of clues of a grid: `boxes[band][stack]`, `rows[row][stack]`,
   `columns[column][band]`; the numbers of the digits are in descending order. */
typedef struct {
    uint8_t digits[SIZE], boxes[LENGTH][LENGTH], rows[SIZE][LENGTH], columns[SIZE][LENGTH];
} Numbers;

static bool count_clues(const uint8_t *cells, Numbers *numbers)
{
    uint8_t digits[SIZE + 1] = {0};
    *numbers = (Numbers){0};
    for (int row = 0; row < SIZE; row++) {
        for (int column = 0; column < SIZE; column++) {
            uint8_t digit = *cells++, is_clue = digit != 0;
            if (digit > SIZE) {
                return false;
            }
            digits[digit]++;
            numbers->rows[row][column / LENGTH] += is_clue;
            numbers->columns[column][row / LENGTH] += is_clue;
        }
    }
    for (int row = 0; row < SIZE; row++) {
        for (int stack = 0; stack < LENGTH; stack++) {
            numbers->boxes[row / LENGTH][stack] += numbers->rows[row][stack];
        }
    }
    for (int i = 0; i < SIZE; i++) {
        int place = i;
        for (; place > 0 && numbers->digits[place - 1] < digits[i + 1]; place--) {
            numbers->digits[place] = numbers->digits[place - 1];
        }
        numbers->digits[place] = digits[i + 1];
    }
    return true;
}

static uint64_t pack_digits(const Numbers *numbers)
{
    uint64_t packed = 0;
    for (int i = 0; i < SIZE; i++) {
        packed = packed << 7 | (numbers->digits[i] < 63 ? numbers->digits[i] : 63);
    }
    return packed;
}

static uint64_t pack_boxes(uint8_t boxes[LENGTH][LENGTH], const uint8_t *bands,
                           const uint8_t *stacks)
{
    uint64_t packed = 0;
    for (int band = 0; band < LENGTH; band++) {
        for (int stack = 0; stack < LENGTH; stack++) {
            packed = packed << 5 | boxes[bands[band]][stacks[stack]];
        }
    }
    return packed;
}

/* Pack the numbers of three lines of a block: `lines` is their order, `blocks` the order of the
   blocks that they cross. */
static uint32_t pack_lines(uint8_t numbers[LENGTH][LENGTH], const uint8_t *lines,
                           const uint8_t *blocks)
{
    uint32_t packed = 0;
    for (int line = 0; line < LENGTH; line++) {
        for (int block = 0; block < LENGTH; block++) {
            packed = packed << 3 | numbers[lines[line]][blocks[block]];
        }
    }
    return packed;
}

int64_t summarize_clues(const uint8_t *cells, ClueSummary *summary)
{
    Numbers numbers;
    if (!count_clues(cells, &numbers)) {
        return NO_GRID;
    }
    summary->digits = pack_digits(&numbers);
    summary->boxes = pack_boxes(numbers.boxes, orders[0], orders[0]);
    for (int block = 0; block < LENGTH; block++) {
        int first = block * LENGTH;
        summary->lines[0][block] = pack_lines(numbers.rows + first, orders[0], orders[0]);
        summary->lines[1][block] = pack_lines(numbers.columns + first, orders[0], orders[0]);
    }
    return 1;
}

/* The summaries of a grid in all orders. In `boxes[turn]`, `bands` and `stacks` count orders. In
   `lines[side][block][crossing]`, `side` is 0 for bands and 1 for stacks of the grid, `crossing`
   counts the orders of the blocks that the lines cross, and the last index those of the lines. */
typedef struct {
    uint64_t digits, boxes[2][ORDERS][ORDERS];
    uint32_t lines[2][LENGTH][ORDERS][ORDERS];
} OrderedSummaries;

static bool summarize_in_all_orders(const uint8_t *cells, OrderedSummaries *summaries)
{
    Numbers numbers;
    if (!count_clues(cells, &numbers)) {
        return false;
    }
    uint8_t turned[LENGTH][LENGTH];
    for (int band = 0; band < LENGTH; band++) {
        for (int stack = 0; stack < LENGTH; stack++) {
            turned[stack][band] = numbers.boxes[band][stack];
        }
    }
    summaries->digits = pack_digits(&numbers);
    for (int i = 0; i < ORDERS; i++) {
        for (int k = 0; k < ORDERS; k++) {
            summaries->boxes[0][i][k] = pack_boxes(numbers.boxes, orders[i], orders[k]);
            summaries->boxes[1][i][k] = pack_boxes(turned, orders[i], orders[k]);
            for (int block = 0; block < LENGTH; block++) {
                int first = block * LENGTH;
                summaries->lines[0][block][i][k] =
                    pack_lines(numbers.rows + first, orders[k], orders[i]);
                summaries->lines[1][block][i][k] =
                    pack_lines(numbers.columns + first, orders[k], orders[i]);
            }
        }
    }
    return true;
}

static inline bool is_at_most(uint64_t less, uint64_t greater, uint64_t above)
{
    return (((greater | above) - less) & above) == above;
}

/* Return whether the lines of each block, in some order, have at most the numbers of clues of a
   block of a summary; or at least these numbers, if `is_whole` is true. */
static bool can_be_lines(const uint32_t lines[LENGTH][ORDERS][ORDERS], const uint8_t *blocks,
                         int crossing, const uint32_t *others, bool is_whole)
{
    for (int block = 0; block < LENGTH; block++) {
        const uint32_t *mine = lines[blocks[block]][crossing];
        uint32_t other = others[block];
        bool fits = false;
        for (int i = 0; i < ORDERS && !fits; i++) {
            fits = is_whole ? is_at_most(other, mine[i], LINES_ABOVE)
                            : is_at_most(mine[i], other, LINES_ABOVE);
        }
        if (!fits) {
            return false;
        }
    }
    return true;
}

/* Return whether a grid may be part of the grid that `other` summarises; or, if `is_whole` is
   true, whether that grid may be part of this grid. */
static bool may_be_part(const OrderedSummaries *mine, const ClueSummary *other, bool is_whole)
{
    if (!(is_whole ? is_at_most(other->digits, mine->digits, DIGITS_ABOVE)
                   : is_at_most(mine->digits, other->digits, DIGITS_ABOVE))) {
        return false;
    }
    for (int turn = 0; turn < 2; turn++) {
        for (int bands = 0; bands < ORDERS; bands++) {
            for (int stacks = 0; stacks < ORDERS; stacks++) {
                uint64_t boxes = mine->boxes[turn][bands][stacks];
                if ((is_whole ? is_at_most(other->boxes, boxes, BOXES_ABOVE)
                              : is_at_most(boxes, other->boxes, BOXES_ABOVE)) &&
                    can_be_lines(mine->lines[turn], orders[bands], stacks, other->lines[0],
                                 is_whole) &&
                    can_be_lines(mine->lines[1 - turn], orders[stacks], bands, other->lines[1],
                                 is_whole)) {
                    return true;
                }
            }
        }
    }
    return false;
}

int64_t compare_clues(const uint8_t *cells, const uint8_t *summaries, size_t number,
                      uint8_t *relations)
{
    OrderedSummaries mine;
    if (!summarize_in_all_orders(cells, &mine)) {
        return NO_GRID;
    }
    for (size_t i = 0; i < number; i++) {
        ClueSummary other; /* the buffer need not be aligned */
        memcpy(&other, summaries + i * sizeof other, sizeof other);
        relations[i] = (uint8_t)((may_be_part(&mine, &other, false) ? MAY_CONTAIN : 0) |
                                 (may_be_part(&mine, &other, true) ? MAY_BE_CONTAINED : 0));
    }
    return 1;
}
