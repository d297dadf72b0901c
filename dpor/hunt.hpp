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
// Oracle   tests/dpor/hunt_test.cpp: holds, and ends; tests/programs/conflicts_test.cpp: planted
//          pairs, one of them far apart.
#pragma once

#include <map>
#include <vector>

#include "dpor/sampler.hpp"
#include "engine/search/encounters.hpp"

namespace mcheck {

class Hunt final : public Sampler {
 public:
  Hunt(const SamplerOptions& options, Encounters& encounters);

  // Whether so many executions in a row found nothing new that more are not worth their cost.
  [[nodiscard]] bool seems_done() const;

 protected:
  void start() override;
  std::size_t choose(const View& view, std::span<const Ready> ready) override;
  void learn(const Execution& execution, Ending ending) override;
  [[nodiscard]] std::vector<std::string> guarantees() const override;

 private:
  using Priority = std::int64_t;
  struct Place {
    double worth = 0;  // that a thread is held here
  };
  struct ThreadState {
    Priority priority = 0;
    bool drawn = false;
    std::uint32_t yields = 0;
    bool held = false;
    std::size_t since = 0;        // step at which the hold began
    std::vector<StackId> places;  // of its last step
    std::vector<StackId> held_for;
  };

  ThreadState& state_of(ThreadId thread) { return threads_[index(thread)]; }
  void hear(const View& view);
  void raise(StackId place, double worth);
  void draw_or_demote(const View& view, const Ready& ready);
  void maybe_hold(ThreadId thread, const View& view);
  void release(ThreadState& state);
  [[nodiscard]] std::size_t longest_held(std::span<const Ready> ready) const;

  Encounters& encounters_;
  std::map<StackId, Place> places_;  // with a probability above the minimum
  std::vector<ThreadState> threads_;
  std::size_t met_ = 0;  // conflicts handled in this execution
  std::size_t touched_ = 0;
  std::size_t change_ = 0;   // before which step the chosen thread gets the lowest priority
  std::size_t longest_ = 0;  // in steps
  Priority lowest_ = 0;
  std::uint64_t executions_ = 0;
  std::uint64_t last_news_ = 0;
  std::uint64_t holds_ = 0;
};

}  // namespace mcheck
