// SPDX-License-Identifier: MIT
// A schedule as one short token that can be pasted:
//
//   mc1.lost_update..k3f9.5-3
//   |   |           | |    choices: after 5 defaults another one, after 3 more another one
//   |   |           | checksum over the program and all other parts
//   |   |           options that change the meaning of choices: s1 spurious, k50 steps, n no
//   |   |           timeouts, x any exit status, p points at plain accesses, r races are ignored,
//   |   |           l leaks are ignored, m misuse that is defined everywhere fails, a atomics have
//   |   |           the memory model of C++20, e too many steps fail, u reuse of freed blocks is a
//   |   |           choice, v the smallest result of nondet functions (twice it, or one less than
//   |   |           twice its negative), and w the number of results; the step after which progress
//   |   |           is checked: g a fair cycle, o, f obstruction- or lock-freedom; c and a number:
//   |   |           up to that conflict (engine/runtime/conflicts/conflicts.hpp), ignoring all
//   |   |           races; y the schedule file that was in force, and a slash; h changed memory
//   |   |           orders (engine/trace/semantics/order_change.hpp)
//   |   program, /test if it has another name, arguments
//   format
//
// A choice is encoded as the number of defaults before it, in base 36, and `_` and its number if
// that is not 1; `+` and a number: the same again, so many times. A long name is replaced by `~`
// and a hash of 6 letters; arguments with other characters are percent-encoded. A token needs no
// quoting in any shell.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace mcheck {

// What an execution is checked for at some step: whether it has run through a fair cycle, or one in
// which a thread starves, or shows that the program is not obstruction-free, or not lock-free.
enum class ProgressProperty : std::uint8_t {
  kNothing,
  kFairCycle,
  kStarvation,
  kObstructionFree,
  kLockFree
};

struct ProgressCheck {
  ProgressProperty by = ProgressProperty::kNothing;
  std::uint64_t step = 0;

  friend bool operator==(const ProgressCheck&, const ProgressCheck&) = default;
};

// For Schedule::reuse_size_classes.
inline constexpr std::uint64_t kAllSizeClasses = ~std::uint64_t{0};

struct Schedule {
  std::string program;  // the executable's base name
  std::string test;
  std::vector<std::string> arguments;
  unsigned spurious = 0;
  bool timeouts = true;
  std::uint64_t steps = 0;  // the limit on steps; 0: the default
  bool any_exit_status = false;
  bool plain_points = false;
  bool ignore_races = false;
  bool ignore_leaks = false;
  bool strict_misuse = false;
  bool weak_memory = false;
  std::string schedule_file{};  // that was in force (--schedule): a path; empty: none
  std::string orders{};         // changed memory orders (engine/trace/semantics/order_change.hpp)
  bool fail_at_steps = false;
  std::uint64_t reuse_size_classes = 0;  // a bit for each size class whose reuse is a choice
  int nondet_from = 0;                   // what __VERIFIER_nondet_int() and the like return
  int nondet_to = 0;
  ProgressCheck progress_check{};
  std::uint32_t conflict = 0;         // the conflict that it leads to; 0: none
  std::vector<std::uint16_t> chosen;  // Event::chosen of each step that was a choice

  friend bool operator==(const Schedule&, const Schedule&) = default;
};

// The name in a token: itself, or `~` and a hash if it is long.
[[nodiscard]] std::string token_name(std::string_view program, std::string_view test);

[[nodiscard]] std::string to_token(const Schedule& schedule);

// A parsed token, before the test that it names is known. Trailing default choices are lost.
struct Token {
  std::string name;  // compare with token_name
  std::vector<std::string> arguments;
  unsigned spurious = 0;
  bool timeouts = true;
  std::uint64_t steps = 0;
  bool any_exit_status = false;
  bool plain_points = false;
  bool ignore_races = false;
  bool ignore_leaks = false;
  bool strict_misuse = false;
  bool weak_memory = false;
  std::string schedule_file{};  // that was in force (--schedule): a path; empty: none
  std::string orders{};         // changed memory orders (engine/trace/semantics/order_change.hpp)
  bool fail_at_steps = false;
  std::uint64_t reuse_size_classes = 0;  // a bit for each size class whose reuse is a choice
  int nondet_from = 0;                   // what __VERIFIER_nondet_int() and the like return
  int nondet_to = 0;
  ProgressCheck progress_check{};
  std::uint32_t conflict = 0;
  std::string checksum;
  std::vector<std::uint16_t> chosen;
};

// The token, or why the text is none ("has 3 parts where 5 are expected").
[[nodiscard]] std::variant<Token, std::string> parse_token(std::string_view text);

// The schedule, if the token belongs to this program and test and was not altered; otherwise why it
// is rejected.
[[nodiscard]] std::variant<Schedule, std::string> resolve(const Token& token,
                                                          std::string_view program,
                                                          std::string_view test);

}  // namespace mcheck
