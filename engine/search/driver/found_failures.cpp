// SPDX-License-Identifier: MIT
// The failures that a search has found: each once, with the simplest schedule seen, and the number
// of executions that fail by it.
#include <algorithm>

#include "engine/search/driver/search.hpp"
#include "engine/trace/failures/bug.hpp"

namespace mcheck {
namespace {

std::string bug_text(const Execution& execution, const Failure& failure) {
  std::vector<std::string> names;
  for (const ThreadRecord& record : execution.threads()) {
    names.push_back(execution.thread_text(record.id));
  }
  return mcheck::bug_text(failure.kind, failure.message, names);
}

}  // namespace

// A failure beyond the bound is not reported, although it was found by chance. A limit beyond the
// bound is: nobody knows what would have come after it.
void Search::keep_failures(bool within_bound) {
  const auto keep = [&](const Failure& failure, const Stop* stop) {
    if (is_limit(failure.kind)) {
      keep_limit(failure, within_bound);
    } else if (within_bound) {
      keep_failure(failure, stop);
    }
  };
  const std::uint64_t cost = report_.limit_cost;
  report_.failing += *run_.ending() == Ending::kFailed && within_bound ? 1 : 0;
  counted_.assign(bugs_.size(), false);
  if (std::ranges::none_of(execution_.stops(), &Stop::failed)) {
    keep(*run_.failure(), nullptr);
  } else {
    for (const Stop& stop : execution_.stops()) {
      if (stop.failed()) keep(stop.failure, &stop);
    }
  }
  report_.limited += report_.limit_cost > cost ? 1 : 0;
}

void Search::keep_unmet() {
  ++report_.unmet;
  if (report_.first_unmet) return;
  const Failure& failure = *run_.failure();
  report_.first_unmet = FoundFailure{.failure = failure,
                                     .schedules = {transitions_of(execution_)},
                                     .execution = report_.executions,
                                     .bug = bug_text(execution_, failure)};
}

void Search::keep_limit(const Failure& failure, bool within_bound) {
  report_.limit_cost += cost_of_limit(failure.kind);
  const auto known = std::ranges::find(report_.limits, failure, &FoundFailure::failure);
  if (known != report_.limits.end()) {
    ++known->occurrences;
    known->beyond_bound = known->beyond_bound && !within_bound;
    return;
  }
  report_.limits.push_back({.failure = failure,
                            .schedules = {transitions_of(execution_)},
                            .beyond_bound = !within_bound,
                            .execution = report_.executions,
                            .bug = bug_text(execution_, failure),
                            .occurrences = 1});
}

void Search::keep_failure(const Failure& failure, const Stop* stop) {
  if (options_.suppressed && options_.suppressed(failure)) return;
  const bool certain = stop == nullptr || stop == first_failure(execution_.stops());
  const std::pair size(execution_.preemptions(),
                       stop == nullptr ? execution_.steps() : stop->steps);
  FoundFailure* known = known_failure(failure);
  const bool plainer = known == nullptr || (certain && !known->certain) ||
                       (certain == known->certain && size < known->preemptions_and_steps);
  std::vector<std::vector<Transition>> schedules;
  if (plainer) schedules = schedules_of(stop);
  if (known == nullptr) {
    if (schedules.empty()) return;
    report_.failures.push_back({.failure = failure,
                                .schedules = {},
                                .execution = report_.executions,
                                .bug = bug_text(execution_, failure)});
    known = &report_.failures.back();
  }
  if (!schedules.empty()) {
    known->schedules = std::move(schedules);
    known->certain = certain;
    known->preemptions_and_steps = size;
  }
  count_occurrence(known->bug);
}

FoundFailure* Search::known_failure(const Failure& failure) {
  const auto known = std::ranges::find(report_.failures, failure, &FoundFailure::failure);
  return known == report_.failures.end() ? nullptr : &*known;
}

// If several threads fail by one bug, the execution counts once.
void Search::count_occurrence(const std::string& bug) {
  const auto place = std::ranges::find(bugs_, bug);
  const auto number = static_cast<std::size_t>(place - bugs_.begin());
  if (place == bugs_.end()) {
    bugs_.push_back(bug);
    counted_.push_back(false);
  }
  if (counted_[number]) return;
  counted_[number] = true;
  ++std::ranges::find(report_.failures, bug, &FoundFailure::bug)->occurrences;
}

// Those that should reproduce it, the better first.
std::vector<std::vector<Transition>> Search::schedules_of(const Stop* stop) const {
  const std::vector<Transition> all = transitions_of(execution_);
  if (stop == nullptr) return {all};
  std::vector<std::vector<Transition>> schedules;
  if (auto transitions = transitions_to(execution_, *stop))
    schedules.push_back(std::move(*transitions));
  if (stop == first_failure(execution_.stops())) {
    schedules.emplace_back(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(stop->steps));
  }
  return schedules;
}

}  // namespace mcheck
