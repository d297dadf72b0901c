// SPDX-License-Identifier: MIT
// The interface of a strategy.
//
// A strategy owns the decisions of a search: which transition comes next, what has been explored
// and what is still to be explored. At each step it gets the trace so far, the pending operation of
// every thread and the enabled alternatives, and picks one. It never runs or touches a thread. What
// it can do besides is in capabilities.hpp.
//
//   while (auto begin = strategy.begin_execution()) {
//     … the first begin->keep steps are those of the execution before …
//     while (an alternative is enabled) strategy.pick(view) …
//     strategy.end_execution(execution, ending)
//   }
//
// Alternative 0 is always the default: the running thread with its default outcome or, if it is not
// enabled, the first enabled thread by path. Alternatives that are preemptions come last.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/base/fingerprint.hpp"
#include "engine/base/ids.hpp"
#include "engine/search/strategy/capabilities.hpp"
#include "engine/trace/semantics/event.hpp"

namespace mcheck {

class Execution;
class ThreadNames;

// An enabled transition: a thread and one of its outcomes.
struct Alternative {
  ThreadId thread{};
  std::uint32_t outcome = 0;
  bool preempts = false;
  // Its index among all alternatives, those of spinning threads included. So it does not depend on
  // whether a spin was known already.
  std::uint32_t number = 0;

  friend bool operator==(const Alternative&, const Alternative&) = default;
};

// Identifies the state that an execution is in (engine/search/states/program_state.hpp).
class StateSource {
 public:
  virtual ~StateSource() = default;

  // No value: states cannot be compared here.
  [[nodiscard]] virtual std::optional<Fingerprint> current() = 0;
  // Under which names threads stand in the last current().
  [[nodiscard]] virtual const ThreadNames& names() const = 0;
};

// What a strategy sees when it picks. Valid during the call only.
struct View {
  const Execution& execution;                 // the trace so far; each thread's pending operation
  std::span<const Alternative> alternatives;  // at least one
  std::size_t step = 0;                       // how many picks came before in this execution
  std::uint32_t preemptions = 0;              // so far
  StateSource* states = nullptr;              // only for strategies that match states
};

struct Pick {
  // No alternative: all that would follow has been explored. The execution ends here as redundant.
  static constexpr std::uint32_t kNothing = 0xffffffffu;
  // The transition to take is not offered: the program is not repeatable.
  static constexpr std::uint32_t kImpossible = 0xfffffffeu;
  // The transition to take would only spin: the expected execution does not exist, and this one
  // ends as a probe.
  static constexpr std::uint32_t kSpins = 0xfffffffdu;
  // No alternative: threads that spin with the newest version could read older ones, and do not.
  static constexpr std::uint32_t kKeepSpinning = 0xfffffffcu;

  std::uint32_t alternative = 0;
  bool returns = false;  // the strategy expects to backtrack to this step: a snapshot pays
};

struct Begin {
  std::size_t keep = 0;  // so many steps of the execution before stay the same
};

// kLimit: a limit of mcheck was reached (is_limit); what comes after is unknown. kRedundant: the
// strategy saw nothing new to do. kProbe: a step that was to be taken leads nowhere, so this
// execution does not exist. kSpun: a thread was kept in an idle loop although what it read has
// changed; in another execution it reads later.
enum class Ending : std::uint8_t { kFinished, kFailed, kLimit, kCutOff, kRedundant, kProbe, kSpun };

// Whether an ending counts as an execution.
[[nodiscard]] constexpr bool is_execution(Ending ending) {
  return ending == Ending::kFinished || ending == Ending::kFailed || ending == Ending::kLimit ||
         ending == Ending::kCutOff;
}

class Strategy {
 public:
  virtual ~Strategy() = default;

  // No value: nothing left to explore.
  virtual std::optional<Begin> begin_execution() = 0;
  virtual Pick pick(const View& view) = 0;
  // Whether it decides itself if threads that could only read older versions keep spinning
  // (Pick::kKeepSpinning). Otherwise they always do.
  [[nodiscard]] virtual bool decides_to_keep_spinning() const { return false; }
  // The last pick was not performed: it turned out that the thread only spins. Next comes another
  // pick for the same step or, without other alternatives, the end of the execution.
  virtual void retracted() {}
  virtual void end_execution(const Execution& execution, Ending ending) = 0;

  // Whether "no execution left" means that everything within the bound was explored.
  [[nodiscard]] virtual bool exhaustive() const = 0;
  // If it does not: why, and what to do, as half a sentence. Empty if there is no more to say than
  // that the search stopped.
  [[nodiscard]] virtual std::string why_not_exhaustive() const { return {}; }
  // Other facts for the user about what was done and what it guarantees; may be empty.
  [[nodiscard]] virtual std::vector<std::string> remarks() const { return {}; }

  // What else it can do (capabilities.hpp). All but `divisible` stay the same during its lifetime.
  [[nodiscard]] virtual Capabilities capabilities() { return {}; }
};

}  // namespace mcheck
