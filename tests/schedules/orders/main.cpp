// SPDX-License-Identifier: MIT
// ./orders lists the tests, ./orders NAME runs one, ./orders --all runs all of them.
#include <chrono>
#include <cstdio>
#include <cstring>
#include <thread>
#include <vector>

#include "tests/schedules/orders/forms.hpp"

namespace orders {
namespace {

struct Test {
  const char* name;
  void (*run)();
};

// Not a global variable: other files add to it before main.
std::vector<Test>& all_tests() {
  static std::vector<Test> tests;
  return tests;
}

#ifdef ORDER_BY_SLEEPS
std::chrono::steady_clock::time_point begin;
#endif

void run(const Test& test) {
#ifdef ORDER_BY_SLEEPS
  begin = std::chrono::steady_clock::now();
#endif
  test.run();
}

}  // namespace

Registration::Registration(const char* name, void (*run)()) { all_tests().push_back({name, run}); }

#ifdef ORDER_BY_SLEEPS
void sleep_until_turn(int turn) {
  std::this_thread::sleep_until(begin + turn * std::chrono::milliseconds(20));
}
#endif

}  // namespace orders

int main(int argc, char** argv) {
  if (argc < 2) {
    for (const orders::Test& test : orders::all_tests()) std::puts(test.name);
    return 0;
  }
  const bool runs_all = std::strcmp(argv[1], "--all") == 0;
  for (const orders::Test& test : orders::all_tests()) {
    if (!runs_all && std::strcmp(test.name, argv[1]) != 0) continue;
    orders::run(test);
    if (!runs_all) return 0;
  }
  if (runs_all) return 0;
  std::fprintf(stderr, "there is no test %s\n", argv[1]);
  return 2;
}
