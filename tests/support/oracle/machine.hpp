// SPDX-License-Identifier: MIT
// A second definition of what every statement of a table means: the machine that brute-force
// oracles step through. It uses nothing of mcheck; if it and the engine disagree, one of them is
// wrong.
//
// A step is something that another thread can observe and that could happen earlier or later: one
// operation on one object, or the choice of a value. What only follows from earlier steps (starting
// a thread, joining one, continuing after a notify or a set event; fences, yields, tests of
// registers) is no step: it happens as soon as it can, and is returned as edges.
//
// Small and without pointers to itself, because a search copies it at every step.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <vector>

#include "tests/support/table/final_state.hpp"
#include "tests/support/table/table.hpp"

namespace table {

enum class Family : std::uint8_t {
  kAtomic,
  kMutex,
  kRecursive,
  kShared,
  kCondition,
  kSemaphore,
  kLatch,
  kBarrier,
  kOnce,
  kEvent,
  kData,
  kGate,
};
inline constexpr int kAllObjects = (static_cast<int>(Family::kGate) + 1) * kObjects;
inline constexpr int kNothing = -1;

// How a step uses its object.
enum class Use : std::uint8_t {
  kReads,     // does not change it
  kCommutes,  // changes it, in any order with others that commute
  kChanges,
};

// What a step did, as far as others can observe.
struct Effect {
  int object = kNothing;  // family * kObjects + which
  Use use = Use::kReads;
  int label = 0;           // data choice: value, 1 for a spurious failure, thread woken
  std::uint8_t woken = 0;  // bit set of threads
  // Of objects other than variables: what the C++ standard says synchronizes.
  bool acquires = false;
  bool releases = false;
  std::uint8_t phase = 0;  // of a barrier: only steps of one phase synchronize
};

// Thread `to` continues because of the past of a thread (which started `to`, or has ended), of the
// last change of an object (an event), or of the notify that has woken `to`; or it has passed a
// fence, whose Order is `which`.
struct Edge {
  enum class From : std::uint8_t { kThread, kObject, kNotify, kFence };
  From from = From::kThread;
  std::uint8_t which = 0;
  std::uint8_t to = 0;
};

class Machine {
 public:
  // All initial non-steps have happened. The program must outlive the machine.
  explicit Machine(const Program& program);
  // Appends the edges of the initial non-steps.
  Machine(const Program& program, std::vector<Edge>& edges);

  [[nodiscard]] int threads() const { return static_cast<int>(program_->threads.size()); }
  // The number of data choices of the thread's next step; 0: it is not enabled.
  [[nodiscard]] int ways(int thread) const;
  // Appends the edges that follow from the step, in order.
  Effect step(int thread, int way, std::vector<Edge>& edges);
  [[nodiscard]] FinalState final_state() const;
  // The value of a variable, which a weak memory sets to that of the version to read.
  std::int16_t& value(int variable) { return x_[static_cast<std::size_t>(variable)]; }
  // The current statement of the thread; null at its end.
  [[nodiscard]] const Statement* statement(int thread) const;

  // Whether leaving the thread here is no preemption: since its last step it has yielded, or all it
  // could do is time out.
  [[nodiscard]] bool leaving_is_free(int thread) const;
  // The threads that have passed a progress mark in the last step: a bit set.
  [[nodiscard]] std::uint8_t progress() const { return progress_; }
  void forget_progress() { progress_ = 0; }
  // Whether the machines are in one state, but for that thread, and for progress.
  [[nodiscard]] bool equals_but_for(int thread, const Machine& other) const;
  [[nodiscard]] bool waits_for_lock(int thread) const;

  friend auto operator<=>(const Machine&, const Machine&) = default;

 private:
  struct Thread {
    std::uint8_t at = 0;
    std::uint8_t part = 0;  // of a statement with several steps
    std::uint8_t phase = 0;
    std::uint8_t started = 0;  // bit set of threads that it started
    Ended ended = Ended::kNotStarted;
    bool running = false;
    bool woken = false;
    bool yielded = false;
    std::array<std::int16_t, kRegisters> r{};

    friend auto operator<=>(const Thread&, const Thread&) = default;
  };
  template <class T>
  using Each = std::array<T, kObjects>;

  // machine.cpp
  void run_consequences(std::vector<Edge>& edges);
  bool advance(int t, std::vector<Edge>& edges);
  bool pass_non_step(int t, const Statement& s, std::vector<Edge>& edges);
  bool pass_if_caused(int t, const Statement& s, std::vector<Edge>& edges);
  [[nodiscard]] bool does_not_apply(int t, const Statement& s) const;
  [[nodiscard]] bool is_free(int t, const Statement& s) const;
  [[nodiscard]] int ways_on(int t, const Statement& s) const;
  void next_statement(int t);

  // machine_steps.cpp
  Effect perform(int t, const Statement& s, int way);
  Effect acquire(int t, const Statement& s, int way);
  Effect release(int t, const Statement& s);
  Effect access(int t, const Statement& s, int way);
  Effect notify(const Statement& s, int way);
  Effect count(int t, const Statement& s);
  Effect pass_gate(int t, const Statement& s);
  // machine_waits.cpp
  Effect wait(int t, const Statement& s);
  Effect wait_for_change(int t, const Statement& s);
  Effect pass_barrier(int t, const Statement& s);
  Effect call_once(int t, const Statement& s);

  const Program* program_;
  std::array<Thread, kMostThreads> threads_{};
  Each<std::int16_t> x_{}, data_{}, permits_{}, latch_{}, still_expected_{}, openings_{};
  Each<std::uint8_t> asleep_{}, queue_{}, readers_{};                     // bit sets of threads
  Each<std::int8_t> mutex_{-1, -1}, recursive_{-1, -1}, writer_{-1, -1};  // the holder
  Each<std::uint8_t> depth_{}, phase_{}, once_{}, event_{};
  std::uint8_t progress_ = 0;       // bit set
  std::uint8_t by_statements_ = 0;  // bit set of threads that main does not start
};

// Whether the word acquires something, and whether it never waits for it.
[[nodiscard]] bool is_acquire(Word word);
[[nodiscard]] bool is_try(Word word);

constexpr int object_of(Family family, const Statement& s) {
  return static_cast<int>(family) * kObjects + s.object;
}
constexpr std::uint8_t bit(int t) { return static_cast<std::uint8_t>(1u << t); }

}  // namespace table
