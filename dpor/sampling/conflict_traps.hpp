// SPDX-License-Identifier: MIT
// Conflict traps: hold a thread after an access to shared bytes until another thread accesses the
// same bytes, or until no other thread is enabled.
//
// Idea     A thread that is about to perform its next operation has released nothing since its last
//          one, so its accesses in between are ordered before nothing that other threads do
//          meanwhile. A thread that accesses the same bytes while it is held is in conflict with
//          it, however far apart the two places are and however many locks it takes on its way.
//          Holding costs no time: it only decides which thread runs.
// Paper    [Li, Lu, Musuvathi, Nath, Padhye: Efficient scalable thread-safety-violation detection,
//          SOSP 2019: TSVD], and TSVD4J after it. Names there → here: delay → hold; near miss → two
//          accesses to one byte that something ordered; dangerous pair → near miss that remains.
// Near     Near misses teach where to hold: the thread is held at both places of one, the next time
//          it gets there. Near misses of few steps count more, but none is too far to be tried.
// Inferred A hold that ends without a conflict shows that the others had to wait for the held
//          thread, or do not access the bytes any more: the probability of the site decays, and
//          soon it is dropped for good. No clock has to tell whether a delay of one thread delays
//          another.
// Differs  The order of two accesses is known, not inferred. A thread is sometimes held at random,
//          and priorities are drawn as in pct.hpp, for conflicts that were no near miss yet.
// Limits   Random: a conflict that it does not find may exist. Not in the registry, because it does
//          not explore: it needs executions that continue after a race, which otherwise ends them,
//          and observed conflicts, which only a search for conflicts collects.
// Oracle   tests/dpor/sampling/conflict_traps_test.cpp: holds, and ends;
// tests/programs/conflicts/conflicts_test.cpp: planted
//          pairs, one of them far apart.
#pragma once

#include <map>
#include <vector>

#include "dpor/sampling/sampler.hpp"
#include "engine/search/strategy/conflict_source.hpp"

namespace mcheck {

class ConflictTraps final : public Sampler {
 public:
  ConflictTraps(const SamplerOptions& options, ConflictSource& conflicts);

  // Whether so many executions in a row found nothing new that more are not worth their cost.
  [[nodiscard]] bool seems_done() const;

 protected:
  void start() override;
  std::size_t choose(const View& view, std::span<const EnabledThread> enabled) override;
  void learn(const Execution& execution, Ending ending) override;
  [[nodiscard]] std::vector<std::string> guarantees() const override;

 private:
  using Priority = std::int64_t;
  struct TrapSite {
    double probability = 0;  // that a thread is held here
  };
  struct ThreadState {
    Priority priority = 0;
    bool has_priority = false;
    std::uint32_t yields = 0;
    bool held = false;
    std::size_t held_since = 0;  // step at which the hold began
    std::vector<StackId> sites;  // of its last step
    std::vector<StackId> held_at;
  };

  ThreadState& state_of(ThreadId thread) { return threads_[index(thread)]; }
  void observe_conflicts(const View& view);
  void raise_probability(StackId site, double probability);
  void update_priority(const View& view, const EnabledThread& enabled);
  void maybe_trap(ThreadId thread, const View& view);
  void release(ThreadState& state);
  [[nodiscard]] std::size_t longest_held_thread(std::span<const EnabledThread> enabled) const;

  ConflictSource& conflicts_;
  std::map<StackId, TrapSite> sites_;  // with a probability above the minimum
  std::vector<ThreadState> threads_;
  std::size_t conflicts_seen_ = 0;  // conflicts handled in this execution
  std::size_t accesses_seen_ = 0;
  std::size_t change_step_ = 0;  // before which step the chosen thread gets the lowest priority
  std::size_t longest_execution_ = 0;  // in steps
  Priority lowest_priority_ = 0;
  std::uint64_t executions_ = 0;
  std::uint64_t last_new_conflict_ = 0;
  std::uint64_t hold_count_ = 0;
};

}  // namespace mcheck
