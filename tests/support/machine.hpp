// SPDX-License-Identifier: MIT
// What every statement of a table means, said a second time: the machine that brute-force oracles
// step through. It uses nothing of mcheck; where it and the engine disagree, one of them is wrong.
//
// A step is something another thread can see and that could come earlier or later: one operation on
// one object, or the choice of a value. What only follows from earlier steps (to start a thread, to
// join one, to go on after a notify or a set event; fences, yields, tests of registers) is no step:
// it happens as soon as it can, and is told as edges.
//
// Small and without pointers to itself, so that a search copies it at every step.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "tests/support/final_state.hpp"
#include "tests/support/table.hpp"

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
};
inline constexpr int kAllObjects = (static_cast<int>(Family::kData) + 1) * kObjects;
inline constexpr int kNothing = -1;

// How a step uses its object.
enum class Use : std::uint8_t {
  kReads,     // leaves it as it was
  kCommutes,  // changes it, and it does not matter in which order with others that commute
  kChanges,
};

// What a step did, as far as others are concerned.
struct Effect {
  int object = kNothing;  // family * kObjects + which
  Use use = Use::kReads;
  int label = 0;  // the data choice: value chosen, 1 for "fails for no reason", who is woken
  std::uint8_t woken = 0;  // threads; a bit each
};

// Thread `to` goes on because of what is in the past of a thread (it started `to`, or has ended),
// of the last change of an object (an event), or of the notify that has woken `to`.
struct Edge {
  enum class From : std::uint8_t { kThread, kObject, kNotify };
  From from = From::kThread;
  std::uint8_t which = 0;
  std::uint8_t to = 0;
};

class Machine {
 public:
  // All that is no step and comes first has happened. The program must outlive the machine.
  explicit Machine(const Program& program);

  [[nodiscard]] int threads() const { return static_cast<int>(program_->threads.size()); }
  // In how many ways the thread's next step can go; 0: it cannot.
  [[nodiscard]] int ways(int thread) const;
  // Edges that follow from it are appended, in the order in which they came to be.
  Effect step(int thread, int way, std::vector<Edge>& edges);
  [[nodiscard]] FinalState final_state() const;
  // Where the thread is; null at its end.
  [[nodiscard]] const Statement* statement(int thread) const;

  // Whether to leave the thread here is no preemption: since its last step it has yielded, or all
  // it could do is give up.
  [[nodiscard]] bool gives_way(int thread) const;

 private:
  struct Thread {
    std::uint8_t at = 0;
    std::uint8_t part = 0;  // of a statement of several steps
    std::uint8_t phase = 0;
    std::uint8_t started = 0;  // threads that this one has started; a bit each
    Ended ended = Ended::kNotStarted;
    bool running = false;
    bool woken = false;
    bool yielded = false;
    std::array<std::int16_t, kRegisters> r{};
  };
  template <class T>
  using Each = std::array<T, kObjects>;

  // machine.cpp
  void settle(std::vector<Edge>& edges);
  bool go_on(int t, std::vector<Edge>& edges);
  bool pass(int t, const Statement& s, std::vector<Edge>& edges);
  bool pass_waiting(int t, const Statement& s, std::vector<Edge>& edges);
  [[nodiscard]] bool does_not_apply(int t, const Statement& s) const;
  [[nodiscard]] bool is_free(int t, const Statement& s) const;
  [[nodiscard]] int ways_on(int t, const Statement& s) const;
  void next_statement(int t);

  // machine_steps.cpp
  Effect perform(int t, const Statement& s, int way);
  Effect take(int t, const Statement& s, int way);
  Effect give(int t, const Statement& s);
  Effect access(int t, const Statement& s, int way);
  Effect notify(const Statement& s, int way);
  Effect count(int t, const Statement& s);
  // machine_waits.cpp
  Effect wait(int t, const Statement& s);
  Effect wait_for_change(int t, const Statement& s);
  Effect pass_barrier(int t, const Statement& s);
  Effect call_once(int t, const Statement& s);

  const Program* program_;
  std::array<Thread, kMostThreads> threads_{};
  Each<std::int16_t> x_{}, data_{}, permits_{}, latch_{}, missing_{};
  Each<std::uint8_t> asleep_{}, queue_{}, readers_{};                     // threads; a bit each
  Each<std::int8_t> mutex_{-1, -1}, recursive_{-1, -1}, writer_{-1, -1};  // who holds it
  Each<std::uint8_t> depth_{}, phase_{}, once_{}, event_{};
  std::uint8_t by_statements_ = 0;  // the threads that main does not start
};

// Which words take something, and which of these never wait for it.
[[nodiscard]] bool is_take(Word word);
[[nodiscard]] bool is_try(Word word);

constexpr int object_of(Family family, const Statement& s) {
  return static_cast<int>(family) * kObjects + s.object;
}
constexpr std::uint8_t bit(int t) { return static_cast<std::uint8_t>(1u << t); }

}  // namespace table
