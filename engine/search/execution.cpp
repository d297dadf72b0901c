// SPDX-License-Identifier: MIT
#include "engine/search/execution.hpp"

#include <algorithm>
#include <utility>

#include "engine/base/invariant.hpp"
#include "engine/search/sections.hpp"

namespace mcheck {

// Where to write the next alternative, and its number.
struct Execution::Offering {
  Alternative* next = nullptr;
  std::size_t number = 0;
};

void Execution::clear() {
  events_.clear();
  kept_ = 0;
  versions_.clear();
  holders_.clear();
  for (const ObjectChange& change : std::span<const ObjectChange>(changes_))
    objects_[index(change.id)] = {};
  changes_.clear();
  located_.clear();
  stops_.clear();
  notes_.clear();
  spins_.clear();
  loop_detector_.clear();
  made_ = {};
  unplace_threads();
  threads_.assign(1, ThreadRecord{});
  place_threads();
  running_ = kMainThread;
  preemptions_ = 0;
  steps_ = 0;
  unfinished_ = 1;
  process_ended_ = false;
  has_sections_ = false;
}

ObjectId Execution::add_object(ObjectId id, const ObjectRecord& record, const State& first) {
  if (objects_.size() <= index(id)) objects_.resize(index(id) + 1);
  ObjectRecord& object = objects_[index(id)];
  const void* const at = known_at(record);
  changes_.push_back({id, object, at, {}});
  if (at != nullptr) {
    Located& there = located_[at];
    changes_.back().there_before = there;
    there = {id, there.count + 1};
  }
  object = record;
  object.alive = true;
  object.number = ++made_[static_cast<std::size_t>(record.kind)];
  object.version = changes_.back().before.version;
  object.version = add_version(id, first, kNone);
  if (listener_ != nullptr) listener_->began(id, record, first);
  return id;
}

void Execution::end_object(ObjectId id) {
  changes_.push_back({id, objects_[index(id)], nullptr, {}});
  objects_[index(id)].alive = false;
  if (listener_ != nullptr) listener_->ended(id);
}

void Execution::retire_object(ObjectId id) {
  ObjectRecord& object = objects_[index(id)];
  changes_.push_back({id, object, nullptr, {}});
  Version ended = versions_[object.version];
  ended.destroyed = 1;
  if (has_sections_) ended.threads = 0;  // no section has locked it
  ended.writer = kNone;
  ended.previous = object.version;
  object.version = static_cast<std::uint32_t>(versions_.size());
  object.alive = false;
  versions_.push_back(ended);
  if (listener_ != nullptr) listener_->retired(id);
}

ObjectId Execution::find_object_at(const void* address) const {
  const ObjectId last = last_object_at(address);
  if (last == kNoObject) return kNoObject;
  const ObjectRecord& object = objects_[index(last)];
  return object.alive && known_at(object) == address ? last : kNoObject;
}

ObjectId Execution::look_for_atomic(const void* address, std::uint8_t bytes, Word value) {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  Glance& glance = glances_[(at >> 3 ^ at >> 12) % kGlances];
  if (glance.address != address) glance = {address, find_object_at(address)};
  const bool same = is_atomic_with(glance.object, address, bytes, value);
  if (!same) glance = {};
  return same ? glance.object : kNoObject;
}

std::uint32_t Execution::objects_at(const void* address) const {
  const Located* const there = located_.find(address);
  return there == nullptr ? 0 : there->count;
}

void Execution::finish(ThreadId id, bool ends_process) {
  ThreadRecord& record = thread(id);
  if (record.status != ThreadRecord::Status::kFinished)
    --unfinished_;  // a thread may be reported twice
  record.status = ThreadRecord::Status::kFinished;
  record.ended_process = ends_process;
  process_ended_ |= ends_process;
  record.circle_from = kNone;
}

void Execution::stop(const Stop& stop) {
  thread(stop.thread).status = ThreadRecord::Status::kStopped;
  thread(stop.thread).circle_from = kNone;
  stops_.push_back(stop);
  stops_.back().steps = steps_;
}

std::uint32_t Execution::ways(const ThreadRecord& record) const {
  return spins(record) || stays(record) ? 0 : ways_or_spins(record);
}

inline std::uint32_t Execution::ways_or_spins(const ThreadRecord& record) const {
  const Operation& wanted = record.pending;
  if (record.status != ThreadRecord::Status::kReady) return 0;
  if (wanted.kind == Kind::kJoin) return can_join(ThreadId(wanted.a)) ? 1 : 0;
  return has_one_way(wanted) && !has_sections_ ? 1 : ways_by_state(record);
}

std::uint32_t Execution::ways_by_state(const ThreadRecord& record) const {
  const Operation& operation = record.pending;
  switch (operation.kind) {
    case Kind::kAwaken:
      return !threads_at(operation.object).has(record.id) && !is_blocked_by_section(*this, record);
    default: return ways(operation, record.id, state_of(operation.object));
  }
}

std::uint32_t Execution::ways(const Operation& operation, ThreadId thread,
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
  for (std::uint32_t i = 0; i < offered_; ++i) {
    if (alternatives_[i].thread == id && label_of(alternatives_[i]) == label) return i;
  }
  return std::nullopt;
}

// A timed or spurious wait whose only enabled outcome is to give up. The thread waits: a switch
// away from it is no preemption.
inline bool Execution::only_gives_up(const ThreadRecord& record) const {
  const Operation& operation = record.pending;
  if (record.status != ThreadRecord::Status::kReady) return false;
  if (operation.kind != Kind::kLeave && !operation.may_time_out) return false;
  return outcome(operation, record.id, state_of(operation.object), 0).failed;
}

// Most threads have one outcome, or wait for another thread's end. There is room for one
// alternative of each thread.
[[gnu::always_inline]] inline void Execution::offer(const ThreadRecord& record, bool preempts,
                                                    Offering& at) {
  if (record.status != ThreadRecord::Status::kReady) return;
  const Operation& wanted = record.pending;
  if (wanted.kind == Kind::kJoin && !can_join(ThreadId(wanted.a))) return;
  const bool may_be_idle = record.spins || record.circle_from != kNone;
  if (has_one_way(wanted) && !may_be_idle && !has_sections_) {
    *at.next++ = {record.id, 0, preempts, static_cast<std::uint32_t>(at.number++)};
    return;
  }
  have_offered(at);
  offer_by_state(record, preempts);
  at = {.next = alternatives_.data() + offered_, .number = all_ways_};
}

inline std::span<const Alternative> Execution::have_offered(const Offering& at) {
  offered_ = static_cast<std::size_t>(at.next - alternatives_.data());
  all_ways_ = at.number;
  return last_alternatives();
}

// Makes room for so many alternatives, plus one for each thread.
inline void Execution::make_room(std::size_t ways) {
  const std::size_t most = offered_ + ways + threads_.size();
  if (alternatives_.size() < most) alternatives_.resize(most);
}

void Execution::offer_by_state(const ThreadRecord& record, bool preempts) {
  const std::uint32_t count = ways_or_spins(record);
  if (count == 0) return;
  const auto number = static_cast<std::uint32_t>(all_ways_);
  all_ways_ += count;
  if (spins(record) || stays(record)) return;
  if (count > 1) make_room(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    alternatives_[offered_++] = {record.id, i, preempts, number + i};
  }
}

std::span<const Alternative> Execution::alternatives() {
  offered_ = 0;
  all_ways_ = 0;
  make_room(0);
  Offering at{.next = alternatives_.data()};
  const ThreadRecord* const running = &thread(running_);
  const ThreadRecord* const begin = threads_.data();
  const ThreadRecord* const end = begin + threads_.size();
  // After a yield, or in a wait, the next thread by path is the default, so that every thread is
  // scheduled eventually.
  if (running->yielded || only_gives_up(*running)) {
    const ThreadRecord* record = running;
    do {
      if (++record == end) record = begin;
      offer(*record, false, at);
    } while (record != running);
    return have_offered(at);
  }
  offer(*running, false, at);
  const bool preempts = at.next != alternatives_.data();
  for (const ThreadRecord* record = begin; record != end; ++record) {
    if (record != running) offer(*record, preempts, at);
  }
  return have_offered(at);
}

// The former default thread returns to its place by path. Numbers belong to positions, and all
// alternatives but the first are preemptions.
bool Execution::turn_to(std::size_t chosen) {
  Alternative* const ways = alternatives_.data();
  const ThreadId next = ways[chosen].thread;
  const bool several =
      (chosen + 1 < offered_ && ways[chosen + 1].thread == next) || ways[chosen - 1].thread == next;
  if (several || all_ways_ != offered_) return false;
  const auto move = [&](std::size_t from, std::size_t to) {
    ways[to].thread = ways[from].thread;
    ways[to].outcome = ways[from].outcome;
  };
  const ThreadId last = std::exchange(ways[0].thread, next);
  for (std::size_t i = chosen; i > 1; --i) move(i - 1, i);
  std::size_t at = 1;
  for (; at + 1 < offered_; ++at) {
    if (place_[index(ways[at + 1].thread)] > place_[index(last)]) break;
    move(at + 1, at);
  }
  ways[at].thread = last;
  ways[at].outcome = 0;
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
  place_threads(place);
  return child;
}

void Execution::place_threads(std::size_t from) {
  for (std::size_t i = from; i < threads_.size(); ++i) {
    place_[index(threads_[i].id)] = static_cast<std::int16_t>(i);
  }
}

void Execution::unplace_threads() {
  for (const ThreadRecord& record : threads_) place_[index(record.id)] = -1;
}

std::string Execution::object_text(ObjectId id) const {
  if (id == kNoObject || index(id) >= objects_.size()) return "";
  const ObjectRecord& object = objects_[index(id)];
  if (object.name != nullptr) return object.name;
  const std::string place = identities_.name_of_place(object.address, extent_of(object));
  return place.empty() ? name_without_place(object) : place;
}

std::string name_without_place(const ObjectRecord& object) {
  if (object.name != nullptr) return object.name;
  const std::string kind = object.is_bytes ? "data" : name_of(object.kind);
  return kind + "#" + std::to_string(object.number);
}

std::string Execution::object_text(const Operation& operation) const {
  const ObjectRecord* const object = find_object(operation.object);
  if (object != nullptr && object->is_bytes) {
    const void* const at = accessed_at(*object, operation);
    const std::string place = identities_.name_of_place(at, operation.bytes);
    if (!place.empty()) return place;
  }
  return object_text(operation.object);
}

void Execution::name_thread(ThreadId id, const char* name) {
  thread(id).name = name;
  if (listener_ != nullptr) listener_->called(id, name);
}

void Execution::add_note(const Note& note) {
  notes_.push_back(note);
  if (listener_ != nullptr) listener_->noted(note);
}

void Execution::tell(Registrations* listener) {
  listener_ = listener;
  identities_.tell(listener);
}

std::string Execution::thread_text(ThreadId id) const {
  const char* name = has_thread(id) ? thread(id).name : nullptr;
  return name != nullptr ? name : identities_.path_text(id);
}

void Execution::mark(Mark& mark) const {
  mark.events = events_.size();
  mark.versions = versions_.size();
  mark.changes = changes_.size();
  mark.notes = notes_.size();
  mark.made = made_;
  mark.steps = steps_;
  mark.stops = stops_.size();
  mark.spins = spins_.size();
  mark.loop_detector = loop_detector_.mark();
  mark.holders = holders_.size();
  mark.threads = threads_;
  mark.running = running_;
  mark.preemptions = preemptions_;
  mark.unfinished = unfinished_;
  mark.process_ended = process_ended_;
}

void Execution::rewind(const Mark& mark) {
  // Object changes first: a restored record may refer to a version that is removed next.
  while (changes_.size() > mark.changes) {
    const ObjectChange& last = changes_.back();
    objects_[index(last.id)] = last.before;
    if (last.address != nullptr) located_[last.address] = last.there_before;
    changes_.cut(changes_.size() - 1);
  }
  while (versions_.size() > mark.versions) {
    const Version& gone = versions_.back();
    objects_[index(gone.object)].version = gone.previous;
    versions_.cut(versions_.size() - 1);
  }
  made_ = mark.made;
  notes_.resize(mark.notes);
  events_.cut(mark.events);
  kept_ = std::min(kept_, mark.events);
  const bool same_threads = threads_.size() == mark.threads.size();
  if (!same_threads) unplace_threads();
  threads_ = mark.threads;
  if (!same_threads) place_threads();
  running_ = mark.running;
  preemptions_ = mark.preemptions;
  steps_ = mark.steps;
  unfinished_ = mark.unfinished;
  process_ended_ = mark.process_ended;
  stops_.resize(mark.stops);
  spins_.resize(mark.spins);
  loop_detector_.rewind(mark.loop_detector);
  holders_.resize(mark.holders);
}

}  // namespace mcheck
