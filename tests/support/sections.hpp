// SPDX-License-Identifier: MIT
// Small programs with atomic sections, and what can become of them: by a machine that runs each
// section at once, looks at every order of all else, and shares no code with the engine.
//
// Objects start at 0, and each thread has one register. A section in which the thread would have to
// wait, or assumes what does not hold, cannot begin there.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace sections {

enum class Word : std::uint8_t {
  kLoad,    // r = x
  kStore,   // x = v
  kAdd,     // r = x; x += v
  kLock,    // m
  kUnlock,  // m; skipped by a thread that does not hold it
  kWait,    // until c is notified
  kNotify,  // all who wait for c
  kSpawn,   // thread v
  kAssume,  // r == v, or this thread stops for ever
  kCheck,   // r != v, or this thread fails
  kBegin,   // of a section, maybe in another
  kEnd,
};

inline constexpr int kObjects = 2;  // of each kind

struct Statement {
  Word word = Word::kLoad;
  int object = 0;
  int value = 0;
};

// Threads that no statement starts are started first.
struct Program {
  std::vector<std::vector<Statement>> threads;
};

struct Outcomes {
  std::set<std::string> final_states;  // where all threads have ended
  std::set<std::string> failures;      // "thread 1 at 3"
  std::set<std::string> deadlocks;     // where each thread stands, before the section that it is in

  friend bool operator==(const Outcomes&, const Outcomes&) = default;
};

[[nodiscard]] bool is_started_by_statement(const Program& program, std::size_t thread);
[[nodiscard]] bool has_assumptions(const Program& program);
[[nodiscard]] std::string text(const Program& program);
[[nodiscard]] std::string text(const Outcomes& outcomes);
[[nodiscard]] std::string place_text(std::size_t thread, std::size_t at, int r);

// The same for the same seed.
[[nodiscard]] Program random_program(std::uint64_t seed);
// No value: there are more states than that.
[[nodiscard]] std::optional<Outcomes> outcomes_of(const Program& program, std::size_t most_states);

}  // namespace sections
