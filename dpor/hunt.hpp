// SPDX-License-Identifier: MIT
// Hunts conflicts: holds a thread behind an access to what others access, too, until another comes
// to the same bytes or nobody else can go on.
//
// Idea     A thread that stands at its next operation has given nothing since its last one, so what
//          it did in between is ordered before nothing that others do meanwhile. Whoever comes to
//          the same bytes while it is held is in conflict with it, however far that other place is,
//          and however many locks it takes on its way. To hold costs no time: it is a matter of who
//          goes on.
// Paper    [Li, Lu, Musuvathi, Nath, Padhye: Efficient scalable thread-safety-violation detection,
//          SOSP 2019: TSVD], and TSVD4J after it. Names there → here: delay → hold; near miss → two
//          accesses to one byte that something ordered; dangerous pair → what is left of these.
// Near     Where to hold is learned from near misses: of both their places the thread is held at
//          the next time it comes there. Those few steps apart are worth more than those far apart,
//          but no near miss is too far to be tried.
// Inferred A hold at whose end nobody had come by teaches that the others had to wait for the held
//          thread, or do not come there any more: the place loses by it, soon for good (decay). No
//          clock is asked whether a delay of one is a delay of the other.
// Differs  What orders two accesses is known, not inferred; a thread is held once in a while at
//          random, too, and priorities are drawn as pct draws them, for what was no near miss yet.
// Limits   Draws lots: what it does not find may be there. Not in the registry, for it is nothing
//          to explore with: it lives on what goes on past a race, which ends an execution there,
//          and on encounters, which only a search for conflicts collects.
// Oracle   tests/dpor/hunt_test.cpp: holds, and is done; tests/programs/conflicts_test.cpp: planted
//          pairs, and one that is a long way off.
#pragma once

#include <map>
#include <vector>

#include "dpor/sampler.hpp"
#include "engine/search/encounters.hpp"

namespace mcheck {

class Hunt final : public Sampler {
 public:
  Hunt(const SamplerOptions& options, Encounters& encounters);

  // Whether so many executions in a row have shown nothing new that more are not worth it.
  [[nodiscard]] bool seems_done() const;

 protected:
  void start() override;
  std::size_t choose(const View& view, std::span<const Ready> ready) override;
  void learn(const Execution& execution, Ending ending) override;
  [[nodiscard]] std::vector<std::string> guarantees() const override;

 private:
  using Priority = std::int64_t;
  struct Place {
    double worth = 0;  // the chance that a thread is held here
  };
  struct ThreadState {
    Priority priority = 0;
    bool drawn = false;
    std::uint32_t yields = 0;
    bool held = false;
    std::size_t since = 0;        // a step
    std::vector<StackId> places;  // of its last step, that are worth a hold
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
  std::map<StackId, Place> places_;  // worth more than nothing
  std::vector<ThreadState> threads_;
  std::size_t met_ = 0;  // of what was heard in this execution
  std::size_t touched_ = 0;
  std::size_t change_ = 0;   // before which step the thread that would go on goes last
  std::size_t longest_ = 0;  // execution so far
  Priority lowest_ = 0;
  std::uint64_t executions_ = 0;
  std::uint64_t last_news_ = 0;
  std::uint64_t holds_ = 0;
};

}  // namespace mcheck
