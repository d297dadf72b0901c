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
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/base/ids.hpp"
#include "engine/search/capabilities.hpp"
#include "engine/trace/event.hpp"

namespace mcheck {

class Execution;

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
  virtual ~Strategy() = default;

  // Nothing left to explore: no value.
  virtual std::optional<Begin> begin_execution() = 0;
  virtual Pick pick(const View& view) = 0;
  // The last pick did not happen: the thread was only found to spin. What follows is another pick
  // for the same step, or, if there are no other alternatives, the end of the execution.
  virtual void retracted() {}
  virtual void end_execution(const Execution& execution, Ending ending) = 0;

  // Whether "no execution left" means that everything within the bound was seen.
  [[nodiscard]] virtual bool exhaustive() const = 0;
  // If it does not mean that: why, and what to do, as half a sentence; empty if there is no more to
  // say than that the search stopped.
  [[nodiscard]] virtual std::string why_not_exhaustive() const { return {}; }
  // What else people should know of what was done and what it guarantees; may be empty.
  [[nodiscard]] virtual std::vector<std::string> remarks() const { return {}; }

  // What else it can do (capabilities.hpp). All but `divisible` stay the same while it lives.
  [[nodiscard]] virtual Capabilities capabilities() { return {}; }
};

}  // namespace mcheck
