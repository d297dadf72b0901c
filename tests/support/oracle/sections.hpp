// SPDX-License-Identifier: MIT
// Small programs with atomic sections, and their possible outcomes: by a machine that runs each
// section in one step, explores every order of everything else, and shares no code with the engine.
//
// Objects start at 0, and each thread has one register. A section in which the thread would have to
// wait, or would make a false assumption, is not enabled.
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
  kNotify,  // all threads that wait for c
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
  std::set<std::string> final_states;  // of executions in which all threads have ended
  std::set<std::string> failures;      // "thread 1 at 3"
  std::set<std::string> deadlocks;     // where each thread is, or its section begins

  friend bool operator==(const Outcomes&, const Outcomes&) = default;
};

[[nodiscard]] bool is_started_by_statement(const Program& program, std::size_t thread);
[[nodiscard]] bool has_assumptions(const Program& program);
[[nodiscard]] std::string text(const Program& program);
[[nodiscard]] std::string text(const Outcomes& outcomes);
[[nodiscard]] std::string place_text(std::size_t thread, std::size_t at, int r);

// The same for the same seed.
[[nodiscard]] Program random_program(std::uint64_t seed);
// No value: there are more states.
[[nodiscard]] std::optional<Outcomes> outcomes_of(const Program& program, std::size_t max_states);

}  // namespace sections
