// SPDX-License-Identifier: MIT
#include "engine/search/failures/stuck_sections.hpp"

#include <algorithm>
#include <iterator>

#include "engine/search/execution/sections.hpp"

namespace mcheck {
namespace {

bool is_about_to_begin(const Execution& execution, const ThreadRecord& record) {
  return record.status == ThreadRecord::Status::kReady &&
         record.pending.kind == Kind::kBeginSection && execution.enabled(record) == 0;
}

// The index, among the thread's events, of the one that began its section.
std::uint32_t begin_of_section(const Execution& execution, ThreadId thread) {
  const std::span<const Event> events = execution.events();
  for (std::size_t i = events.size(); i > 0; --i) {
    const Event& event = events[i - 1];
    const bool begins = event.operation.kind == Kind::kBeginSection && !event.operation.in_section;
    if (event.thread == thread && begins) return event.index;
  }
  return 0;
}

bool may_spin_again(const ThreadRecord& record) {
  const bool may_loop = record.spins || record.may_spin || record.loop_from != kNone;
  return record.status == ThreadRecord::Status::kReady && (may_loop || record.tracked);
}

}  // namespace

bool StuckSections::is_deadlock(const Execution& execution) {
  const ThreadId in_section = thread_in_section(execution);
  Point at;
  for (const ThreadRecord& record : execution.threads()) {
    if (is_about_to_begin(execution, record)) at.beginning.add(record.id);
  }
  if (at.beginning.empty() || coverage_ == Coverage::kDeadlock) return true;
  at.beginning.add(in_section);
  const std::uint32_t begin = begin_of_section(execution, in_section);
  events_.clear();
  std::ranges::copy_if(execution.events(), std::back_inserter(events_), [&](const Event& event) {
    return event.thread != in_section || event.index < begin;
  });
  threads_.clear();
  for (const ThreadRecord& record : execution.threads()) {
    threads_.push_back({record.id, execution.identities().path_key(record.id)});
  }
  Point& point = points_[sum_.of(events_, execution.versions().size(), threads_)];
  point.beginning = at.beginning;
  point.blocked.add(in_section);
  const bool all = point.blocked == point.beginning;
  may_be_deadlock_ = may_be_deadlock_ || (!all && coverage_ == Coverage::kSome);
  return all;
}

bool any_thread_waits_for_section(const Execution& execution) {
  return std::ranges::any_of(execution.threads(), [&](const ThreadRecord& record) {
    return waits_for_section(execution, record);
  });
}

bool any_thread_may_loop(const Execution& execution) {
  return std::ranges::any_of(execution.threads(), may_spin_again);
}

bool several_threads_may_loop(const Execution& execution) {
  return std::ranges::count_if(execution.threads(), [](const ThreadRecord& record) {
           const bool in_section =
               record.sections > 0 || record.pending.kind == Kind::kBeginSection;
           const bool is_ready = record.status == ThreadRecord::Status::kReady;
           return may_spin_again(record) || (is_ready && in_section);
         }) > 1;
}

ThreadId thread_in_section(const Execution& execution) {
  const auto found = std::ranges::find_if(
      execution.threads(), [](const ThreadRecord& record) { return record.sections > 0; });
  return found == execution.threads().end() ? kNoThread : found->id;
}

}  // namespace mcheck
