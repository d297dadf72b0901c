// SPDX-License-Identifier: MIT
#include "tests/support/table/table_outline.hpp"

#include <algorithm>

#include "tests/support/table/table_schedule.hpp"

namespace table {
namespace {

using mcheck::Event;
using mcheck::Kind;

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

  [[nodiscard]] StepPlace writer_of(std::uint32_t version) const {
    const std::uint32_t writer = execution_.versions()[version].writer;
    return writer == mcheck::kNone ? StepPlace{} : places_[writer];
  }

  void add(const Event& event, const ScheduleStep& scheduled) {
    OutlineStep step;
    step.label = static_cast<std::int8_t>(scheduled.label);
    const mcheck::Operation& operation = event.operation;
    if (operation.object != mcheck::kNoObject) {
      const auto& objects = executor_.objects();
      const auto object = std::ranges::find(objects, operation.object) - objects.begin();
      step.object = static_cast<std::int8_t>(object);
      if (operation.kind != Kind::kStore) step.version = writer_of(event.version_before);
      if (object < kObjects) add_access(event, step);
    }
    outline_.threads[static_cast<std::size_t>(scheduled.thread)].push_back(step);
  }

  // The label of an access under a weak memory model is a version and an outcome.
  void add_access(const Event& event, OutlineStep& step) const {
    const Kind kind = event.operation.kind;
    if (kind == Kind::kNotifyOne) return;
    step.label = 0;
    if (kind == Kind::kNotifyAll || kind == Kind::kStore) return;
    const mcheck::Word value = execution_.versions()[event.version_before].value;
    step.value = static_cast<std::int16_t>(value);
    const bool fails = kind == Kind::kCompareExchange && event.failed;
    if (fails && value == event.operation.a) step.label = 1;
  }

  // From the newest to the first.
  void add_versions(std::size_t object) {
    std::uint32_t version = execution_.version_of(executor_.objects()[object]);
    auto& versions = outline_.versions[object];
    for (; version != mcheck::kNone; version = execution_.versions()[version].previous) {
      if (execution_.versions()[version].writer == mcheck::kNone) continue;
      versions.insert(versions.begin(), writer_of(version));
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
