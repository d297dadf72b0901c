// SPDX-License-Identifier: MIT
// A program that a build might run: reads, writes, and ends as its argument says.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

int main(int count, char** words) {
  char line[100] = "";
  assert(fgets(line, sizeof line, stdin) != nullptr);
  printf("read %s", line);
  std::atomic<bool> done{false};
  std::thread other([&] { done = true; });
  while (!done) {
  }
  other.join();
  const char* how = count > 1 ? words[1] : "0";
  if (strcmp(how, "abort") == 0) abort();
  if (strcmp(how, "crash") == 0) *reinterpret_cast<volatile int*>(words[count]) = 1;
  if (strcmp(how, "deadlock") == 0) {
    std::mutex mutex;
    mutex.lock();
    mutex.lock();
  }
  return atoi(how);
}
