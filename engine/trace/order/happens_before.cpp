// SPDX-License-Identifier: MIT
#include "engine/trace/order/happens_before.hpp"

#include <algorithm>

namespace mcheck {
namespace {

void join(std::span<std::uint32_t> into, VectorClock other) {
  for (std::size_t i = 0; i < into.size(); ++i) into[i] = std::max(into[i], other[i]);
}

}  // namespace

void HappensBefore::update(std::span<const Event> events, std::span<const Version> versions,
                           std::size_t keep) {
  std::size_t width = width_;
  for (const Event& event : events.subspan(keep)) {
    width = std::max<std::size_t>(width, index(event.thread) + 1);
  }
  if (width > width_) {  // the first event of a new thread: every row grows
    width_ = width;
    keep = 0;
    readers_.clear();
    reads_.clear();
  }
  resize(events.size(), versions.size());
  last_of_.assign(width_, kNone);
  for (std::size_t i = 0; i < keep; ++i) note_last(events[i], i);
  forget_readers(keep);
  for (std::size_t i = keep; i < events.size(); ++i) add(events, versions, i);
}

// Removes readers that are not kept from the readers of a version that is kept.
void HappensBefore::forget_readers(std::size_t keep) {
  const std::size_t versions = group_.size();
  stale_.assign(versions, false);
  bool any = false;
  for (std::size_t i = keep; i < reads_.size(); ++i) {
    if (reads_[i] == kNone || reads_[i] >= versions) continue;
    if (!stale_[reads_[i]]) std::ranges::fill(row(readers_, reads_[i]), 0u);
    stale_[reads_[i]] = any = true;
  }
  reads_.resize(keep);
  for (std::size_t i = 0; any && i < keep; ++i) {
    if (reads_[i] != kNone && stale_[reads_[i]]) join(row(readers_, reads_[i]), all(i));
  }
}

void HappensBefore::resize(std::size_t events, std::size_t versions) {
  for (Rows* rows : {&all_, &causes_, &past_, &past_causes_}) rows->resize(events * width_);
  for (Rows* rows : {&base_, &writes_, &readers_}) rows->resize(versions * width_);
  group_.resize(versions);
}

void HappensBefore::add(std::span<const Event> events, std::span<const Version> versions,
                        std::size_t i) {
  const Event& event = events[i];
  join_causes(event, i);
  const std::uint32_t own = event.index + 1;
  row(all_, i)[index(event.thread)] = own;
  row(causes_, i)[index(event.thread)] = own;
  const bool touches = touches_object(event.operation);
  reads_.push_back(touches && event.mode == Mode::kRead ? event.version_before : kNone);
  if (touches) join_object(versions, event, i);
  note_last(event, i);
}

// A spawn is the predecessor of the first event of a thread, whatever else that event depends on: a
// join has another cause.
void HappensBefore::note_last(const Event& event, std::size_t i) {
  last_of_[index(event.thread)] = static_cast<std::uint32_t>(i);
  if (event.operation.kind == Kind::kSpawn && event.result < width_) {
    last_of_[event.result] = static_cast<std::uint32_t>(i);
  }
}

void HappensBefore::join_causes(const Event& event, std::size_t i) {
  // A thread that leaves a wait was notified or not: the order on the condition variable says
  // which.
  const std::uint32_t cause = event.operation.kind == Kind::kLeave ? kNone : event.cause;
  const std::uint32_t last = last_of_[index(event.thread)];
  const std::uint32_t one = last == kNone ? cause : last;
  const std::uint32_t other = cause == kNone ? one : cause;
  for (const auto& [past, now] : {ClockPair{past_, all_}, ClockPair{past_causes_, causes_}}) {
    std::uint32_t* const into = past.data() + i * width_;
    std::uint32_t* const self = now.data() + i * width_;
    if (one == kNone) {
      for (std::size_t t = 0; t < width_; ++t) into[t] = self[t] = 0;
      continue;
    }
    const std::uint32_t* const a = now.data() + one * width_;
    const std::uint32_t* const b = now.data() + other * width_;
    if (a == b) {  // the frequent case
      for (std::size_t t = 0; t < width_; ++t) into[t] = self[t] = a[t];
    } else {
      for (std::size_t t = 0; t < width_; ++t) into[t] = self[t] = std::max(a[t], b[t]);
    }
  }
}

void HappensBefore::join_object(std::span<const Version> versions, const Event& event,
                                std::size_t i) {
  const std::uint32_t v = event.version_before;
  const std::uint32_t writer = versions[v].writer;
  if (writer == kNone) {
    for (Rows* rows : {&base_, &writes_}) std::ranges::fill(row(*rows, v), 0u);
    group_[v] = 0;
  } else {
    join(row(causes_, i), causes(writer));
  }
  const Footprint access = rule_(event.operation, event.mode);
  if (access.mode == Mode::kRead) {
    join(row(all_, i), row(writes_, v));
    join(row(readers_, v), all(i));
    return;
  }
  const std::uint32_t next = event.version_after;
  const bool same_group = access.group != 0 && access.group == group_[v];
  std::uint32_t* const base = base_.data() + next * width_;
  std::uint32_t* const written = writes_.data() + next * width_;
  std::uint32_t* const read = readers_.data() + next * width_;
  std::uint32_t* const own = all_.data() + i * width_;
  const std::uint32_t* const from = (same_group ? base_ : writes_).data() + v * width_;
  const std::uint32_t* const readers = readers_.data() + v * width_;
  const std::uint32_t* const writes = writes_.data() + v * width_;
  for (std::size_t t = 0; t < width_; ++t) {
    base[t] = std::max(from[t], readers[t]);
    own[t] = std::max(own[t], base[t]);
    written[t] = std::max(own[t], writes[t]);
    read[t] = 0;
  }
  group_[next] = access.group;
}

}  // namespace mcheck
