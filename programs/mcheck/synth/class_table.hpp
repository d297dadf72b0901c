// SPDX-License-Identifier: MIT
// The operations of a class under test, as its program lists them
// (engine/include/mcheck/detail/classes/description.hpp).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mcheck::command {

struct TypeInfo {
  std::string name;
  std::vector<std::string> literals;  // as C++; none: values come from operations
};

struct ParameterInfo {
  char passing = 'v';    // 'v' value, 'c' const reference, 'r' reference, 'm' &&, 'p' pointer
  std::size_t type = 0;  // its number
};

struct OperationInfo {
  std::string name;
  bool constructs = false;
  bool read_only = false;
  bool quiescent = false;  // only after the threads have ended
  bool maker = false;      // only makes an argument
  std::string owner;       // all calls with one owner come from one thread
  std::string code;        // as C++, with {0} …; "" for the usual form
  std::string missing;     // why the reference has no such operation; "" if it has
  std::optional<std::size_t> result;
  std::vector<ParameterInfo> parameters;

  // Whether it takes the object under test first.
  [[nodiscard]] bool is_method() const {
    return !constructs && !parameters.empty() && parameters.front().type == 0;
  }
};

struct ClassTable {
  std::string name;
  std::vector<TypeInfo> types;  // the first is the class under test
  std::vector<OperationInfo> operations;
  std::string file;       // the source that describes it
  std::string reference;  // the class that says what is right; "" for the class itself
};

// REQUIRES: written by the program's library. Unknown lines are ignored.
[[nodiscard]] ClassTable parse_class_table(std::string_view text);

}  // namespace mcheck::command
