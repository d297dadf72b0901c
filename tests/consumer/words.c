// SPDX-License-Identifier: MIT
// Checks that its arguments arrive unchanged.
#include <string.h>

int main(int count, char** words) {
  if (count != 4) return 1;
  if (strcmp(words[1], "two words") != 0 || *words[2] != '\0') return 2;
  return strcmp(words[3], ";") == 0 ? 0 : 3;
}
