// SPDX-License-Identifier: MIT
// Runs the named tests, or all.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "testing.hpp"

namespace server {

std::vector<Test>& tests() {
  static std::vector<Test> all;
  return all;
}

void expect(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "expected: %s\n", what);
  std::exit(1);
}

void together(std::initializer_list<std::function<void()>> parts) {
  std::vector<std::thread> threads;
  threads.reserve(parts.size());
  for (const std::function<void()>& part : parts) threads.emplace_back(part);
  for (std::thread& thread : threads) thread.join();
}

}  // namespace server

int main(int count, char** words) {
  if (count == 2 && std::strcmp(words[1], "--list") == 0) {
    for (const server::Test& test : server::tests()) std::printf("%s\n", test.name.c_str());
    return 0;
  }
  for (const server::Test& test : server::tests()) {
    bool wanted = count == 1;
    for (int i = 1; i < count; ++i) wanted = wanted || test.name == words[i];
    if (wanted) test.run();
  }
  return 0;
}
