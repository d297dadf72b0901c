// SPDX-License-Identifier: MIT
#include "engine/search/execution/execution.hpp"

#include <algorithm>
#include <utility>

#include "engine/base/invariant.hpp"
#include "engine/search/execution/sections.hpp"

namespace mcheck {

struct Execution::AlternativeCursor {  // where to write the next alternative, and its number
  Alternative* next = nullptr;
  std::size_t number = 0;
};

void Execution::clear() {
  if (weak_memory_ != nullptr) weak_memory_->cut(0);
  events_.clear();
  unchanged_prefix_ = 0;
  versions_.clear();
  holders_.clear();
  for (const ObjectChange& change : std::span<const ObjectChange>(object_changes_))
    objects_[index(change.id)] = {};
  object_changes_.clear();
  objects_by_address_.clear();
  stops_.clear();
  notes_.clear();
  clock_advances_.clear();
  spins_.clear();
  loop_detector_.clear();
  object_counts_ = {};
  unindex_threads();
  threads_.assign(1, ThreadRecord{});
  index_threads();
  running_ = kMainThread;
  preemptions_ = 0;
  steps_ = 0;
  unfinished_ = 1;
  process_ended_ = false;
  has_sections_ = false;
  depends_on_state_ = weak_memory_ != nullptr;
}

ObjectId Execution::add_object(ObjectId id, const ObjectRecord& record, const State& first) {
  if (objects_.size() <= index(id)) objects_.resize(index(id) + 1);
  ObjectRecord& object = objects_[index(id)];
  const void* const at = lookup_address(record);
  object_changes_.push_back({id, object, at, {}});
  if (at != nullptr) {
    ObjectsAtAddress& there = objects_by_address_[at];
    object_changes_.back().there_before = there;
    there = {id, there.count + 1};
  }
  object = record;
  object.alive = true;
  object.number = ++object_counts_[static_cast<std::size_t>(record.kind)];
  object.version = object_changes_.back().before.version;
  object.version = add_version(id, first, kNone);
  if (listener_ != nullptr) listener_->object_began(id, record, first);
  return id;
}

void Execution::end_object(ObjectId id) {
  object_changes_.push_back({id, objects_[index(id)], nullptr, {}});
  objects_[index(id)].alive = false;
  if (listener_ != nullptr) listener_->object_ended(id);
}

void Execution::retire_object(ObjectId id) {
  ObjectRecord& object = objects_[index(id)];
  object_changes_.push_back({id, object, nullptr, {}});
  Version object_ended = versions_[object.version];
  object_ended.destroyed = 1;
  if (has_sections_) object_ended.threads = 0;  // no section has locked it
  object_ended.writer = kNone;
  object_ended.previous = object.version;
  object.version = static_cast<std::uint32_t>(versions_.size());
  object.alive = false;
  versions_.push_back(object_ended);
  if (listener_ != nullptr) listener_->object_retired(id);
}

ObjectId Execution::find_object_at(const void* address) const {
  const ObjectId last = last_object_at(address);
  if (last == kNoObject) return kNoObject;
  const ObjectRecord& object = objects_[index(last)];
  return object.alive && lookup_address(object) == address ? last : kNoObject;
}

ObjectId Execution::find_atomic_uncached(const void* address, std::uint8_t bytes, Word value) {
  RecentAddresses::Entry& cached = recent_addresses_.entry_of(address);
  if (cached.address != address) cached = {address, find_object_at(address)};
  const bool same = is_atomic_with(cached.object, address, bytes, value);
  if (!same) cached = {};
  return same ? cached.object : kNoObject;
}

std::uint32_t Execution::object_count_at(const void* address) const {
  const ObjectsAtAddress* const there = objects_by_address_.find(address);
  return there == nullptr ? 0 : there->count;
}

void Execution::finish(ThreadId id, bool ends_process) {
  ThreadRecord& record = thread(id);
  if (record.status != ThreadRecord::Status::kFinished)
    --unfinished_;  // a thread may be reported twice
  record.status = ThreadRecord::Status::kFinished;
  record.ended_process = ends_process;
  process_ended_ |= ends_process;
  record.loop_from = kNone;
}

void Execution::stop(const Stop& stop) {
  thread(stop.thread).status = ThreadRecord::Status::kStopped;
  thread(stop.thread).loop_from = kNone;
  stops_.push_back(stop);
  stops_.back().steps = steps_;
}

std::uint32_t Execution::enabled(const ThreadRecord& record) const {
  return spins(record) || is_kept_in_loop(record) ? 0 : enabled_or_spinning(record);
}

inline std::uint32_t Execution::enabled_or_spinning(const ThreadRecord& record) const {
  const Operation& wanted = record.pending;
  if (record.status != ThreadRecord::Status::kReady) return 0;
  if (wanted.kind == Kind::kJoin) return can_join(ThreadId(wanted.a)) ? 1 : 0;
  return has_one_outcome(wanted) && !depends_on_state_ ? 1 : enabled_by_state(record);
}

std::uint32_t Execution::enabled_by_state(const ThreadRecord& record) const {
  const Operation& operation = record.pending;
  switch (operation.kind) {
    case Kind::kAwaken:
      return !threads_at(operation.object).has(record.id) && !is_blocked_by_section(*this, record);
    default: return enabled(operation, record.id, state_of(operation.object));
  }
}

std::uint32_t Execution::enabled(const Operation& operation, ThreadId thread,
                                 const State& state) const {
  return outcome_count(operation, thread, state);
}

// Another process may see threads in another order and give them other ids, so the nth waiter is
// counted by path.
Outcome Execution::outcome_of(const Operation& operation, ThreadId thread, const State& state,
                              std::uint32_t way) const {
  if (operation.kind == Kind::kNotifyOne) way = waiter_by_path(state, way);
  return outcome(operation, thread, state, way);
}

Word Execution::label_of_notify(const Alternative& alternative) const {
  const Operation& operation = thread(alternative.thread).pending;
  return outcome_of(operation, alternative.thread, state_of(operation.object), alternative.outcome)
      .label;
}

std::optional<std::uint32_t> Execution::find_alternative(ThreadId id, Word label) const {
  for (std::uint32_t i = 0; i < alternative_count_; ++i) {
    if (alternatives_[i].thread == id && label_of(alternatives_[i]) == label) return i;
  }
  return std::nullopt;
}

// A timed or spurious wait that can only give up: a switch away from it is no preemption.
inline bool Execution::can_only_give_up(const ThreadRecord& record) const {
  const Operation& operation = record.pending;
  if (record.status != ThreadRecord::Status::kReady) return false;
  if (operation.kind != Kind::kLeave && !operation.may_time_out) return false;
  return outcome(operation, record.id, state_of(operation.object), 0).failed;
}

// Most threads have one outcome, or join another. There is room for an alternative of each.
[[gnu::always_inline]] inline void Execution::append_alternatives(const ThreadRecord& record,
                                                                  bool preempts,
                                                                  AlternativeCursor& at) {
  if (record.status != ThreadRecord::Status::kReady) return;
  const Operation& wanted = record.pending;
  if (wanted.kind == Kind::kJoin && !can_join(ThreadId(wanted.a))) return;
  const bool may_be_idle = record.spins || record.loop_from != kNone;
  if (has_one_outcome(wanted) && !may_be_idle && !depends_on_state_) {
    *at.next++ = {record.id, 0, preempts, static_cast<std::uint32_t>(at.number++)};
    return;
  }
  finish_alternatives(at);
  append_alternatives_by_state(record, preempts);
  at = {.next = alternatives_.data() + alternative_count_, .number = count_with_spins_};
}

inline std::span<const Alternative> Execution::finish_alternatives(const AlternativeCursor& at) {
  alternative_count_ = static_cast<std::size_t>(at.next - alternatives_.data());
  count_with_spins_ = at.number;
  return last_alternatives();
}

// Makes room for so many alternatives, plus one for each thread.
void Execution::make_room(std::size_t enabled) {
  const std::size_t most = alternative_count_ + enabled + threads_.size();
  if (alternatives_.size() < most) alternatives_.resize(most);
}

void Execution::append_alternatives_by_state(const ThreadRecord& record, bool preempts) {
  if (weak_memory_ != nullptr && weak_memory_->covers(record.pending))
    return append_weak_ways(record, preempts);
  const std::uint32_t count = enabled_or_spinning(record);
  if (count == 0) return;
  const auto number = static_cast<std::uint32_t>(count_with_spins_);
  count_with_spins_ += count;
  if (spins(record) || is_kept_in_loop(record)) return;
  if (count > 1) make_room(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    alternatives_[alternative_count_++] = {record.id, i, preempts, number + i};
  }
}

std::span<const Alternative> Execution::alternatives() {
  alternative_count_ = 0;
  count_with_spins_ = 0;
  make_room(0);
  AlternativeCursor at{.next = alternatives_.data()};
  const ThreadRecord* const running = &thread(running_);
  const ThreadRecord* const begin = threads_.data();
  const ThreadRecord* const end = begin + threads_.size();
  // After a yield, at one of many, or in a wait, the next thread by path is the default, so that
  // every thread is scheduled eventually.
  const bool yields = running->yielded || running->pending.kind == Kind::kYield;
  if (yields || can_only_give_up(*running)) {
    const ThreadRecord* record = running;
    do {
      if (++record == end) record = begin;
      append_alternatives(*record, false, at);
    } while (record != running);
    return finish_alternatives(at);
  }
  append_alternatives(*running, false, at);
  const bool preempts = at.next != alternatives_.data();
  for (const ThreadRecord* record = begin; record != end; ++record) {
    if (record != running) append_alternatives(*record, preempts, at);
  }
  return finish_alternatives(at);
}

// The former default thread returns to its place by path. Numbers belong to positions, and all
// alternatives but the first are preemptions.
bool Execution::switch_default(std::size_t chosen) {
  Alternative* const enabled = alternatives_.data();
  const ThreadId next = enabled[chosen].thread;
  const bool several = (chosen + 1 < alternative_count_ && enabled[chosen + 1].thread == next) ||
                       enabled[chosen - 1].thread == next;
  if (several || count_with_spins_ != alternative_count_) return false;
  const auto move = [&](std::size_t from, std::size_t to) {
    enabled[to].thread = enabled[from].thread;
    enabled[to].outcome = enabled[from].outcome;
  };
  const ThreadId last = std::exchange(enabled[0].thread, next);
  for (std::size_t i = chosen; i > 1; --i) move(i - 1, i);
  std::size_t at = 1;
  for (; at + 1 < alternative_count_; ++at) {
    if (thread_index_[index(enabled[at + 1].thread)] > thread_index_[index(last)]) break;
    move(at + 1, at);
  }
  enabled[at].thread = last;
  enabled[at].outcome = 0;
  return true;
}

std::uint32_t Execution::waiter_by_path(const State& state, std::uint32_t nth) const {
  const ThreadSet& waiting = state.threads;
  for (const ThreadRecord& record : threads_) {
    if (!waiting.has(record.id) || nth-- > 0) continue;
    std::uint32_t rank = 0;
    while (waiting.at(rank) != record.id) ++rank;
    return rank;
  }
  return 0;
}

bool Execution::can_spawn(const ThreadRecord& parent) const {
  return identities_.has_room_for(parent.id, parent.children + 1);
}

ThreadId Execution::spawn(ThreadRecord& parent) {
  const ThreadId child = identities_.thread(parent.id, ++parent.children);
  ++unfinished_;
  ThreadRecord record;
  record.id = child;
  record.cause = static_cast<std::uint32_t>(events_.size());
  const bool is_last = !identities_.before(child, threads_.back().id);
  const auto after =
      is_last ? threads_.end() : std::ranges::find_if(threads_, [&](const ThreadRecord& other) {
        return identities_.before(child, other.id);
      });
  const auto place = static_cast<std::size_t>(after - threads_.begin());
  threads_.insert(after, record);
  index_threads(place);
  return child;
}

void Execution::index_threads(std::size_t from) {
  for (std::size_t i = from; i < threads_.size(); ++i) {
    thread_index_[index(threads_[i].id)] = static_cast<std::int16_t>(i);
  }
}

void Execution::unindex_threads() {
  for (const ThreadRecord& record : threads_) thread_index_[index(record.id)] = -1;
}

std::string Execution::object_text(ObjectId id) const {
  if (id == kNoObject || index(id) >= objects_.size()) return "";
  const ObjectRecord& object = objects_[index(id)];
  if (object.name != nullptr) return object.name;
  const std::string place = identities_.name_of_address(object.address, extent_of(object));
  return place.empty() ? name_without_address(object) : place;
}

std::string name_without_address(const ObjectRecord& object) {
  if (object.name != nullptr) return object.name;
  const std::string kind = object.is_bytes ? "data" : name_of(object.kind);
  return kind + "#" + std::to_string(object.number);
}

std::string Execution::object_text(const Operation& operation) const {
  const ObjectRecord* const object = find_object(operation.object);
  if (object != nullptr && object->is_bytes) {
    const void* const at = accessed_at(*object, operation);
    std::string place = identities_.name_of_address(at, operation.bytes);
    if (!place.empty()) return place;
  }
  return object_text(operation.object);
}

void Execution::name_thread(ThreadId id, const char* name) {
  thread(id).name = name;
  if (listener_ != nullptr) listener_->thread_named(id, name);
}

void Execution::add_note(const Note& note) {
  notes_.push_back(note);
  if (listener_ != nullptr) listener_->note_added(note);
}

// The last one of a step counts.
void Execution::advance_clock(ThreadId thread, std::int64_t now) {
  const std::size_t events = events_.size();
  const bool again = !clock_advances_.empty() && clock_advances_.back().thread == thread &&
                     clock_advances_.back().events == events;
  if (again) clock_advances_.pop_back();
  clock_advances_.push_back({.events = events, .thread = thread, .now = now});
}

CausalTimes Execution::causal_times() const { return {events_, versions_, clock_advances_}; }

void Execution::set_registration_listener(RegistrationListener* listener) {
  listener_ = listener;
  identities_.set_registration_listener(listener);
}

std::string Execution::thread_text(ThreadId id) const {
  const char* name = has_thread(id) ? thread(id).name : nullptr;
  return name != nullptr ? name : identities_.path_text(id);
}

}  // namespace mcheck
