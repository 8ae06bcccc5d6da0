/* The functions of the C library that the kernel calls, for machines without one, such as
   WebAssembly. */

#ifndef SUDOKOPIE_STRING_H
#define SUDOKOPIE_STRING_H

#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t length);
void *memmove(void *to, const void *from, size_t length);
void *memset(void *to, int value, size_t length);
int memcmp(const void *one, const void *other, size_t length);

#endif
