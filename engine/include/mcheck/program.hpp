// SPDX-License-Identifier: MIT
// The programs of a binary, and their arguments.
//
//   MCHECK_PROGRAM(philosophers, "n philosophers (argument) take the left fork, then the right") {
//     const int n = mcheck::argument(0, 3);
//     …
//   }
//
// A binary may have many. `mcheck explore ./binary --test philosophers -- 4` runs this one with
// four. Registration allocates nothing: it happens before main, where memory belongs to the
// program.
//
// The third argument names a function that is called once, when the arguments are known and before
// the first execution: to read a file once, not in each execution. Every execution starts with what
// it leaves in global variables.
//
//   static void read_file() { … mcheck::argument(0, "") … }
//   MCHECK_PROGRAM(table, "does what stands in a file; argument: FILE", read_file) { … }
#pragma once

// NDEBUG removes assert(), and what it checks would be "verified". mcheck_program() in CMake
// prevents that.
#if defined(NDEBUG) && !defined(MCHECK_WITHOUT_ASSERT)
#error "mcheck: NDEBUG removes assert(): compile with -UNDEBUG, or -DMCHECK_WITHOUT_ASSERT"
#endif

#include <charconv>
#include <concepts>
#include <cstddef>
#include <string>
#include <system_error>
#include <vector>

namespace mcheck {

namespace detail {

struct RegisteredProgram {
  const char* name = nullptr;         // an identifier
  const char* description = nullptr;  // one line
  void (*body)() = nullptr;
  void (*prepare)() = nullptr;              // may be null
  const RegisteredProgram* next = nullptr;  // in order of registration
};

class Registration {
 public:
  Registration(const char* name, void (*body)(), const char* description,
               void (*prepare)() = nullptr);
  Registration(const Registration&) = delete;
  Registration& operator=(const Registration&) = delete;

 private:
  RegisteredProgram program_;
};

// Null: there are fewer.
[[nodiscard]] const std::string* argument_word(std::size_t index);
// The execution fails: misuse.
[[noreturn]] void refuse_argument(std::size_t index, const char* wanted);

}  // namespace detail

// The words after `--`.
[[nodiscard]] const std::vector<std::string>& arguments();

// The argument with that index, counted from 0, or `otherwise` if there are fewer. A word that is
// no number of this type fails the execution.
template <std::integral Number>
requires(!std::same_as<Number, bool>) [[nodiscard]] Number
    argument(std::size_t index, Number otherwise) {
  const std::string* const word = detail::argument_word(index);
  if (word == nullptr) return otherwise;
  Number number{};
  const char* const end = word->data() + word->size();
  const auto [rest, error] = std::from_chars(word->data(), end, number);
  if (error == std::errc::result_out_of_range) {
    detail::refuse_argument(index, "a number in range");
  }
  if (error != std::errc{} || rest != end) detail::refuse_argument(index, "a number");
  return number;
}

[[nodiscard]] inline std::string argument(std::size_t index, const std::string& otherwise) {
  const std::string* const word = detail::argument_word(index);
  return word == nullptr ? otherwise : *word;
}

// The request is wrong, not the program: the exploration ends with exit code 2 and this message. In
// an execution only.
[[noreturn]] void refuse(const std::string& why);

}  // namespace mcheck

// MCHECK_PROGRAM(name, description) or MCHECK_PROGRAM(name, description, prepare)
// The section belongs to the engine: it is not restored with each execution.
#define MCHECK_PROGRAM(name, ...)                                                  \
  static void mcheck_program_##name();                                             \
  [[gnu::section("mcheck_host")]] static const ::mcheck::detail::Registration      \
      mcheck_program_registered_##name(#name, mcheck_program_##name, __VA_ARGS__); \
  static void mcheck_program_##name()
