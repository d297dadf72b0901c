// SPDX-License-Identifier: MIT
// The loop of search.cpp for steps in the middle of a running thread: the thread itself takes the
// next transition without suspending, or another one that is suspended takes over. Everything else
// is left to the loop: failures, steps that may lead back, snapshots.
#include <algorithm>

#include "engine/search/memory_log.hpp"
#include "engine/search/search.hpp"

namespace mcheck {
namespace {

// Where a loop may be spinning, the thread has to suspend, so that its stack can be compared: at a
// read, and at other steps of a thread that has only read so far.
bool may_poll(const Execution& execution, const ThreadRecord& record, Kind kind) {
  if (!can_poll(kind)) return false;
  return kind == Kind::kLoad || kind == Kind::kRead || execution.is_quiet(record);
}

// Simple kinds that always change something.
constexpr std::uint64_t kChanges = [] {
  std::uint64_t kinds = 0;
  for (unsigned i = 0; i <= static_cast<unsigned>(Kind::kDestroy); ++i) {
    const auto kind = static_cast<Kind>(i);
    const bool looks = kind == Kind::kLoad || kind == Kind::kRead;
    if (is_simple(kind) && !looks) kinds |= std::uint64_t{1} << i;
  }
  return kinds;
}();
bool changes_surely(Kind kind) { return (kChanges >> static_cast<unsigned>(kind) & 1) != 0; }

bool joins_now(const ThreadRecord& record, ThreadId other) {
  return record.status == ThreadRecord::Status::kReady && record.pending.kind == Kind::kJoin &&
         record.pending.a == index(other);
}

}  // namespace

// All that happened since the thread last suspended is its own doing, and no other thread has to
// run because of it.
bool Search::may_decide(ThreadId thread, const Operation& operation) const {
  if ((report_.events & kLooksAtClock) == kLooksAtClock) return false;
  if (!decides_ || decided_ || run_.ending() || !is_simple(operation.kind)) return false;
  if (execution_.has_sections()) return false;
  if (executor_.polling_places() > 0 || !execution_.stops().empty()) return false;
  const std::span<const Event> events = execution_.events();
  if (events.empty() || execution_.steps() >= options_.steps) return false;
  if (execution_.thread(thread).in_vain) return false;
  const Event& last = events.back();
  if (last.thread != thread || !is_simple(last.operation.kind)) return false;
  return !may_poll(execution_, execution_.thread(thread), operation.kind);
}

// The same if the last event was taken inline and changed something: nothing else has changed
// since. (`same_alternatives_` is false after a suspension.)
inline bool Search::goes_straight_on(ThreadId thread, Kind kind) const {
  const std::span<const Event> events = execution_.events();
  return passed_ == events.size() && passed_ < straight_until_ && same_ways_ &&
         events.back().thread == thread && changes_surely(kind);
}

// The alternatives of other threads change only with the objects that they wait for. A thread that
// can only give up comes after all others, and its alternatives are numbered differently.
std::span<const Alternative> Search::ways_of(const ThreadRecord& record) {
  const ObjectId touched = execution_.events().back().operation.object;
  const bool one =
      has_one_way(record.pending) || (!record.pending.may_time_out && execution_.ways(record) == 1);
  if (same_ways_ && one && (touched == calm_ || !execution_.others_depend_on(touched, record.id))) {
    calm_ = touched;
    return execution_.last_alternatives();
  }
  same_ways_ = false;
  calm_ = kNoObject;
  const std::span<const Alternative> ways = execution_.alternatives();
  if (ways.empty() || ways[0].thread != record.id || execution_.all_ways() > kMostWays) return {};
  same_ways_ = ways.size() == 1 || ways[1].thread != record.id;
  return ways;
}

// Whether the step of that thread changes something, and nothing has to be found out about it.
bool Search::may_give_way(const Alternative& to) const {
  const ThreadRecord& record = execution_.thread(to.thread);
  const Kind kind = record.pending.kind;
  return run_.may_move() && to.outcome == 0 && is_simple(kind) && !record.in_vain &&
         !may_poll(execution_, record, kind);
}

[[gnu::always_inline]] inline bool Search::take_simply(ThreadRecord& record, const Alternative& way,
                                                       Reply& reply) {
  const std::size_t before = execution_.events().size();
  const std::size_t step = execution_.steps();
  if (!execution_.perform_simply(record, way, reply)) return false;
  note_way(way, before, step);
  execution_.disturb(record);
  ++report_.events;
  passed_ = before + 1;
  return true;
}

// For as many steps neither the clock nor the limit on steps has to be checked.
inline void Search::note_straight() {
  const std::size_t until_clock = kLooksAtClock - (report_.events & kLooksAtClock);
  const std::size_t left = options_.steps - execution_.steps();
  straight_until_ = execution_.events().size() + std::min(until_clock, left);
}

inline bool Search::joins(ThreadId thread, const Operation& join, Reply& reply) {
  if (!short_cuts_ || run_.ending() || ends_.begins_with(thread, join)) return false;
  if (execution_.has_sections()) return false;
  reply = {};
  return execution_.perform_join(thread, join);
}

Going Search::goes_on(ThreadId thread, const Operation& operation, Reply& reply) {
  const bool straight = !execution_.has_sections() && goes_straight_on(thread, operation.kind);
  if (!straight) {
    if (operation.kind == Kind::kJoin) {
      return joins(thread, operation, reply) ? Going::kOn : Going::kRests;
    }
    if (operation.kind == Kind::kSpawn) {
      const bool may = short_cuts_ && !execution_.has_sections();
      return may && run_.spawns(thread, operation, reply) ? Going::kOn : Going::kRests;
    }
    if (!may_decide(thread, operation)) return Going::kRests;
    note_straight();
  }
  ThreadRecord& record = execution_.thread(thread);
  execution_.announce(record, operation);
  const bool calm =
      straight && has_one_way(operation) && execution_.events().back().operation.object == calm_;
  const std::span<const Alternative> ways = calm ? execution_.last_alternatives() : ways_of(record);
  if (ways.empty()) return Going::kRests;
  const Pick picked = strategy_.pick({.execution = execution_,
                                      .alternatives = ways,
                                      .step = execution_.steps(),
                                      .preemptions = execution_.preemptions()});
  if (picked.alternative < ways.size()) {
    const Alternative& way = ways[picked.alternative];
    const bool saves = picked.returns && saves_here(true);
    if (saves || way.thread != thread) return gives_way(picked, saves);
    if (take_simply(record, way, reply)) return Going::kOn;
  }
  return rests_with(picked);
}

// The pick is kept for after the suspension.
inline Going Search::rests_with(const Pick& picked) {
  decided_ = picked;
  passed_ = kNowhere;
  return Going::kRests;
}

// Snapshots are taken while all threads are suspended. So a thread that continues after one
// switches to itself.
inline Going Search::gives_way(const Pick& picked, bool saves) {
  const Going rests = rests_with(picked);
  saves_first_ = saves;
  const bool may = may_give_way(execution_.last_alternatives()[picked.alternative]);
  return may ? Going::kGivesWay : rests;
}

// The pick is valid if the thread suspended with the operation it announced, and did nothing else
// before.
ThreadId Search::next(const Operation& operation, Reply& reply) {
  if (!run_.may_move() || execution_.thread(run_.moving()).pending != operation) return kNoThread;
  return takes_over(reply);
}

// The picked thread continues in the middle of the other's step. Its transition is taken as if that
// step had ended.
[[gnu::always_inline]] inline ThreadId Search::takes_over(Reply& reply) {
  const std::uint32_t chosen = decided_->alternative;
  const Alternative& way = execution_.last_alternatives()[chosen];
  const ThreadId thread = way.thread;
  if (*saves_first_) maybe_save(true);
  if (!take_simply(execution_.thread(thread), way, reply)) return kNoThread;
  decided_.reset();
  saves_first_.reset();
  if (chosen != 0) {
    same_ways_ = same_ways_ && execution_.turn_to(chosen);
    calm_ = kNoObject;
  }
  run_.move(thread);
  return thread;
}

// As may_schedule_inline(), for a thread that stops here.
inline bool Search::may_turn() const {
  if ((report_.events & kLooksAtClock) == kLooksAtClock) return false;
  if (!decides_ || decided_ || run_.ending() || !run_.may_move()) return false;
  if (execution_.has_sections()) return false;
  if (executor_.polling_places() > 0 || !execution_.stops().empty()) return false;
  return execution_.steps() < options_.steps;
}

// If one thread waits for that end, it continues first: that is no choice.
ThreadId Search::ended(Reply& reply) {
  if (!may_turn()) return kNoThread;
  const ThreadId gone = run_.moving();
  execution_.finish(gone);
  if (run_.ends_as_known()) return kNoThread;
  const ThreadRecord& over = execution_.thread(gone);
  if (over.awaited_by_several) return kNoThread;
  if (!over.awaited || !joins_now(execution_.thread(over.joiner), gone)) return turn(reply);
  const ThreadId joiner = over.joiner;
  if (execution_.ways(execution_.thread(joiner)) == 0) return kNoThread;
  execution_.perform(joiner, 0);
  reply = {};
  run_.move(joiner);
  return joiner;
}

ThreadId Search::waits(const Operation& join, Reply& reply) {
  if (!may_turn()) return kNoThread;
  ThreadRecord& record = execution_.thread(run_.moving());
  execution_.announce(record, join);
  return execution_.ways(record) == 0 ? turn(reply) : kNoThread;
}

// All threads are suspended, and all operations are known: the head of the search loop, for simple
// cases.
ThreadId Search::turn(Reply& reply) {
  same_ways_ = false;
  passed_ = kNowhere;
  const std::span<const Alternative> ways = execution_.alternatives();
  if (ways.empty() || execution_.all_ways() > kMostWays) return kNoThread;
  decided_ = pick(ways);
  if (decided_->alternative >= ways.size()) return kNoThread;
  saves_first_ = decided_->returns && saves_here(true);
  offered_ = !may_give_way(ways[decided_->alternative]);
  return offered_ ? kNoThread : takes_over(reply);
}

}  // namespace mcheck
