// SPDX-License-Identifier: MIT
// A server in small, with tests of its own, as large as real test binaries are: most of it is
// right, and some pairs of lines are in conflict on purpose. Each of these lines ends in a mark:
//
//   // planted 3 a      in conflict with every line that is marked `planted 3 b`
//   // planted 6 ab     with itself, in another thread
//
// and nothing else is in conflict.
#pragma once

#include <functional>
#include <initializer_list>
#include <string>
#include <thread>
#include <vector>

namespace server {

struct Test {
  std::string name;
  void (*run)();
};

std::vector<Test>& tests();

struct Registered {
  Registered(const char* name, void (*run)()) { tests().push_back({name, run}); }
};

// Ends the process with a message unless it holds.
void expect(bool holds, const char* what);

// Runs all at the same time, and waits for them.
void together(std::initializer_list<std::function<void()>> parts);

}  // namespace server

#define SERVER_TEST(name)                                         \
  static void name();                                             \
  static const server::Registered registered_##name{#name, name}; \
  static void name()
