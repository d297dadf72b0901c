// SPDX-License-Identifier: MIT
// C streams lock themselves: two threads may write to one. A thread that seeks, or calls unlocked
// functions, holds the stream's lock meanwhile.
#include <cstdio>
#include <thread>

std::FILE* file = nullptr;

void writer() { std::fputs("line\n", file); }

void overwriter() {
  flockfile(file);
  std::fseek(file, 0, SEEK_SET);
  putc_unlocked('x', file);
  funlockfile(file);
}

void reader() {
  flockfile(file);
  std::fseek(file, 0, SEEK_SET);
  (void)getc_unlocked(file);
  funlockfile(file);
}

int main() {
  file = std::tmpfile();
  if (file == nullptr) return 0;
  std::thread one(writer);
  std::thread two(writer);
  one.join();
  two.join();
  std::thread third(overwriter);
  std::thread fourth(reader);
  third.join();
  fourth.join();
  std::fclose(file);
}
