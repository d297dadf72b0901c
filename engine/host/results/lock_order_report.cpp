// SPDX-License-Identifier: MIT
#include "engine/host/results/lock_order_report.hpp"

#include "dpor/replay.hpp"
#include "engine/host/names/report_names.hpp"
#include "engine/host/names/symbolizer.hpp"
#include "engine/host/process/captured_output.hpp"

namespace mcheck {
namespace {

using Side = LockOrder::Side;

const Event* event_of(const Execution& execution, ThreadId thread, std::uint32_t index) {
  for (const Event& event : execution.events()) {
    if (event.thread == thread && event.index == index) return &event;
  }
  return nullptr;
}

bool reproduces(const Execution& execution, const Side& side) {
  const Event* held = event_of(execution, side.thread, side.held_event);
  const Event* wanted = event_of(execution, side.thread, side.wanted_event);
  return held != nullptr && wanted != nullptr && held->operation.object == side.held &&
         wanted->operation.object == side.wanted;
}

std::string in_backticks(const Execution& execution, ObjectId object) {
  return "`" + execution.object_text(object) + "`";
}

std::string lock_location(const WarningPlace& location) {
  if (location.file.empty()) return "";
  return " (" + location.file.substr(location.file.rfind('/') + 1) + ":" +
         std::to_string(location.line) + ")";
}

class InversionWriter {
 public:
  InversionWriter(const Execution& execution, const Machine& machine,
                  const std::vector<Side>& sides)
      : execution_(execution), machine_(machine) {
    for (const Side& side : sides) {
      symbolizer_.add(machine.location_of(side.thread, side.held_event));
      symbolizer_.add(machine.location_of(side.thread, side.wanted_event));
    }
    symbolizer_.resolve();
  }

  void add(const Side& side, Warning& warning) {
    const std::string held = in_backticks(execution_, side.held);
    const std::string wanted = in_backticks(execution_, side.wanted);
    const WarningPlace first = location(side.thread, side.held_event, "locks " + held);
    const WarningPlace second =
        location(side.thread, side.wanted_event, "locks " + wanted + ", holding " + held);
    if (!warning.message.empty()) warning.message += "; ";
    warning.message += second.thread + " locks " + wanted + lock_location(second) +
                       " while it holds " + held + lock_location(first);
    warning.objects.push_back(execution_.object_text(side.held));
    warning.places.push_back(first);
    warning.places.push_back(second);
  }

 private:
  WarningPlace location(ThreadId thread, std::uint32_t event, const std::string& what) {
    const SourceLocation found = symbolizer_.user_location(machine_.location_of(thread, event));
    return {.thread = execution_.thread_text(thread),
            .what = what,
            .file = found.file,
            .line = found.line,
            .function = found.function};
  }

  const Execution& execution_;
  const Machine& machine_;
  Symbolizer symbolizer_;
};

}  // namespace

std::vector<Warning> report_inversions(const SearchRequest& request, Machine& machine,
                                       Execution& execution,
                                       std::span<const LockOrder::Inversion> inversions,
                                       bool source_locations) {
  std::vector<Warning> warnings;
  for (const LockOrder::Inversion& inversion : inversions) {
    TransitionReplay follow(inversion.transitions);
    const CapturedOutput output(machine);
    machine.capture_locations(source_locations);
    (void)run_again(request, machine, execution, follow);
    machine.capture_locations(false);
    bool reproduced = true;
    for (const Side& side : inversion.sides) reproduced = reproduced && reproduces(execution, side);
    if (!reproduced) continue;
    Warning warning;
    const ReportNames names(execution, machine, ReportNames::Baseline::kNothing);
    InversionWriter writer(execution, machine, inversion.sides);
    for (const Side& side : inversion.sides) writer.add(side, warning);
    const bool pair = inversion.sides.size() == 2;
    warning.message += pair ? ": in another schedule each may wait for the other"
                            : ": in another schedule all of them may wait in a cycle";
    warning.schedule = to_token(schedule_of(request, choices_of(execution)));
    warnings.push_back(std::move(warning));
  }
  return warnings;
}

void add_inversions(Result& result, const SearchRequest& request, Machine& machine,
                    Execution& execution, std::span<const LockOrder::Inversion> inversions,
                    bool source_locations) {
  const bool is_answered = result.verdict == Verdict::kVerified && !result.bound_hit;
  if (is_answered || inversions.empty()) return;
  result.warnings = report_inversions(request, machine, execution, inversions, source_locations);
  drop_resolved_warnings(result);
}

}  // namespace mcheck
