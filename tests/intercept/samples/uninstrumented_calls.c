// SPDX-License-Identifier: MIT
// A dependency, which tests compile with and without hooks.
int shared[3];
int* on_heap;
void bump(int which) { shared[which]++; }
void bump_at(int* number) { ++*number; }
void bump_heap(void) { on_heap[1]++; }
int squared(int number) { return number * number; }
