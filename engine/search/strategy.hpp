// SPDX-License-Identifier: MIT
// Who decides. A strategy is asked at each step which of the ways to go on to take, sees the trace
// so far and what every thread wants to do, and never touches a thread.
//
//   while (auto begin = strategy.begin_execution()) {
//     … the first begin->keep steps stay as they were in the execution before …
//     while (there are alternatives) strategy.pick(view) …
//     strategy.end_execution(view, how)
//   }
//
// Alternative 0 is always the default: the running thread goes on with its default outcome, or, if
// it cannot, the first thread (by path) that can. Alternatives that preempt come last.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/ids.hpp"
#include "engine/trace/estimate.hpp"
#include "engine/trace/event.hpp"

namespace mcheck {

class Execution;
class Identities;
class Divisible;

// One way to go on: this thread, with this of its outcomes.
struct Alternative {
  ThreadId thread{};
  std::uint32_t outcome = 0;
  bool preempts = false;
  // Its place among all ways to go on, those of threads that only spin included: the same whether
  // or not that they spin was known when it was asked.
  std::uint32_t number = 0;

  friend bool operator==(const Alternative&, const Alternative&) = default;
};

// What a strategy sees when it is asked. Valid during the call only.
struct View {
  const Execution& execution;                 // the trace so far; what each thread wants to do
  std::span<const Alternative> alternatives;  // at least one
  std::size_t step = 0;                       // how many picks came before in this execution
  std::uint32_t preemptions = 0;              // so far
};

struct Pick {
  // No alternative: whatever would follow has been explored. The execution ends here as redundant.
  static constexpr std::uint32_t kNothing = 0xffffffffu;
  // What is to be done is not offered: the program does not repeat itself.
  static constexpr std::uint32_t kImpossible = 0xfffffffeu;
  // What is to be done would only spin: what was expected to be an execution is none, and ends here
  // as a probe.
  static constexpr std::uint32_t kSpins = 0xfffffffdu;

  std::uint32_t alternative = 0;
  bool returns = false;  // the strategy expects to come back to this step: worth saving here
};

struct Begin {
  std::size_t keep = 0;  // this many steps of the execution before stay as they were
};

// Limit: the execution reached a limit of mcheck (is_limit); nobody knows what comes after.
// Redundant: the strategy saw nothing new to do. Probe: a step of what was to be done turned out to
// lead nowhere, so that there is no such execution. Spun: a thread went round in a circle and
// stayed there, although somebody has changed since what it looks at; in another execution it looks
// later.
enum class Ending : std::uint8_t { kFinished, kFailed, kLimit, kCutOff, kRedundant, kProbe, kSpun };

// Whether what ended so counts as an execution.
[[nodiscard]] constexpr bool is_execution(Ending ending) {
  return ending == Ending::kFinished || ending == Ending::kFailed || ending == Ending::kLimit ||
         ending == Ending::kCutOff;
}

class Strategy {
 public:
  static constexpr std::size_t kAnyNumber = ~std::size_t{0};

  virtual ~Strategy() = default;

  // Nothing left to explore: no value.
  virtual std::optional<Begin> begin_execution() = 0;
  virtual Pick pick(const View& view) = 0;
  // The last pick did not happen: the thread was only found to spin. What follows is another pick
  // for the same step, or, if there are no other alternatives, the end of the execution.
  virtual void retracted() {}
  // Nobody can go on. Whether that is no execution but a probe: a thread that was to do something
  // would only spin.
  virtual bool cut_short(const Execution&) { return false; }
  // There is more to do, but how it ends is known, and nobody will be asked. Whether the execution
  // is left out all the same, as if the next pick had been nothing.
  virtual bool leaves_out(const Execution&) { return false; }
  virtual void end_execution(const Execution& execution, Ending ending) = 0;

  // How many steps from that one on it need not be asked about, for as long as the ways to go on,
  // so many, stay the same: it would take the first one, as it did last, and not come back. It is
  // told instead, before it is asked anything else, that so many were taken so.
  [[nodiscard]] virtual std::size_t lets_go(std::size_t /*step*/, std::size_t /*ways*/) const {
    return 0;
  }
  virtual void gone(std::size_t /*step*/, std::size_t /*ways*/, std::size_t /*steps*/) {}

  // Whether an execution has to go on to its end without a thread that has failed: a reduction
  // learns from every execution what others there are.
  [[nodiscard]] virtual bool whole_executions() const { return false; }
  // Whether it will ask what the thread, which has come to where threads poll, would have done
  // there with versions from before it came (Execution::spins).
  [[nodiscard]] virtual bool asks_of_older(const Execution&, ThreadId) const { return false; }
  // Of these: whether one may end at its failure all the same, if that failure is all one wants.
  [[nodiscard]] virtual bool ends_at_failure() const { return true; }
  // The share of the whole search that is finished, as far as one can tell by now: 0 to 1, and the
  // sum over all that share a search. 0: no idea.
  [[nodiscard]] virtual double finished_mass() const { return 0; }
  // In which direction that share may be wrong.
  [[nodiscard]] virtual EstimateKind estimate_kind() const { return EstimateKind::kUsual; }
  // How many executions there will be in all, of a strategy that knows better than its share tells;
  // 0: no idea.
  [[nodiscard]] virtual double expected_executions() const { return 0; }
  // The same strategy as something to share, if it can be.
  [[nodiscard]] virtual Divisible* divisible() { return nullptr; }
  // What else people should know of what was done and what it guarantees; may be empty.
  [[nodiscard]] virtual std::vector<std::string> remarks() const { return {}; }

  // Whether "no execution left" means that everything within the bound was seen.
  [[nodiscard]] virtual bool exhaustive() const = 0;
  // If it does not mean that: why, and what to do, as half a sentence; empty if there is no more to
  // say than that the search stopped.
  [[nodiscard]] virtual std::string why_not_exhaustive() const { return {}; }
  // Whether something was left out because of a bound on preemptions.
  [[nodiscard]] virtual bool bound_hit() const { return false; }
  // Whether what the bound leaves out depends on the places at which threads are known to poll: if
  // more become known, the search has to begin anew.
  [[nodiscard]] virtual bool bounds_by_places() const { return false; }
  // Whether the execution that has just ended lies within the bound.
  [[nodiscard]] virtual bool within_bound() const { return true; }
};

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

}  // namespace mcheck
