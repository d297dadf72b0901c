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

#include "engine/base/ids.hpp"
#include "engine/trace/event.hpp"

namespace mcheck {

class Execution;

// One way to go on: this thread, with this of its outcomes.
struct Alternative {
  ThreadId thread{};
  std::uint32_t outcome = 0;
  bool preempts = false;
};

// What a strategy sees when it is asked. Valid during the call only.
struct View {
  const Execution& execution;                 // the trace so far; what each thread wants to do
  std::span<const Alternative> alternatives;  // at least one
  std::size_t step = 0;                       // how many picks came before in this execution
  std::uint32_t preemptions = 0;              // so far
};

struct Pick {
  std::uint32_t alternative = 0;
  bool returns = false;  // the strategy expects to come back to this step: worth saving here
};

struct Begin {
  std::size_t keep = 0;  // this many steps of the execution before stay as they were
};

enum class Ending : std::uint8_t { kFinished, kFailed, kCutOff };

class Strategy {
 public:
  virtual ~Strategy() = default;

  // Nothing left to explore: no value.
  virtual std::optional<Begin> begin_execution() = 0;
  virtual Pick pick(const View& view) = 0;
  virtual void end_execution(const Execution& execution, Ending ending) = 0;

  // Whether "no execution left" means that everything within the bound was seen.
  [[nodiscard]] virtual bool exhaustive() const = 0;
  // Whether something was left out because of a bound on preemptions.
  [[nodiscard]] virtual bool bound_hit() const { return false; }
};

}  // namespace mcheck
