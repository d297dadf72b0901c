// SPDX-License-Identifier: MIT
// What a strategy may offer besides choosing: each capability is an interface of its own, and
// Strategy::capabilities() says which of them a strategy has. A strategy without any is still one.
//
//   Divisible   its work can be cut into shards for other processes
//   RunAhead    it need not be asked at each step
//   Bounded     it leaves out schedules beyond a bound
//   Estimating  it knows what share of the search is done
//   Reduction   it runs one execution of each class
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/ids.hpp"
#include "engine/trace/estimate.hpp"

namespace mcheck {

class Execution;
class Identities;

// A strategy whose work can be cut into parts that know nothing of each other. A part is a line of
// text that another process of the same program understands: threads are told by path in it.
class Divisible {
 public:
  virtual ~Divisible() = default;

  // Between two executions: all that is left to do, as parts. Taking them all over is the same
  // work.
  [[nodiscard]] virtual std::vector<std::string> outstanding(const Identities& names) const = 0;
  // Gives a part away that is likely to be large; no value when there is too little to share.
  virtual std::optional<std::string> give_away(const Identities& names) = 0;
  // Instead of starting from the beginning, or besides what is being done. False: not understood.
  virtual bool take_over(std::string_view part, Identities& names) = 0;
  // Forget the beginning: there is nothing to do until a part is taken over.
  virtual void start_empty() = 0;
};

// A thread that is the only enabled one, or the one that would be chosen anyhow, takes several
// transitions without a pick for each.
class RunAhead {
 public:
  static constexpr std::size_t kAnyNumber = ~std::size_t{0};

  virtual ~RunAhead() = default;

  // For how many steps from this one on no pick is needed while the alternatives, so many, stay the
  // same: the strategy would choose the first, as it did last, and would not return to these steps.
  [[nodiscard]] virtual std::size_t lets_go(std::size_t step, std::size_t ways) const = 0;
  // So many steps were taken without a pick. Called before anything else is asked.
  virtual void gone(std::size_t step, std::size_t ways, std::size_t steps) = 0;
};

// A strategy that leaves out what needs more preemptions, or delays, than its bound.
class Bounded {
 public:
  virtual ~Bounded() = default;

  // Whether something was left out because of the bound.
  [[nodiscard]] virtual bool bound_hit() const = 0;
  // Whether what is left out depends on the places at which threads are known to poll: if more
  // become known, the search has to begin anew.
  [[nodiscard]] virtual bool bounds_by_places() const { return false; }
  // Whether the execution that has just ended lies within the bound.
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

// A strategy that learns from each execution which others there are. So executions run to their
// end, without a thread that has failed.
class Reduction {
 public:
  virtual ~Reduction() = default;

  // Whether an execution may end at its failure all the same, if one failure is all one wants.
  [[nodiscard]] virtual bool ends_at_failure() const { return true; }
  // No thread is enabled. Whether this is no execution but a probe: the thread that was to take the
  // next transition would only spin.
  virtual bool cut_short(const Execution&) { return false; }
  // The rest of the execution is known and will not be run. Whether the execution is redundant all
  // the same, as if the next pick had been Pick::kNothing.
  virtual bool leaves_out(const Execution&) { return false; }
  // Whether it will ask what the thread, which has come to where threads poll, would have done
  // there with versions from before it came (Execution::spins).
  [[nodiscard]] virtual bool asks_of_older(const Execution&, ThreadId) const { return false; }
};

// Null: the strategy does not have it.
struct Capabilities {
  Divisible* divisible = nullptr;
  RunAhead* run_ahead = nullptr;
  Bounded* bounded = nullptr;
  Estimating* estimating = nullptr;
  Reduction* reduction = nullptr;
};

}  // namespace mcheck
