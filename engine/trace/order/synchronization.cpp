// SPDX-License-Identifier: MIT
#include "engine/trace/order/synchronization.hpp"

#include <algorithm>
#include <cstring>

#include "engine/base/invariant.hpp"
#include "engine/trace/semantics/memory_step.hpp"

namespace mcheck {
namespace {

bool acquires(MemoryOrder order) {
  return order != MemoryOrder::kRelaxed && order != MemoryOrder::kRelease;
}

bool releases(MemoryOrder order) {
  return order == MemoryOrder::kRelease || order == MemoryOrder::kAcqRel ||
         order == MemoryOrder::kSeqCst;
}

// The number of threads after the event, at least.
std::size_t thread_count_after(const Event& event) {
  const std::size_t one = index(event.thread) + std::size_t{1};
  return event.operation.kind == Kind::kSpawn ? std::max<std::size_t>(one, event.result + 1) : one;
}

// Whether the event acquires what the object had released, and releases the thread's whole clock.
bool acquires_and_releases(const Event& event) {
  const Kind kind = event.operation.kind;
  if (event.misuse != Misuse::kNone || !releases(event.operation.order)) return false;
  return kind == Kind::kStore || (kind == Kind::kFetch && acquires(event.operation.order));
}

bool is_seq_cst_fence(const Event& event) {
  return event.operation.kind == Kind::kFence && event.operation.order == MemoryOrder::kSeqCst;
}

// Whether the event repeats the first one: same thread and operation, the object's next version.
bool continues_run(const Event& first, std::uint32_t version, const Event& event) {
  const Operation& operation = event.operation;
  return event.version_before == version && event.version_after == version + 1 &&
         event.thread == first.thread && operation.kind == first.operation.kind &&
         operation.order == first.operation.order && event.misuse == Misuse::kNone;
}

}  // namespace

Synchronization::Synchronization(Gates gates, Columns columns)
    : gates_(gates), columns_(columns), rows_(width_, 0), threads_(kMaxThreads) {}

void Synchronization::follow(std::span<const Event> events) {
  MCHECK_INVARIANT(events.size() >= size(),
                   "removed events are truncated before new ones are added");
  while (size() < events.size()) {
    const std::size_t first = size();
    if (!has_columns_for(events[first])) {
      widen(events[first]);
      continue;
    }
    append(events[first]);
    if (columns_ != Columns::kThreads || !acquires_and_releases(events[first])) continue;
    std::size_t end = first + 1;
    std::uint32_t version = events[first].version_after;
    while (end < events.size() && continues_run(events[first], version, events[end])) {
      ++end;
      ++version;
    }
    if (end > first + 1) extend_run(events.subspan(first, end - first));
  }
}

// Adds all events of the run except the first.
void Synchronization::extend_run(std::span<const Event> run) {
  const Event& last = run.back();
  rows_[current_->clock * width_ + index(last.thread)] = last.index + 1;
  object_clocks_.resize(last.version_after);  // no event acquires the versions in between
  object_clocks_.push_back({.all = current_->clock, .previous = last.version_before});
  followed_ += run.size() - 1;
}

// Removes events at the end of the last run, but not its first.
void Synchronization::shorten_run(std::size_t events) {
  const Step& step = steps_.back();
  const std::size_t removed = followed_ - events;
  const Row clock = threads_[index(step.thread)].clock;
  rows_[clock * width_ + index(step.thread)] -= static_cast<std::uint32_t>(removed);
  object_clocks_.resize(object_clocks_.size() - removed);
  object_clocks_.back() = {.all = clock,
                           .previous = static_cast<std::uint32_t>(object_clocks_.size()) - 2};
  followed_ = events;
}

bool Synchronization::has_columns_for(const Event& event) const {
  if (thread_count_after(event) > thread_columns_) return false;
  return columns_ == Columns::kThreads || (index(event.operation.object) < object_columns_ &&
                                           (has_fences_ || !is_seq_cst_fence(event)));
}

// A thread, or an object, with a larger number than any before, or the first fence: every row
// grows. This is rare in the life of a process, so everything is recomputed.
void Synchronization::widen(const Event& event) {
  cut(0);
  const auto round_up = [](std::size_t columns) {
    return (columns + kBlock - 1) / kBlock * kBlock;
  };
  thread_columns_ = std::max(thread_columns_, round_up(thread_count_after(event)));
  if (columns_ != Columns::kThreads) {
    const std::size_t object = index(event.operation.object);
    if (object >= object_columns_) object_columns_ = round_up(2 * object + 1);
    has_fences_ |= is_seq_cst_fence(event);
  }
  width_ = thread_columns_ + (has_fences_ ? 3 : 1) * object_columns_;
  rows_.assign(width_, 0);
}

void Synchronization::cut(std::size_t events) {
  while (followed_ > events) {
    const Step& step = steps_.back();
    if (step.first < events) return shorten_run(events);
    threads_[index(step.thread)] = step.before;
    used_ = step.rows;
    if (step.read != kNone) object_clocks_[step.read].fenced_reads = step.fenced_reads;
    object_clocks_.resize(step.versions);
    followed_ = step.first;
    steps_.pop_back();
  }
}

inline Synchronization::Row Synchronization::copy(Row row) {
  const std::size_t end = (used_ + std::size_t{1}) * width_;
  if (end > rows_.size()) rows_.resize(2 * end);
  const std::uint32_t* const from = rows_.data() + row * width_;
  std::uint32_t* const to = rows_.data() + used_ * width_;
  for (std::size_t block = 0; block < width_; block += kBlock) {
    std::memcpy(to + block, from + block, kBlock * sizeof *to);
  }
  return used_++;
}

// A version without an event, a first one, releases nothing.
inline Synchronization::ObjectClocks Synchronization::clocks_of_version(
    std::uint32_t version) const {
  return version < object_clocks_.size() ? object_clocks_[version] : ObjectClocks{};
}

// Versions are consecutive, except for those without an event.
[[gnu::always_inline]] inline void Synchronization::store_clocks(const Event& event,
                                                                 const ObjectClocks& to) {
  if (event.version_after == kNone) return;
  if (object_clocks_.size() < event.version_after) object_clocks_.resize(event.version_after);
  object_clocks_.push_back(to);
}

// An atomic wait reads, whether it then blocks or not; blocking writes no value, and passes on what
// was released before.
[[gnu::always_inline]] inline void Synchronization::apply_atomic(const Event& event,
                                                                 const ObjectClocks& from,
                                                                 ObjectClocks& to) {
  const Operation& operation = event.operation;
  const Kind kind = operation.kind;
  const bool fails = kind == Kind::kCompareExchange && event.failed;
  const bool changes = kind == Kind::kFetch || (kind == Kind::kCompareExchange && !fails);
  const MemoryOrder order = fails ? operation.failure_order : operation.order;
  if (kind != Kind::kStore && from.all != 0) {
    if (acquires(order)) {
      acquire(from.all);
    } else {
      current_->pending_acquire = merged(current_->pending_acquire, from.all);
    }
  }
  if (kind != Kind::kStore && !changes) return;
  // An acquiring change already has the released clock in its own.
  if (changes && acquires(order) && releases(order)) {
    to.all = current_->clock;
    return;
  }
  const Row released_row = releases(order) ? current_->clock : current_->fence;
  to.all = changes ? merged(from.all, released_row) : released_row;
}

void Synchronization::append(const Event& event) {
  current_ = &threads_[index(event.thread)];
  steps_.push_back({.before = *current_,
                    .thread = event.thread,
                    .rows = used_,
                    .versions = static_cast<std::uint32_t>(object_clocks_.size()),
                    .first = static_cast<std::uint32_t>(followed_++)});
  previous_clock_ = current_->clock;
  current_->clock = copy(previous_clock_);
  rows_[current_->clock * width_ + index(event.thread)] = event.index + 1;
  if (columns_ != Columns::kThreads) note_version(event);
  if (event.misuse == Misuse::kNone && is_memory_step(event.operation.kind)) {
    const ObjectClocks from = clocks_of_version(event.version_before);
    ObjectClocks to = from;
    to.previous = event.version_before;
    apply_atomic(event, from, to);
    if (has_fences_) apply_order_of_fences(event, from, to);
    return store_clocks(event, to);
  }
  const ObjectClocks from = clocks_of_version(event.version_before);
  // A change without a release passes on what was released before.
  ObjectClocks to = from;
  to.previous = event.version_before;
  if (event.misuse == Misuse::kNone) apply(event, from, to);
  store_clocks(event, to);
}

void Synchronization::apply(const Event& event, const ObjectClocks& from, ObjectClocks& to) {
  const Row own = current_->clock;
  switch (event.operation.kind) {
    case Kind::kSpawn: threads_[event.result] = {.clock = own}; return;
    case Kind::kJoin: return apply_join(event);
    case Kind::kLock:
    case Kind::kTryLock:
    case Kind::kLockShared:
    case Kind::kTryLockShared:
    case Kind::kUnlock:
    case Kind::kUnlockShared: return apply_lock(event, from, to);
    case Kind::kAcquire:
    case Kind::kTryAcquire:
    case Kind::kTryWait:
    case Kind::kLatchWait:
    case Kind::kOnceEnter:
    case Kind::kEventWait:
    case Kind::kEventPoll:
      if (!event.failed) acquire(from.all);
      return;
    case Kind::kRelease:
    case Kind::kCountDown: to.all = merged(from.all, own); return;
    case Kind::kBeginSection: return acquire(from.all);
    case Kind::kOnceDone:
    case Kind::kOnceFail:
    case Kind::kEndSection: to.all = own; return;
    case Kind::kEventSet:
      if (!event.failed) to.all = own;
      return;
    case Kind::kArrive:
    case Kind::kNextPhase:
    case Kind::kPhaseWait: return apply_barrier(event, from, to);
    case Kind::kLoad:
    case Kind::kStore:
    case Kind::kFetch:
    case Kind::kCompareExchange:
    case Kind::kAtomicWait:
    case Kind::kAwait: return apply_atomic(event, from, to);
    case Kind::kFence: return apply_fence(event);
    case Kind::kGateOpen:
    case Kind::kGateWait:
      if (gates_ == Gates::kOrderMemory) apply_barrier(event, from, to);
      return;
    case Kind::kEnqueue:
    case Kind::kAwaken:
    case Kind::kLeave:
    case Kind::kNotifyOne:
    case Kind::kNotifyAll:
    case Kind::kRead:
    case Kind::kWrite:
    case Kind::kProbe:
    case Kind::kCallBegin:
    case Kind::kCallEnd:
    case Kind::kChoose:
    case Kind::kYield:
    case Kind::kProgress:
    case Kind::kSectionRelease:
    case Kind::kDestroy: return;
  }
}

void Synchronization::apply_join(const Event& event) {
  const auto target = static_cast<std::size_t>(event.operation.a);
  const Row end = threads_[target].clock;
  acquire(end);
  rows_[current_->clock * width_ + target] = rows_[end * width_ + target] + 1;
}

void Synchronization::apply_lock(const Event& event, const ObjectClocks& from, ObjectClocks& to) {
  switch (event.operation.kind) {
    case Kind::kUnlock: to = {.all = current_->clock}; return;
    case Kind::kUnlockShared: to.writers = merged(from.writers, current_->clock); return;
    default: break;
  }
  if (event.failed) return;
  acquire(from.all);
  const Kind kind = event.operation.kind;
  if (kind == Kind::kLock || kind == Kind::kTryLock) acquire(from.writers);
}

// The last thread to arrive runs the completion function, and so acquires from all threads that
// arrived in this phase; it releases all of that when it starts the next phase. A gate lets through
// who waits for it.
void Synchronization::apply_barrier(const Event& event, const ObjectClocks& from,
                                    ObjectClocks& to) {
  switch (event.operation.kind) {
    case Kind::kArrive:
      to.writers = merged(from.writers, current_->clock);
      if ((event.result & 1) != 0) acquire(to.writers);
      return;
    case Kind::kNextPhase:
      to.all = current_->clock;
      to.writers = 0;
      ++to.phase;
      return;
    case Kind::kGateOpen:
      if (event.operation.b == 1) acquire(from.all);  // it learns how many came before
      to.all = merged(from.all, current_->clock);
      return;
    case Kind::kGateWait: acquire(from.all); return;
    default: acquire(end_of_phase(from, event.operation.a).all);
  }
}

// What the end of that phase released, although later phases may have ended since.
Synchronization::ObjectClocks Synchronization::end_of_phase(const ObjectClocks& last,
                                                            Word phase) const {
  ObjectClocks ended = last;
  while (ended.phase > phase + 1 && ended.previous != kNone)
    ended = clocks_of_version(ended.previous);
  return ended;
}

void Synchronization::apply_fence(const Event& event) {
  if (acquires(event.operation.order)) acquire(current_->pending_acquire);
  if (has_fences_ && is_seq_cst_fence(event)) {
    join_columns(Known::kNow, current_->clock, Known::kAfterNextFence);
    join_columns(Known::kAtFences, current_->clock, Known::kNow);
  }
  if (releases(event.operation.order)) current_->fence = current_->clock;
}

void Synchronization::join(Row into, Row other) {
  if (other == 0) return;
  std::uint32_t* const to = rows_.data() + into * width_;
  const std::uint32_t* const from = rows_.data() + other * width_;
  for (std::size_t block = 0; block < width_; block += kBlock) {
    for (std::size_t i = block; i < block + kBlock; ++i) to[i] = std::max(to[i], from[i]);
  }
}

// A row with the join of two clocks; one of the two if that suffices.
Synchronization::Row Synchronization::merged(Row a, Row b) {
  if (a == 0 || a == b) return b;
  if (b == 0) return a;
  const Row joined = copy(a);
  join(joined, b);
  return joined;
}

Synchronization::Clock Synchronization::released_to_all(std::uint32_t version) const {
  return row(clocks_of_version(version).all);
}

Synchronization::Clock Synchronization::released_to_writers(std::uint32_t version) const {
  return row(clocks_of_version(version).writers);
}

Synchronization::Clock Synchronization::released_at_end_of(std::uint32_t version,
                                                           Word phase) const {
  return row(end_of_phase(clocks_of_version(version), phase).all);
}

}  // namespace mcheck
