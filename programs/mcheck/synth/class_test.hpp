// SPDX-License-Identifier: MIT
// A test of a class: calls before the threads start, calls of each thread, calls afterwards.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "programs/mcheck/synth/class_table.hpp"

namespace mcheck::command {

// What a call gets for a parameter.
struct ArgumentChoice {
  enum class Kind { kLiteral, kPrefixCall, kOwnCall, kNull };

  Kind kind = Kind::kLiteral;
  // The number of the literal; of a call before the threads; of an earlier call of the same thread.
  std::size_t number = 0;

  friend auto operator<=>(const ArgumentChoice&, const ArgumentChoice&) = default;
};

using ArgumentKind = ArgumentChoice::Kind;

struct CallChoice {
  std::size_t operation = 0;
  std::vector<ArgumentChoice> arguments;

  friend auto operator<=>(const CallChoice&, const CallChoice&) = default;
};

using Calls = std::vector<CallChoice>;

struct ClassTest {
  std::size_t class_number = 0;
  Calls prefix;
  std::vector<Calls> threads;
  Calls after;

  friend auto operator<=>(const ClassTest&, const ClassTest&) = default;
  [[nodiscard]] std::size_t call_count() const;
};

// The call of the prefix that makes the object under test: the first that makes one of its class.
// Past the end: there is none.
[[nodiscard]] std::size_t object_under_test(const ClassTest& test, const ClassTable& table);

// As the program takes it (engine/include/mcheck/detail/classes/run.hpp).
[[nodiscard]] std::string encode(const ClassTest& test);

// Without the call at that position of a part (0: the prefix; then the threads; the last: after).
// Calls that used its value are gone, too.
[[nodiscard]] ClassTest without_call(const ClassTest& test, std::size_t part, std::size_t position);

// The numbers of all literals.
[[nodiscard]] std::vector<std::size_t*> literal_numbers(ClassTest& test);

// Threads are interchangeable: the same test in one form.
[[nodiscard]] ClassTest normalised(ClassTest test);

}  // namespace mcheck::command
