// SPDX-License-Identifier: MIT
// What a strategy may offer besides choosing. Each capability is an interface of its own, and
// Strategy::capabilities() says which of them a strategy has. A strategy need not have any.
//
//   Divisible   its work can be cut into shards for other processes
//   RunAhead    it need not be asked at each step
//   Bounded     it leaves out schedules beyond a bound
//   Estimating  it estimates what share of the search is done
//   Reduction   it runs one execution of each class
//   StateMatching  it ends an execution at a state that it has seen
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/ids.hpp"
#include "engine/trace/results/estimate.hpp"

namespace mcheck {

class Execution;
class Identities;
struct Transition;

// A strategy whose work can be cut into independent shards. A shard is a line of text that another
// process of the same program can read: it names threads by path.
class Divisible {
 public:
  virtual ~Divisible() = default;

  // Between two executions: all that is left to do, as shards. To take over all of them is the same
  // work.
  [[nodiscard]] virtual std::vector<std::string> outstanding(const Identities& names) const = 0;
  // Splits off a shard that is likely to be large; no value: there is too little to share.
  virtual std::optional<std::string> give_shard(const Identities& names) = 0;
  // Adds a shard to the work, or replaces the initial work by it. False: the text is malformed.
  virtual bool take_over(std::string_view shard, Identities& names) = 0;
  // Drops the initial work: there is nothing to do until a shard is taken over.
  virtual void start_empty() = 0;
};

// A thread takes several transitions without a pick for each, where it is the only enabled one or
// would be picked anyhow.
class RunAhead {
 public:
  static constexpr std::size_t kAnyNumber = ~std::size_t{0};

  virtual ~RunAhead() = default;

  // For how many steps from this one on no pick is needed while the number of alternatives stays
  // the same. The strategy would pick the first, as it did last, and would not return to these
  // steps.
  [[nodiscard]] virtual std::size_t grant_run_ahead(std::size_t step,
                                                    std::size_t enabled) const = 0;
  // So many steps were taken without a pick. Called before any other call.
  virtual void note_run_ahead(std::size_t step, std::size_t enabled, std::size_t steps) = 0;
};

// A strategy that leaves out schedules with more preemptions, or delays, than its bound.
class Bounded {
 public:
  virtual ~Bounded() = default;

  // Whether something was left out because of the bound.
  [[nodiscard]] virtual bool bound_hit() const = 0;
  // Whether the bound depends on the spin sites that are known. Then the search has to start over
  // when more become known.
  [[nodiscard]] virtual bool bounds_by_places() const { return false; }
  // Whether the execution that has just ended is within the bound.
  [[nodiscard]] virtual bool within_bound() const { return true; }
};

class Estimating {
 public:
  virtual ~Estimating() = default;

  // The share of the whole search that is finished, 0 to 1. Shares of shards add up. 0: unknown.
  [[nodiscard]] virtual double finished_mass() const = 0;
  // In which direction the share may be wrong.
  [[nodiscard]] virtual EstimateKind estimate_kind() const = 0;
};

// A strategy that learns from each execution which others exist. So an execution runs to its end
// even if a thread has failed.
class Reduction {
 public:
  virtual ~Reduction() = default;

  // Whether an execution may end at its failure all the same, if one failure is enough.
  [[nodiscard]] virtual bool ends_at_failure() const { return true; }
  // No thread is enabled. Whether this is a probe and not an execution: the thread that was to take
  // the next transition would only spin.
  virtual bool is_probe(const Execution&) { return false; }
  // The rest of the execution is cached and will not run. Whether the execution is redundant all
  // the same, as if the next pick had been Pick::kNothing.
  virtual bool is_redundant(const Execution&) { return false; }
  // Whether it will ask what the thread, which has just arrived at a spin site, would have done
  // with versions from before it arrived (Execution::spins).
  [[nodiscard]] virtual bool needs_older_versions(const Execution&, ThreadId) const {
    return false;
  }
};

// A strategy that compares states, and so is asked at each step while all threads are suspended.
class StateMatching {
 public:
  virtual ~StateMatching() = default;

  struct Counts {
    std::uint64_t states = 0;       // different ones
    std::uint64_t transitions = 0;  // steps from one to another
    std::uint64_t matched = 0;      // of these: to a state that was known
    double schedules = 0;           // that lead through them; infinity: there is a cycle
  };
  [[nodiscard]] virtual Counts counts() const = 0;
  // Whether a state may stand for those that differ only in which of some equal threads is where.
  [[nodiscard]] virtual bool allows_symmetry() const { return false; }
  // Checks from the start of the search on whether RC11 permits more than interleavings.
  virtual void check_robustness() {}
  struct Robustness {
    std::string violation{};      // an access that may act on an older version; empty: none
    bool assumes_newest = false;  // that atomics that threads wait for act on the newest
  };
  // So far, or in all states: until then, threads may turn out to wait for an atomic.
  [[nodiscard]] virtual Robustness robustness(bool /*in_all_states*/) const { return {}; }
  // Whether a state was reached again from itself.
  [[nodiscard]] virtual bool has_cycle() const { return false; }
  // A schedule that repeats a state, so that each thread that is enabled in between takes a step in
  // between; null: none was found.
  [[nodiscard]] virtual const std::vector<Transition>* fair_cycle() const = 0;
};

// Null: the strategy does not have it.
struct Capabilities {
  Divisible* divisible = nullptr;
  RunAhead* run_ahead = nullptr;
  Bounded* bounded = nullptr;
  Estimating* estimating = nullptr;
  Reduction* reduction = nullptr;
  StateMatching* matching = nullptr;
};

}  // namespace mcheck
