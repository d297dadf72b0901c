// SPDX-License-Identifier: MIT
#include "engine/host/failure_report.hpp"

#include <array>

#include "engine/host/missing_order.hpp"
#include "engine/host/symbols.hpp"
#include "engine/host/value_text.hpp"
#include "engine/search/run.hpp"

namespace mcheck {
namespace {

class Teller {
 public:
  Teller(const Execution& execution, const Machine& machine)
      : execution_(execution), machine_(machine) {
    for (const Event& event : execution.events()) {
      symbols_.want(machine.place_of(event.thread, event.index));
    }
    for (const ThreadRecord& record : execution.threads()) {
      symbols_.want(machine.place_of(record.id, record.events));
    }
    symbols_.want(machine.failure_place());
    for (const Backtrace* stack : stacks()) symbols_.want(*stack);
    symbols_.want(machine.block_story().allocated);
    symbols_.want(machine.block_story().freed);
    symbols_.look_up();
  }

  std::vector<TraceStep> steps() {
    std::vector<TraceStep> steps;
    const std::span<const Event> events = execution_.events();
    for (std::size_t i = 0; i < events.size(); ++i) steps.push_back(step(events, i));
    return steps;
  }

  std::vector<ThreadEnd> ends(const Failure& failure) {
    std::vector<ThreadEnd> ends;
    for (const ThreadRecord& record : execution_.threads()) ends.push_back(end(record, failure));
    return ends;
  }

  // Of a race: from where both came, and the memory.
  std::vector<ToldStack> race_stacks() {
    const Race& race = machine_.race();
    std::vector<ToldStack> told = {
        {.title = side_text(race.now, execution_), .frames = frames(race.now.stack)},
        {.title = side_before_text(race.before, execution_), .frames = frames(race.before.stack)}};
    ToldStack block{.title = block_text(race, execution_), .frames = frames(race.block.stack)};
    if (race.block.size > 0 && !block.frames.empty()) told.push_back(std::move(block));
    return told;
  }

  std::string missing_order() {
    return mcheck::missing_order(execution_, machine_.race(), [this](const Event& event) {
      const SourcePlace found = symbols_.user_place(machine_.place_of(event.thread, event.index));
      if (found.file.empty()) return std::string();
      return found.file.substr(found.file.rfind('/') + 1) + ":" + std::to_string(found.line);
    });
  }

  // Of a failure about a block: where it was allocated, and freed.
  std::string block_story() {
    const BlockStory& story = machine_.block_story();
    return place_text("allocated", story.allocated) + place_text("freed", story.freed);
  }

 private:
  [[nodiscard]] std::array<const Backtrace*, 3> stacks() const {
    const Race& race = machine_.race();
    return {&race.now.stack, &race.before.stack, &race.block.stack};
  }

  std::vector<StackFrame> frames(const Backtrace& stack) {
    std::vector<StackFrame> told;
    for (const SourcePlace& found : symbols_.user_places(stack)) {
      told.push_back({.function = found.function, .file = found.file, .line = found.line});
    }
    return told;
  }

  std::string place_text(const char* what, const Backtrace& frames) {
    const std::vector<SourcePlace> places = symbols_.user_places(frames);
    if (places.empty()) return "";
    const SourcePlace& place = places.front();
    return std::string("; ") + what + " at " + place.file.substr(place.file.rfind('/') + 1) + ":" +
           std::to_string(place.line) + (place.function.empty() ? "" : " in " + place.function);
  }

