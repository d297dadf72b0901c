// SPDX-License-Identifier: MIT
// A schedule as one short token that can be pasted:
//
//   mc1.lost_update..k3f9.5-3
//   |   |           | |    the moves: after 5 default choices another, after 3 more another
//   |   |           | checksum over program and all the rest
//   |   |           options that change what a choice means: s1 spurious, k50 steps, n no timeouts,
//   |   |           x any exit status, p points at plain accesses, r races are ignored, l leaks are
//   |   |           ignored, m misuse that is defined everywhere fails, e too many steps fail,
//   |   |           u freed blocks are had again by choice, v what nondet functions return: from
//   |   |           where on (twice it, or one less than twice its negative), and w how many;
//   |   |           the step after which it is judged: g goes round a circle, o, f obstruction- or
//   |   |           lock-freedom; c and a number: up to that conflict (runtime/conflicts.hpp),
//   |   |           past all races
//   |   program, /test if it has another name, arguments
//   format
//
// A move is the number of default choices before it, in base 36, and `_` and the choice where it is
// not 1. Names too long are told by a hash of 6 letters behind `~`; arguments that cannot be said
// in plain letters are percent-encoded. Needs no quoting in any shell.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace mcheck {

// What an execution that has come to some step is judged by: whether it has gone round in a fair
// circle, or shows that the program is not obstruction-free, or not lock-free.
enum class JudgedBy : std::uint8_t { kNothing, kCircle, kObstructionFree, kLockFree };

struct Judging {
  JudgedBy by = JudgedBy::kNothing;
  std::uint64_t step = 0;

  friend bool operator==(const Judging&, const Judging&) = default;
};

// Of Schedule::reuse_rooms.
inline constexpr std::uint64_t kAllRooms = ~std::uint64_t{0};

struct Schedule {
  std::string program;  // the executable's base name
  std::string test;
  std::vector<std::string> arguments;
  unsigned spurious = 0;
  bool timeouts = true;
  std::uint64_t steps = 0;  // the limit on steps; 0: the usual one
  bool any_exit_status = false;
  bool plain_points = false;
  bool ignore_races = false;
  bool ignore_leaks = false;
  bool strict_misuse = false;
  bool fail_at_steps = false;
  std::uint64_t reuse_rooms = 0;  // a bit for each size of blocks that are had again by choice
  int nondet_from = 0;            // what __VERIFIER_nondet_int() and the like return
  int nondet_to = 0;
  Judging judging{};
  std::uint32_t conflict = 0;         // to which it leads; 0: to none
  std::vector<std::uint16_t> chosen;  // Event::chosen of each step that was a choice

  friend bool operator==(const Schedule&, const Schedule&) = default;
};

// A name as a token holds it: itself, or `~` and a hash where it is long.
[[nodiscard]] std::string token_name(std::string_view program, std::string_view test);

[[nodiscard]] std::string to_token(const Schedule& schedule);

// A token taken apart, before one knows which test it names. Trailing default choices are gone.
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
  bool fail_at_steps = false;
  std::uint64_t reuse_rooms = 0;  // a bit for each size of blocks that are had again by choice
  int nondet_from = 0;            // what __VERIFIER_nondet_int() and the like return
  int nondet_to = 0;
  Judging judging{};
  std::uint32_t conflict = 0;
  std::string checksum;
  std::vector<std::uint16_t> chosen;
};

// The token, or what is wrong with it ("has 3 parts where 5 are expected").
[[nodiscard]] std::variant<Token, std::string> parse_token(std::string_view text);

// The schedule, if the token is of this program and test and was not altered; else what is wrong.
[[nodiscard]] std::variant<Schedule, std::string> resolve(const Token& token,
                                                          std::string_view program,
                                                          std::string_view test);

}  // namespace mcheck
