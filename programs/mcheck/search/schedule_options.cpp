// SPDX-License-Identifier: MIT
#include "programs/mcheck/search/schedule_options.hpp"

namespace mcheck::command {

void take_options(const Schedule& schedule, options& search) {
  search.spurious = schedule.spurious;
  search.timeouts = schedule.timeouts;
  search.any_exit_status = schedule.any_exit_status;
  search.plain_points = schedule.plain_points;
  search.ignore_races = schedule.ignore_races;
  search.ignore_leaks = schedule.ignore_leaks;
  search.strict_misuse = schedule.strict_misuse;
  search.memory = schedule.weak_memory ? memory_model::rc11 : memory_model::sc;
  search.orders = schedule.orders;
  search.fail_at_steps = schedule.fail_at_steps;
  search.nondet_from = schedule.nondet_from;
  search.nondet_to = schedule.nondet_to;
}

Schedule base_schedule_for(const Invocation& invocation, const ProgramInfo& program,
                           const std::string& test) {
  Schedule schedule;
  schedule.program = program.program;
  schedule.test = test;
  schedule.arguments = invocation.arguments;
  schedule.spurious = invocation.search.spurious;
  schedule.timeouts = invocation.search.timeouts;
  const std::uint64_t steps = invocation.search.steps;
  schedule.steps = steps == options{}.steps ? 0 : steps;
  schedule.any_exit_status = invocation.search.any_exit_status;
  schedule.plain_points = invocation.search.plain_points;
  schedule.ignore_races = invocation.search.ignore_races;
  schedule.ignore_leaks = invocation.search.ignore_leaks;
  schedule.strict_misuse = invocation.search.strict_misuse;
  schedule.weak_memory = invocation.search.memory == memory_model::rc11;
  if (!invocation.search.schedule.empty()) schedule.schedule_file = invocation.search.schedule_file;
  schedule.orders = invocation.search.orders;
  schedule.fail_at_steps = invocation.search.fail_at_steps;
  schedule.nondet_from = invocation.search.nondet_from;
  schedule.nondet_to = invocation.search.nondet_to;
  if (invocation.search.reuse == reusing::choice) schedule.reuse_size_classes = kAllSizeClasses;
  return schedule;
}

}  // namespace mcheck::command
