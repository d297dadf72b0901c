// SPDX-License-Identifier: MIT
// Probabilistic concurrency testing: random priorities, changed a few times.
//
// Idea     A bug of depth d needs d steps of different threads in one order, whatever the rest
//          does. Give every thread a random priority and run the highest enabled one: with
//          probability 1/n the thread that has to come last does. For each further constraint one
//          thread has to stop at one step: draw d-1 steps, and at each give the thread that would
//          run the lowest priority so far given out.
// Paper    [Burckhardt, Kothari, Musuvathi, Nagarakatte: A randomized scheduler with probabilistic
//          guarantees of finding bugs, ASPLOS 2010]. n, k, d as there.
// Differs  k is not known: it is the largest seen so far, and the first execution has no changes.
//          Only steps with several enabled threads are counted, because elsewhere a change has no
//          effect. New threads get a random priority among all. A thread that yields gets the
//          lowest: it asked for that, but bugs in which it continues at once are then not covered;
//          the remarks say so.
// Guarantee  An execution shows a bug of depth d with probability at least 1 / (n k^(d-1)), if it
//          has at most n threads and k such steps, and for the data choices that show it.
// Costs    One look at the priorities of all threads a step; no memory between executions.
// Limits   Never ends by itself. The depth of a bug is not known; --depth 2 and 3 find most.
// Oracle   tests/dpor/sampling/pct_test.cpp: bugs of known depth are hit at least as often as that.
#pragma once

#include <vector>

#include "dpor/sampling/sampler.hpp"

namespace mcheck {

class Pct final : public Sampler {
 public:
  // REQUIRES: depth ≥ 1.
  Pct(const SamplerOptions& options, std::uint32_t depth);

 protected:
  void start() override;
  std::size_t choose(const View& view, std::span<const EnabledThread> enabled) override;
  std::size_t choose_thread(const View& view) override;
  [[nodiscard]] std::size_t repeats_of_choice(std::size_t alternatives) const override;
  void note_repeats(std::size_t alternatives, std::size_t steps) override;
  void learn(const Execution& execution, Ending ending) override;
  [[nodiscard]] std::vector<std::string> guarantees() const override;

 private:
  // The highest runs. Drawn priorities are large; changes give depth - 1 … 1; yields give values
  // below 0.
  using Priority = std::int64_t;
  struct ThreadState {
    Priority priority = 0;
    std::uint32_t yields = 0;  // already handled
    bool has_priority = false;
  };

  ThreadState& state_of(ThreadId thread) { return threads_[index(thread)]; }
  void update_priority(const View& view, ThreadId thread);
  // Entry: anything with a member `thread`.
  template <class Entry>
  std::size_t choose_among(const View& view, std::span<const Entry> enabled);
  template <class Entry>
  [[nodiscard]] std::size_t highest_priority(std::span<const Entry> enabled) const;

  std::uint32_t depth_;
  std::vector<ThreadState> threads_;  // by id
  std::size_t prioritised_ids_ = 0;   // above the ids of all threads that ever had a priority
  std::vector<std::uint64_t>
      change_steps_;                // before which step; of equal ones the last comes first
  std::uint64_t step_ = 0;          // counted steps so far
  Priority lowest_priority_ = 0;    // the last one given to a thread that yielded
  bool yield_seen_ = false;         // some thread has ever yielded
  std::vector<bool> seen_threads_;  // by id: whether the thread ever had a choice
  std::uint64_t n_ = 0;             // number of these threads
  std::uint64_t k_ = 0;             // most counted steps of an execution
  std::uint64_t executions_with_bounds_ = 0;  // since n or k last grew: the guarantee is for these
};

}  // namespace mcheck
