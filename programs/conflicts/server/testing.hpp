// SPDX-License-Identifier: MIT
// A small server with its own tests, as large as real test binaries. Most of it is correct; some
// pairs of lines conflict on purpose. Each of these lines ends in a mark:
//
//   // planted 3 a      conflicts with every line that is marked `planted 3 b`
//   // planted 6 ab     conflicts with itself in another thread
//
// There are no other conflicts.
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

// Ends the process with a message unless the condition holds.
void expect(bool holds, const char* what);

// Runs all in parallel, and waits for them.
void together(std::initializer_list<std::function<void()>> parts);

}  // namespace server

#define SERVER_TEST(name)                                         \
  static void name();                                             \
  static const server::Registered registered_##name{#name, name}; \
  static void name()
