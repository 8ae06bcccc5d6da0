/* The kernel for pages: the functions of the kernel that the page calls, with their memory, and the
   functions of <string.h>. */

#include "../../../kernel/search.h"

#include "string.h"

void *memcpy(void *restrict to, const void *restrict from, size_t length)
{
    return memmove(to, from, length);
}

void *memmove(void *to, const void *from, size_t length)
{
    unsigned char *out = to;
    const unsigned char *in = from;
    if (out <= in) {
        for (size_t i = 0; i < length; i++) {
            out[i] = in[i];
        }
    } else {
        while (length-- > 0) {
            out[length] = in[length];
        }
    }
    return to;
}

void *memset(void *to, int value, size_t length)
{
    unsigned char *out = to;
    for (size_t i = 0; i < length; i++) {
        out[i] = (unsigned char)value;
    }
    return to;
}

int memcmp(const void *one, const void *other, size_t length)
{
    const unsigned char *a = one, *b = other;
    for (size_t i = 0; i < length; i++) {
        if (a[i] != b[i]) {
            return a[i] < b[i] ? -1 : 1;
        }
    }
    return 0;
}

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
