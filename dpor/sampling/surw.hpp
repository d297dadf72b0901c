// SPDX-License-Identifier: MIT
// Selectively uniform random walk: all orders of the operations that matter are equally likely, and
// the rest is random. With all operations it is the uniform random walk.
//
// Idea     A walk that knows how many steps each thread has left, and draws in proportion, makes
//          all interleavings equally likely; a plain random walk ignores that and starves long
//          threads. There are too many interleavings of everything, so one shared object is drawn
//          for each execution, and the walk is uniform over the orders of the operations on it
//          only. A thread is drawn by its remaining operations; other threads that reach such an
//          operation are held until that thread has performed its next one.
// Paper    [Zhao, Wolff, Mathur, Roychoudhury: Selectively uniform concurrency testing, ASPLOS
//          2025], which has URW, too. Names there → here: Δ → interesting.
// Counts   A pilot execution, a plain random walk, measures how often each thread uses each object.
//          Later ones refine this to a mean: exact for programs whose threads always take the same
//          steps. An execution that failed or spun is no measure, except the first: threads that
//          stopped early would count as short ones, and the same failure would recur for ever.
//          Threads that do not exist yet count for the thread that will start them.
// Objects  Those that at least two threads use and one changes. That one thread uses it only after
//          joining the other is not noticed, and wastes the executions that draw such an object.
// Differs  The intended thread is drawn again, among those that are held, when no other is enabled:
//          it waits for one of them. An enabled thread counts for at least one operation: no
//          schedule becomes impossible because an estimate was too low.
// Guarantee  Orders of the interesting operations are drawn uniformly, if the counts are exact and
//          nothing blocks; every schedule remains possible in any case.
// Costs    One entry for each object and thread that uses it; a walk over the log per execution.
// Limits   Never ends by itself. Locks make it uneven: a held lock excludes orders that it counts.
// Oracle   tests/dpor/sampling/surw_test.cpp: 60 interleavings and 12 projections, by chi-square.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "dpor/sampling/sampler.hpp"

namespace mcheck {

class SelectivelyUniformWalk final : public Sampler {
 public:
  enum class Interest : std::uint8_t { kOneObject, kEverything };

  SelectivelyUniformWalk(const SamplerOptions& options, Interest interest)
      : Sampler(options), interest_(interest), remaining_(kMaxThreads), starter_(kMaxThreads) {}

 protected:
  void start() override;
  std::size_t choose(const View& view, std::span<const EnabledThread> enabled) override;
  void learn(const Execution& execution, Ending ending) override;
  [[nodiscard]] std::vector<std::string> guarantees() const override;

 private:
  // How often each thread used an object, summed over all measured executions.
  struct Uses {
    std::map<ThreadId, std::uint64_t> counts;
    bool is_changed = false;
  };

  [[nodiscard]] std::vector<std::uint64_t> means(const Uses& uses) const;  // by thread
  [[nodiscard]] std::uint64_t mean(std::uint64_t counts) const;
  [[nodiscard]] std::vector<const Uses*> shared_objects() const;
  void draw_interest();
  [[nodiscard]] bool interesting(const Operation& operation) const;
  [[nodiscard]] std::uint64_t remaining_of(const Execution& execution, ThreadId thread) const;
  struct Share {
    ThreadId thread{};
    std::uint64_t operations = 0;
  };
  std::optional<ThreadId> draw_thread(const std::vector<Share>& shares);
  void choose_intended(const Execution& execution, std::span<const EnabledThread> enabled);
  void follow_spawns(const Execution& execution);
  std::size_t note_chosen(const Execution& execution, std::span<const EnabledThread> enabled,
                          std::size_t chosen);

  Interest interest_;
  // Measured.
  std::uint64_t measured_executions_ = 0;
  bool measurements_complete_ = false;  // these finished and did not spin
  unsigned thread_limit_ = 1;           // above the ids of all threads that took a step
  std::map<ObjectId, Uses> uses_;       // kNoObject: all operations
  // Of this execution.
  ObjectId object_ = kNoObject;           // the interesting one; kNoObject: all operations are
                                          // interesting
  std::vector<std::uint64_t> remaining_;  // by thread: remaining interesting operations
  std::vector<ThreadId> starter_;  // by thread: the thread that starts it, in every execution
  std::optional<ThreadId> intended_;
  std::size_t events_seen_ = 0;  // events handled
};

}  // namespace mcheck
