/* Transformations in C: the number of their steps, and how they are written. */

#include "ways.h"

#include <string.h>

void complete_names(uint8_t *names, int size)
{
    bool is_taken[MOST_OF_PAIRS + 1] = {false};
    int free = 1;
    for (int i = 0; i < size; i++) {
        is_taken[names[i]] = true;
    }
    for (int i = 0; i < size; i++) {
        if (names[i] == 0 && !is_taken[i + 1]) {
            names[i] = (uint8_t)(i + 1);
            is_taken[i + 1] = true;
        }
    }
    for (int i = 0; i < size; i++) {
        if (names[i] == 0) {
            while (is_taken[free]) {
                free++;
            }
            names[i] = (uint8_t)free++;
        }
    }
}

/* Return 1 if a gather list (an index list that reorders lines) changes the order, otherwise 0. */
static int is_step(const uint8_t *list, int length)
{
    for (int i = 0; i < length; i++) {
        if (list[i] != i) {
            return 1;
        }
    }
    return 0;
}

int count_steps_of_lines(const Way *way, int height, int width)
{
    int size = height * width, number = way->rotation != 0;
    number += is_step(way->bands, width) + is_step(way->stacks, height);
    for (int i = 0; i < size; i += height) {
        number += is_step(way->rows + i, height);
    }
    for (int i = 0; i < size; i += width) {
        number += is_step(way->columns + i, width);
    }
    return number;
}

/* Number the items of a gather list (an index list) from the other end: each entry i becomes last
   - i. */
static void reverse(uint8_t *list, int length, int last)
{
    for (int i = 0; i < length; i++) {
        list[i] = (uint8_t)(last - list[i]);
    }
}

void add_half_turn(Way *way, int height, int width)
{
    way->rotation = (uint8_t)((way->rotation + 2) % 4);
    reverse(way->bands, width, width - 1);
    reverse(way->stacks, height, height - 1);
    reverse(way->rows, height * width, height - 1);
    reverse(way->columns, height * width, width - 1);
}

uint8_t *write_way(const Way *way, int height, int width, uint8_t *out)
{
    size_t bands = (size_t)width, stacks = (size_t)height, size = bands * stacks;
    *out++ = way->rotation;
    memcpy(out, way->bands, bands);
    memcpy(out += bands, way->stacks, stacks);
    memcpy(out += stacks, way->rows, size);
    memcpy(out += size, way->columns, size);
    memcpy(out += size, way->digits, size);
    return out + size;
}
