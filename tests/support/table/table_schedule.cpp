// SPDX-License-Identifier: MIT
#include "tests/support/table/table_schedule.hpp"

namespace table {

std::vector<ScheduleStep> schedule_of(const mcheck::Execution& execution,
                                      const TableExecutor& executor) {
  std::vector<ScheduleStep> schedule;
  for (const mcheck::Event& event : execution.events()) {
    if (event.eager) continue;
    ScheduleStep step{.thread = executor.program_thread(event.thread),
                      .label = static_cast<int>(event.label)};
    const bool woke_one = event.operation.kind == mcheck::Kind::kNotifyOne && !event.failed;
    if (woke_one) step.label = executor.program_thread(mcheck::ThreadId(event.label));
    schedule.push_back(step);
  }
  return schedule;
}

}  // namespace table
