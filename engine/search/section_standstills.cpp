// SPDX-License-Identifier: MIT
#include "engine/search/section_standstills.hpp"

#include <algorithm>
#include <iterator>

#include "engine/search/sections.hpp"

namespace mcheck {
namespace {

bool is_about_to_begin(const Execution& execution, const ThreadRecord& record) {
  return record.status == ThreadRecord::Status::kReady &&
         record.pending.kind == Kind::kBeginSection && execution.ways(record) == 0;
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

bool may_look_again(const ThreadRecord& record) {
  const bool looks = record.spins || record.may_spin || record.circle_from != kNone;
  return record.status == ThreadRecord::Status::kReady && (looks || record.tracked);
}

}  // namespace

bool SectionStandstills::is_deadlock(const Execution& execution) {
  const ThreadId in_section = thread_in_section(execution);
  Place at;
  for (const ThreadRecord& record : execution.threads()) {
    if (is_about_to_begin(execution, record)) at.about_to.add(record.id);
  }
  if (at.about_to.empty() || known_ == Known::kDeadlock) return true;
  at.about_to.add(in_section);
  const std::uint32_t begin = begin_of_section(execution, in_section);
  events_.clear();
  std::ranges::copy_if(execution.events(), std::back_inserter(events_), [&](const Event& event) {
    return event.thread != in_section || event.index < begin;
  });
  threads_.clear();
  for (const ThreadRecord& record : execution.threads()) {
    threads_.push_back({record.id, execution.identities().path_key(record.id)});
  }
  Place& place = places_[sum_.of(events_, execution.versions().size(), threads_)];
  place.about_to = at.about_to;
  place.blocked.add(in_section);
  const bool all = place.blocked == place.about_to;
  may_be_deadlock_ = may_be_deadlock_ || (!all && known_ == Known::kSome);
  return all;
}

bool anybody_waits_for_section(const Execution& execution) {
  return std::ranges::any_of(execution.threads(), [&](const ThreadRecord& record) {
    return waits_for_section(execution, record);
  });
}

bool anybody_polls(const Execution& execution) {
  return std::ranges::any_of(execution.threads(), may_look_again);
}

bool several_threads_may_poll(const Execution& execution) {
  return std::ranges::count_if(execution.threads(), [](const ThreadRecord& record) {
           const bool in_section =
               record.sections > 0 || record.pending.kind == Kind::kBeginSection;
           const bool is_ready = record.status == ThreadRecord::Status::kReady;
           return may_look_again(record) || (is_ready && in_section);
         }) > 1;
}

ThreadId thread_in_section(const Execution& execution) {
  const auto found = std::ranges::find_if(
      execution.threads(), [](const ThreadRecord& record) { return record.sections > 0; });
  return found == execution.threads().end() ? kNoThread : found->id;
}

}  // namespace mcheck
