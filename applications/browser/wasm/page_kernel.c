/* The kernel for pages: the functions of the kernel that the page calls, with their memory. */

#include "../../../kernel/search.h"

static uint8_t input[2 * MOST_CELLS_OF_PAIRS];
static uint8_t output[MOST_CELLS > 2 * MOST_WAY ? MOST_CELLS : 2 * MOST_WAY];
static PairSearch memory;

/* The grids of a question: one, or two one after another. */
uint8_t *input_bytes(void)
{
    return input;
}

/* The transformations or the completion that a question has found. */
uint8_t *output_bytes(void)
{
    return output;
}

int compare(int height, int width, int nodes)
{
    int64_t left = nodes;
    return (int)transformations_left(input, height, width, &left, &memory, output);
}

int complete(int height, int width, int limit, int nodes)
{
    int64_t left = nodes;
    return (int)completions(input, height, width, limit, &left, output);
}

/* Write the signature of a grid, 8 bytes that all its copies share. */
int sign(int height, int width)
{
    static uint8_t is_exact, is_tie, turned, rows[MOST_A_SIDE], columns[MOST_A_SIDE];
    static uint8_t names[MOST_A_SIDE + 1];
    int64_t left = 0;
    SortedForm form = {.signature = output, .is_exact = &is_exact, .is_tie = &is_tie};
    form.image = (Image){.turned = &turned, .rows = rows, .columns = columns, .names = names};
    return (int)sorted_form(input, height, width, &left, &form);
}
