/* Sorted forms of grids, which are copies that are found by sorting lines by their colours, and
   signatures, which are numbers that all copies of a grid share. The Python version is
   `answers.bulk.sorted_forms`. The lines are sorted by the colours of colour refinement
   (Weisfeiler, Leman, The reduction of a graph to canonical form, 1968). */

#include "colours.h"

#include <string.h>

/* Write the indices of the keys in ascending order of keys; equal keys keep their order. */
static void sort(const uint64_t *keys, int number, uint8_t *order)
{
    for (int i = 0; i < number; i++) {
        int before = 0;
        for (int j = 0; j < number; j++) {
            before += (keys[j] < keys[i]) | ((keys[j] == keys[i]) & (j < i));
        }
        order[before] = (uint8_t)i;
    }
}

/* Write the order of the lines: blocks are sorted by their least key, and the lines of a block
   by their own keys. */
static void write_order(const uint64_t *keys, int size, int length, uint8_t *order)
{
    uint8_t blocks[MOST_A_SIDE], within[MOST_A_SIDE];
    uint64_t least[MOST_A_SIDE] = {0};
    for (int start = 0; start < size; start += length) {
        sort(keys + start, length, within + start);
        least[start / length] = keys[start + within[start]];
    }
    sort(least, size / length, blocks);
    for (int i = 0; i < size; i++) {
        int start = blocks[i / length] * length;
        order[i] = (uint8_t)(start + within[start + i % length]);
    }
}

/* Write the new names of the digits, ascending by key. Digits that do not occur get the last
   names. */
static void write_names(const uint64_t *keys, int size, uint8_t *names)
{
    uint8_t order[MOST_A_SIDE];
    sort(keys + 1, size, order);
    names[0] = 0;
    for (int i = 0; i < size; i++) {
        names[order[i] + 1] = (uint8_t)(i + 1);
    }
}

static uint64_t mixed_sum(const uint64_t *colours, int number)
{
    uint64_t sum = 0;
    for (int i = 0; i < number; i++) {
        sum += mixed(colours[i]);
    }
    return sum;
}

int64_t sorted_form(const uint8_t *cells, int height, int width, int64_t *nodes,
                    const SortedForm *found)
{
    Grid grid;
    Colours colours, keys;
    int size = height * width;
    if (!read_grid(cells, height, width, &grid)) {
        return NO_GRID;
    }
    *found->is_exact = refine(&grid, &colours, nodes);
    uint64_t rows = mixed(mixed_sum(colours.lines, size));
    uint64_t columns = mixed(mixed_sum(colours.lines + size, size));
    uint64_t digits = mixed_sum(colours.digits + 1, size);
    uint64_t signature = mixed(rows + columns + digits + (uint64_t)(size * 256 + width));
    memcpy(found->signature, &signature, sizeof signature); /* the buffer need not be aligned */
    bool is_turned = height == width && columns < rows;
    *found->is_tie = height == width && columns == rows;
    *found->image.turned = is_turned;
    write_keys(&grid, &colours, &keys);
    write_order(keys.lines, size, height, is_turned ? found->image.columns : found->image.rows);
    write_order(keys.lines + size, size, width,
                is_turned ? found->image.rows : found->image.columns);
    write_names(keys.digits, size, found->image.names);
    return 1;
}
