/* The functions of <string.h> that the kernel calls, for machines without a C library, such as
   WebAssembly. */

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
