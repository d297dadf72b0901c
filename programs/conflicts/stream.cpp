// SPDX-License-Identifier: MIT
// One thread reads a file while another moves its position without a lock, and closes it.
#include <cstdio>
#include <thread>

std::FILE* file = nullptr;

void reader() {
  char word[4] = {};
  (void)std::fread(word, 1, 3, file);  // planted 1 a
}

int main() {
  file = std::tmpfile();
  if (file == nullptr) return 0;
  std::fputs("one two", file);
  std::rewind(file);
  std::thread first(reader);
  std::fseek(file, 4, SEEK_SET);  // planted 1 b
  first.join();
  std::fclose(file);
}
