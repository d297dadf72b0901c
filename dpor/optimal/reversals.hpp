// SPDX-License-Identifier: MIT
// Which races of an execution can be reversed, and the sequence to run instead.
//
// Idea     Two events of different threads that depend on each other race if the second could have
//          been first: its thread could get there without the first. Then the execution begins like
//          E1·first, and another one begins like E1·v·second, where v is everything that does not
//          depend on the first event. The semantics compute what the second operation does there,
//          from version to version; nothing is run.
// Paper    [AAJS14; JACM 2017, §§ 5 and 8 on blocking].  E1 → before the step, v·second →
//          Reversal::sequence.
// Differs  A race need not be between neighbours: a lock races with the lock before it and not with
//          the unlock in between, because between them it was blocked. So every earlier event that
//          the operation depends on is tried, the latest first, except those that happen before one
//          that could be reversed.
//            An operation that is blocked when the execution ends is a second event, too.
//            Operations that commute (Relation::kCommuting) may be in v and block the second one:
//          shared locks that are still held when a writer wants to lock. They are removed from v,
//          with everything that depends on them. If one of them has been held since before v, or if
//          the second operation itself comes after it, the race cannot be reversed. Nothing else
//          that commutes blocks an operation: releases of a semaphore and count-downs of a latch
//          only enable others, and a try or a timed lock has another outcome instead.
//            A step also races with an event that depends on another data choice of the step only:
//          if that choice sleeps, nothing else finds what must come before it. The second event
//          does not come after the step then, and is left out of v with everything that comes after
//          it.
// Costs    O(n·r) for n events of which r are on the same object, and O(n) for each race.
// Limits   The end of a thread that is joined, a spawn, a wake-up: causes, which are not races.
// Oracle   As for optimal_dpor.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "dpor/steps/action.hpp"
#include "dpor/steps/canary.hpp"
#include "engine/search/execution/execution.hpp"
#include "engine/trace/order/happens_before.hpp"

namespace mcheck {

class Reversals {
 public:
  // What v is taken from: the whole execution, which optimality needs, or what came before the
  // second event, which is enough to know which threads may begin the reversed execution.
  enum class Extent : std::uint8_t { kWhole, kBeforeSecond };

  struct Reversal {
    std::size_t step = 0;              // the step to replace, by number of choices before it
    std::span<const Action> sequence;  // v, and then the second operation
  };
  using ReversalCallback = std::function<void(const Reversal&)>;

  explicit Reversals(Extent extent, Canary canary = Canary::kHealthy,
                     FootprintRule rule = commuting_footprint)
      : extent_(extent), canary_(canary), rule_(rule), order_(rule) {}

  // Reports all reversals, or those of races whose second event is at step `from` or later. The
  // first `kept` steps of the execution are the same as in the last call.
  void find(const Execution& execution, std::size_t kept, std::size_t from,
            const ReversalCallback& on_reversal);

  // While the callback runs: the threads that the sequence can begin with.
  [[nodiscard]] ThreadSet initials() const;

 private:
  // The second event of a race, or an operation that was still blocked at the end.
  struct Second {
    const Operation* operation = nullptr;
    const Event* event = nullptr;  // null: blocked
    ThreadId thread{};
    VectorClock past;       // what must come before it
    std::size_t until = 0;  // v ends before this step
  };

  void index_steps();
  void reverse_blocked();
  void compute_blocked_past(const ThreadRecord& blocked);
  // kPossible: on another data choice of the step only.
  enum class Dependence : std::uint8_t { kNever, kPossible, kReal };

  void reverse(const Second& second, std::size_t candidate);
  [[nodiscard]] Dependence dependence_on(std::size_t step, const Second& second) const;
  [[nodiscard]] bool hidden_by_accepted(const Event& first) const;
  bool build_sequence(std::size_t step, const Second& second);
  [[nodiscard]] State object_state_after(const Event& first, const Second& second) const;
  bool remove_holders(const Second& second, const State& state);
  void collect_holders(const Second& second, ThreadSet remaining);
  bool report_reversals(std::size_t step, const Second& second, const State& state);
  [[nodiscard]] std::optional<std::uint32_t> same_data_choice(const Second& second,
                                                              const State& state,
                                                              std::uint32_t enabled) const;
  [[nodiscard]] const Event& event_at(std::size_t step) const { return events_[steps_[step]]; }

  static constexpr std::size_t kNoStep = ~std::size_t{0};

  Extent extent_;
  Canary canary_;
  FootprintRule rule_;
  HappensBefore order_;
  const Execution* execution_ = nullptr;
  const ReversalCallback* on_reversal_ = nullptr;
  std::span<const Event> events_;
  std::vector<std::uint32_t> steps_;     // the event of each step
  std::vector<Action> actions_;          // one for each step
  std::vector<std::size_t> previous_;    // for each step: the last one before it on the same
                                         // object
  std::vector<std::size_t> latest_;      // by object: the last step on it
  std::vector<std::uint32_t> accepted_;  // events whose race with the second one can be reversed
  std::vector<std::size_t> v_;           // steps
  std::vector<std::uint32_t> holder_events_;  // events
  std::vector<Action> sequence_;              // v, second
  std::vector<std::uint32_t> second_past_;    // of a blocked operation
  VectorClock past_;                          // of the second event being reversed
};

}  // namespace mcheck
