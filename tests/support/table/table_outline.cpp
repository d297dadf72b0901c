// SPDX-License-Identifier: MIT
#include "tests/support/table/table_outline.hpp"

#include <algorithm>

#include "tests/support/table/table_schedule.hpp"

namespace table {
namespace {

using mcheck::Event;
using mcheck::Kind;

// Changes which threads sleep on an atomic, and not its value.
bool is_about_sleepers(Kind kind) {
  return kind == Kind::kAtomicWait || kind == Kind::kNotifyOne || kind == Kind::kNotifyAll;
}

class OutlineOfLog {
 public:
  OutlineOfLog(const mcheck::Execution& execution, const TableExecutor& executor,
               std::size_t threads)
      : execution_(execution), executor_(executor), schedule_(schedule_of(execution, executor)) {
    outline_.threads.resize(threads);
    place_steps();
  }

  Outline run() {
    std::size_t step = 0;
    for (const Event& event : execution_.events()) {
      if (!event.eager) add(event, schedule_[step++]);
    }
    for (std::size_t o = 0; o < executor_.objects().size(); ++o) add_versions(o);
    outline_.end = executor_.final_state(execution_);
    return std::move(outline_);
  }

 private:
  void place_steps() {
    std::vector<std::int8_t> steps(outline_.threads.size() + 1, 0);
    for (const Event& event : execution_.events()) {
      const auto thread = static_cast<std::size_t>(executor_.program_thread(event.thread));
      StepPlace place{static_cast<std::int8_t>(thread), steps[thread]};
      if (!event.eager) ++steps[thread];
      places_.push_back(place);
    }
  }

  [[nodiscard]] bool is_about_sleepers(const mcheck::Version& version) const {
    return version.writer != mcheck::kNone &&
           table::is_about_sleepers(execution_.events()[version.writer].operation.kind);
  }

  // The newest version up to this one that is about the sleepers on an atomic, or is not.
  [[nodiscard]] StepPlace newest(std::uint32_t version, bool sleepers) const {
    while (version != mcheck::kNone) {
      const mcheck::Version& it = execution_.versions()[version];
      if (it.writer != mcheck::kNone && is_about_sleepers(it) == sleepers) {
        return places_[it.writer];
      }
      version = it.previous;
    }
    return {};
  }

  void add(const Event& event, const ScheduleStep& scheduled) {
    OutlineStep step;
    step.label = static_cast<std::int8_t>(scheduled.label);
    const mcheck::Operation& operation = event.operation;
    const auto& objects = executor_.objects();
    const auto found = std::ranges::find(objects, operation.object);
    if (operation.object != mcheck::kNoObject && found != objects.end()) {
      step.object = static_cast<std::int8_t>(found - objects.begin());
      if (step.object < kObjects) {
        add_access(event, step);
      } else {
        step.version = newest_of_other(event.version_before);
      }
    }
    outline_.threads[static_cast<std::size_t>(scheduled.thread)].push_back(step);
  }

  // Of an object whose versions are all of one sort.
  [[nodiscard]] StepPlace newest_of_other(std::uint32_t version) const {
    const std::uint32_t writer = execution_.versions()[version].writer;
    return writer == mcheck::kNone ? StepPlace{} : places_[writer];
  }

  void add_access(const Event& event, OutlineStep& step) {
    const mcheck::Operation& operation = event.operation;
    const Kind kind = operation.kind;
    if (kind != Kind::kNotifyOne) step.label = 0;
    if (kind == Kind::kStore) return;
    step.version = newest(event.version_before, false);
    const bool notifies = kind == Kind::kNotifyOne || kind == Kind::kNotifyAll;
    if (!notifies) {
      const mcheck::Word value = execution_.versions()[event.version_before].value;
      step.value = static_cast<std::int16_t>(value);
      const bool fails = kind == Kind::kCompareExchange && event.failed;
      if (fails && value == operation.a) step.label = 1;
    }
    const bool sleeps = kind == Kind::kAtomicWait && event.version_after != mcheck::kNone;
    if (sleeps || notifies) step.sleepers = newest(event.version_before, true);
    if (notifies) step.object = static_cast<std::int8_t>(kSleepers + step.object);
  }

  // From the newest to the first.
  void add_versions(std::size_t object) {
    std::uint32_t version = execution_.version_of(executor_.objects()[object]);
    for (; version != mcheck::kNone; version = execution_.versions()[version].previous) {
      const mcheck::Version& it = execution_.versions()[version];
      if (it.writer == mcheck::kNone) continue;
      const bool sleepers = object < kObjects && is_about_sleepers(it);
      auto& versions = outline_.versions[sleepers ? kSleepers + object : object];
      versions.insert(versions.begin(), places_[it.writer]);
    }
  }

  const mcheck::Execution& execution_;
  const TableExecutor& executor_;
  std::vector<ScheduleStep> schedule_;
  std::vector<StepPlace> places_;  // by event
  Outline outline_;
};

}  // namespace

Outline outline_of(const mcheck::Execution& execution, const TableExecutor& executor,
                   std::size_t threads) {
  return OutlineOfLog(execution, executor, threads).run();
}

}  // namespace table
