// SPDX-License-Identifier: MIT
// Streams lock themselves: two threads may write to one. Who moves the position, or saves the lock,
// holds the stream for as long as that matters.
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