  TraceStep step(std::span<const Event> events, std::size_t i) {
    const Event& event = events[i];
    TraceStep step;
    step.thread = execution_.thread_text(event.thread);
    step.operation = name_of(event.operation);
    step.object = execution_.object_text(event.operation.object);
    step.value = value_text(execution_, event);
    step.preemption = event.preempts;
    place(machine_.place_of(event.thread, event.index), step.file, step.line, step.function);
    const bool overwrites =
        event.operation.kind == Kind::kStore || event.operation.kind == Kind::kWrite;
    if (event.version_before != kNone && !overwrites) {
      const std::uint32_t writer = execution_.versions()[event.version_before].writer;
      if (writer != kNone) step.read_from = static_cast<int>(writer);
    }
    if (event.cause != kNone) step.cause = static_cast<int>(event.cause);
    if (i > 0 && events[i - 1].thread != event.thread) step.why = why(events, i);
    return step;
  }

  // Why the thread of event i runs, and not the one that ran before.
  std::string why(std::span<const Event> events, std::size_t i) {
    const ThreadId before = events[i - 1].thread;
    const std::string name = execution_.thread_text(before);
    if (events[i].preempts) return "preempts " + name;
    if (events[i - 1].operation.kind == Kind::kYield) return name + " yields";
    for (std::size_t later = i + 1; later < events.size(); ++later) {
      if (events[later].thread != before) continue;
      return name + " waits" + waits_for(events[later].operation);
    }
    const ThreadRecord& record = execution_.thread(before);
    if (record.status == ThreadRecord::Status::kFinished) return name + " has finished";
    return name + " waits" + waits_for(record.pending);
  }

  std::string waits_for(const Operation& operation) {
    if (operation.kind == Kind::kJoin) {
      return " for " + execution_.thread_text(ThreadId(operation.a));
    }
    const std::string object = execution_.object_text(operation.object);
    return object.empty() ? "" : " for " + object;
  }

  ThreadEnd end(const ThreadRecord& record, const Failure& failure) {
    ThreadEnd end;
    end.thread = execution_.thread_text(record.id);
    const bool deadlock = is_of_nobody(failure.kind);
    if (record.status == ThreadRecord::Status::kFinished) {
      end.state = "finished";
      return end;
    }
    const bool failed = !deadlock && record.id == failure.thread;
    if (failed) {
      end.state = "failed";
      place(machine_.failure_place(), end.file, end.line, end.function);
      if (!end.file.empty()) return end;
    } else {
      end.state = execution_.ways(record) > 0 ? "ready" : "blocked";
      end.operation = name_of(record.pending);
      end.object = record.pending.kind == Kind::kJoin
                       ? execution_.thread_text(ThreadId(record.pending.a))
                       : execution_.object_text(record.pending.object);
      const ThreadSet holders = holders_for(execution_, record);
      for (unsigned i = 0; i < holders.size(); ++i) {
        end.holders.push_back(execution_.thread_text(holders.at(i)));
      }
    }
    // Where it stands: at the operation it wants, or, if it failed outside of any, at its last.
    const std::uint32_t at = failed && record.events > 0 ? record.events - 1 : record.events;
    place(machine_.place_of(record.id, at), end.file, end.line, end.function);
    return end;
  }

  void place(const Backtrace& frames, std::string& file, int& line, std::string& function) {
    const SourcePlace found = symbols_.user_place(frames);
    file = found.file;
    line = found.line;
    function = found.function;
  }

  const Execution& execution_;
  const Machine& machine_;
  Symbols symbols_;
};

}  // namespace

FailureReport report_failure(const Execution& execution, const Machine& machine,
                             const Failure& failure) {
  Teller teller(execution, machine);
  FailureReport report;
  report.kind = failure.kind;
  report.message = failure.message;
  const bool raced =
      failure.kind == FailureKind::kRace ||
      (failure.kind == FailureKind::kUseAfterFree && machine.race().address != nullptr);
  if (raced) report.stacks = teller.race_stacks();
  if (failure.kind == FailureKind::kRace) report.missing = teller.missing_order();
  report.message += teller.block_story();
  if (!is_of_nobody(failure.kind)) report.thread = execution.thread_text(failure.thread);
  report.trace = teller.steps();
  report.threads = teller.ends(failure);
  return report;
}

}  // namespace mcheck
