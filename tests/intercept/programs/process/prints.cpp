// SPDX-License-Identifier: MIT
// Prints to both streams, in each thread, and fails under one schedule.
#include <stdio.h>
#include <string.h>

#include <atomic>
#include <cassert>
#include <iostream>
#include <thread>

namespace {

std::atomic<int> count{0};

void print_much() {
  for (int i = 0; i < 20'000; ++i) printf("line %d\n", i);
}

void count_up(int number) {
  flockfile(stdout);
  printf("thread %d ", number);
  const int before = count;
  printf("saw %d\n", before);
  funlockfile(stdout);
  count = before + 1;
}

}  // namespace

int main(int words_count, char** words) {
  const bool much = words_count > 1 && strcmp(words[1], "much") == 0;
  fprintf(stderr, "first\n");
  std::cout << "input: " << (getchar() == EOF ? "none" : "some") << "\n";
  if (much) print_much();
  std::thread one(count_up, 1);
  std::thread other(count_up, 2);
  one.join();
  other.join();
  printf("at the end");
  assert(words_count > 1 && strcmp(words[1], "right") == 0 || count == 2);
}
