// SPDX-License-Identifier: MIT
// A sum that OpenMP's threads share; with an argument, main alone.
#include <cassert>

int main(int words, char**) {
  int sum = 0;
#pragma omp parallel for num_threads(words > 1 ? 1 : 2) reduction(+ : sum)
  for (int i = 1; i <= 2; ++i) sum += i;
  assert(sum == 3);
}
