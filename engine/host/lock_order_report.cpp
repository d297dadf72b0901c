// SPDX-License-Identifier: MIT
#include "engine/host/lock_order_report.hpp"

#include "dpor/replay.hpp"
#include "engine/host/output.hpp"
#include "engine/host/symbols.hpp"
#include "engine/host/told_names.hpp"

namespace mcheck {
namespace {

using Side = LockOrder::Side;

const Event* event_of(const Execution& execution, ThreadId thread, std::uint32_t index) {
  for (const Event& event : execution.events()) {
    if (event.thread == thread && event.index == index) return &event;
  }
  return nullptr;
}

bool did(const Execution& execution, const Side& side) {
  const Event* held = event_of(execution, side.thread, side.held_event);
  const Event* wanted = event_of(execution, side.thread, side.wanted_event);
  return held != nullptr && wanted != nullptr && held->operation.object == side.held &&
         wanted->operation.object == side.wanted;
}

std::string quoted(const Execution& execution, ObjectId object) {
  return "`" + execution.object_text(object) + "`";
}

std::string lock_place(const WarningPlace& place) {
  if (place.file.empty()) return "";
  return " (" + place.file.substr(place.file.rfind('/') + 1) + ":" + std::to_string(place.line) +
         ")";
}

class Teller {
 public:
  Teller(const Execution& execution, const Machine& machine, const std::vector<Side>& sides)
      : execution_(execution), machine_(machine) {
    for (const Side& side : sides) {
      symbols_.want(machine.place_of(side.thread, side.held_event));
      symbols_.want(machine.place_of(side.thread, side.wanted_event));
    }
    symbols_.look_up();
  }

  void add(const Side& side, Warning& warning) {
    const std::string held = quoted(execution_, side.held);
    const std::string wanted = quoted(execution_, side.wanted);
    const WarningPlace first = place(side.thread, side.held_event, "locks " + held);
    const WarningPlace second =
        place(side.thread, side.wanted_event, "locks " + wanted + ", holding " + held);
    if (!warning.message.empty()) warning.message += "; ";
    warning.message += second.thread + " locks " + wanted + lock_place(second) +
                       " while it holds " + held + lock_place(first);
    warning.objects.push_back(execution_.object_text(side.held));
    warning.places.push_back(first);
    warning.places.push_back(second);
  }

 private:
  WarningPlace place(ThreadId thread, std::uint32_t event, const std::string& what) {
    const SourcePlace found = symbols_.user_place(machine_.place_of(thread, event));
    return {.thread = execution_.thread_text(thread),
            .what = what,
            .file = found.file,
            .line = found.line,
            .function = found.function};
  }

  const Execution& execution_;
  const Machine& machine_;
  Symbols symbols_;
};

}  // namespace

std::vector<Warning> tell_inversions(const Searched& searched, Machine& machine,
                                     Execution& execution,
                                     std::span<const LockOrder::Inversion> inversions,
                                     bool source_places) {
  std::vector<Warning> warnings;
  for (const LockOrder::Inversion& inversion : inversions) {
    Follow follow(inversion.moves);
    const CapturedOutput output(machine);
    machine.capture_places(source_places);
    (void)run_again(searched, machine, execution, follow);
    machine.capture_places(false);
    bool again = true;
    for (const Side& side : inversion.sides) again = again && did(execution, side);
    if (!again) continue;
    Warning warning;
    const ToldNames names(execution, machine, ToldNames::After::kNothing);
    Teller teller(execution, machine, inversion.sides);
    for (const Side& side : inversion.sides) teller.add(side, warning);
    const bool pair = inversion.sides.size() == 2;
    warning.message += pair ? ": in another schedule each may wait for the other"
                            : ": in another schedule all of them may wait in a circle";
    warning.schedule = to_token(schedule_of(searched, choices_of(execution)));
    warnings.push_back(std::move(warning));
  }
  return warnings;
}

void add_inversions(Result& result, const Searched& searched, Machine& machine,
                    Execution& execution, std::span<const LockOrder::Inversion> inversions,
                    bool source_places) {
  const bool answered = result.verdict == Verdict::kVerified && !result.bound_hit;
  if (answered || inversions.empty()) return;
  result.warnings = tell_inversions(searched, machine, execution, inversions, source_places);
  drop_answered_warnings(result);
}

}  // namespace mcheck
