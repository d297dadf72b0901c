// SPDX-License-Identifier: MIT
#include "engine/search/driver/end_cache.hpp"

#include <algorithm>
#include <utility>

namespace mcheck {
namespace {

// The thread neither spins nor may be in a loop.
bool is_plain(const ThreadRecord& thread) {
  const bool watched =
      thread.tracked || thread.advances_clock || thread.futile_wait || thread.yielded;
  return !watched && !thread.may_spin && thread.loop_from == kNone &&
         thread.spin_kind == SpinKind::kNotSpinning;
}

bool is_join_of(const Operation& operation, ThreadId thread) {
  return operation.kind == Kind::kJoin && operation.a == index(thread);
}

// A sequence of words; short parts are packed, four to a word.
struct Packer {
  std::vector<Word>& words;
  Word packed = 0;
  unsigned bits = 0;

  void add(Word word) { words.push_back(word); }
  void add_short(Word part) {
    packed |= part << bits;
    bits += 16;
    if (bits == 64) flush();
  }
  void flush() {
    words.push_back(std::exchange(packed, 0));
    bits = 0;
  }
};

// The states of all objects that there have been.
void add_objects(const Execution& execution, Packer& out) {
  const std::span<const Version> versions = execution.versions();
  for (std::uint32_t id = 0; const ObjectRecord* object = execution.find_object(ObjectId(id));
       ++id) {
    if (object->version == kNone) continue;
    const Version& now = versions[object->version];
    out.add(Word{id} << 32 | static_cast<Word>(object->kind) << 16 | Word{object->bytes} << 8 |
            Word{now.extra != 0} << 4 | Word{now.threads != 0} << 3 | Word{object->is_bytes} << 2 |
            Word{object->alive} << 1 | Word{now.destroyed});
    out.add(now.value);
    if (now.extra != 0) out.add(now.extra);
    if (now.threads == 0) continue;
    const ThreadSet& threads = execution.threads_at(ObjectId(id));
    out.add(Word{execution.state_of(ObjectId(id)).section} << 32 | threads.size());
    for (unsigned i = 0; i < threads.size(); ++i) out.add(index(threads.at(i)));
  }
}

}  // namespace

// Null: it is blocked, or there never were others. Most often it is main. REQUIRES: all but one
// have ended.
const ThreadRecord* EndCache::only_thread() const {
  const std::span<const ThreadRecord> threads = execution_.threads();
  if (threads.size() < 2 || execution_.process_ended()) return nullptr;
  const auto only = std::ranges::find_if(threads, [](const ThreadRecord& record) {
    return record.status != ThreadRecord::Status::kFinished;
  });
  return only->status == ThreadRecord::Status::kReady ? &*only : nullptr;
}

// Whether all that others did happens before all that the thread does from here on: it has joined
// them, or is about to join the last of them. Threads are mostly joined in order, so the last ones
// are checked first.
bool EndCache::happens_after_all(ThreadId thread, const Operation& next) const {
  const std::span<const ThreadRecord> threads = execution_.threads();
  return std::all_of(threads.rbegin(), threads.rend(), [&](const ThreadRecord& other) {
    return other.joined || other.id == thread || is_join_of(next, other.id);
  });
}

// Before all threads are joined only content ids are used: few memory contents can be kept for
// comparison, and there would be one for each place where the thread may stand.
bool EndCache::may_begin_at(ThreadId thread, const Operation& join) const {
  if (execution_.unfinished() != 1 || !allowed_ || looked_up_) return false;
  if (!joining_ && looks_up_early() && executor_.memory_by_content()) return true;
  return pays_off(lookups_, hits_) && happens_after_all(thread, join);
}

// The state before all threads are joined is looked up once. After a miss the state after that is
// looked up, too.
bool EndCache::look_up_last_thread() {
  const ThreadRecord* const thread = only_thread();
  if (thread == nullptr || !is_plain(*thread)) return false;
  if (happens_after_all(thread->id, thread->pending)) {
    if (joining_ && !only_joined_since(*joining_)) joining_.reset();
    looked_up_ = true;
    return pays_off(lookups_, hits_) &&
           look_up(*thread, executor_.memory(), beginning_, lookups_, hits_);
  }
  if (joining_ || !looks_up_early() || thread->pending.kind != Kind::kJoin) return false;
  const std::optional<Executor::Memory> memory = executor_.memory_by_content();
  return memory && look_up(*thread, memory, joining_, early_lookups_, early_hits_);
}

bool EndCache::look_up(const ThreadRecord& thread, std::optional<Executor::Memory> memory,
                       std::optional<PendingEnd>& entry, std::uint64_t& lookups,
                       std::uint64_t& hits) {
  ++lookups;
  if (!memory) return false;
  entry = {.state = state(*memory, thread),
           .events = execution_.events().size(),
           .steps = execution_.steps(),
           .threads = execution_.threads().size(),
           .object_changes = execution_.object_changes(),
           .cached_steps = executor_.cached_steps()};
  const auto end = entries_.find(entry->state);
  if (end == entries_.end() || runs_all_ends_ || entry->steps + end->second > limit_) return false;
  steps_ = end->second;
  ++hits;
  return looked_up_ = is_hit_ = true;
}

// Nothing since then can race with what others did: all events are joins, and each step was cached,
// so it had no effect besides memory.
bool EndCache::only_joined_since(const PendingEnd& from) const {
  const std::span<const Event> since = execution_.events().subspan(from.events);
  const bool joins_only = std::ranges::all_of(
      since, [](const Event& event) { return event.operation.kind == Kind::kJoin; });
  return joins_only && execution_.object_changes() == from.object_changes &&
         executor_.cached_steps() - from.cached_steps == since.size();
}

// Everything besides memory that a single thread can depend on.
Fingerprint EndCache::state(const Executor::Memory& memory, const ThreadRecord& thread) {
  static_assert(kMaxThreads <= 1U << 15, "a thread and a bit are short");
  words_.clear();
  const Operation& wanted = thread.pending;
  Packer out{words_};
  out.add(memory.low);
  out.add(memory.high);
  out.add(index(wanted.object));
  out.add(Word{thread.spurious} << 32 | Word{index(thread.id)} << 16 |
          static_cast<Word>(wanted.kind) << 8 | Word{wanted.may_fail} << 1 |
          Word{wanted.may_time_out});
  out.add(wanted.a);
  out.add(wanted.b);
  out.add(execution_.threads().size());
  for (const ThreadRecord& other : execution_.threads()) {
    out.add_short(Word{index(other.id)} << 1 | Word{other.joined});
  }
  out.flush();
  add_objects(execution_, out);
  return fingerprint(words_.data(), words_.size() * sizeof(Word));
}

// A thread with choices, or one that spawns, may end differently.
bool EndCache::had_no_choice(const PendingEnd& from) const {
  return execution_.threads().size() == from.threads &&
         std::ranges::all_of(execution_.events().subspan(from.events),
                             [](const Event& event) { return event.alternatives <= 1; });
}

// An end that is cached for the state after the joins is also valid for the state before them.
void EndCache::store_end() {
  if (!beginning_ || (!is_hit_ && !had_no_choice(*beginning_))) return;
  const std::size_t steps = execution_.steps() + (is_hit_ ? steps_ : 0);
  if (!is_hit_) store(*beginning_, steps);
  if (joining_) store(*joining_, steps);
}

void EndCache::store(const PendingEnd& from, std::size_t steps) {
  if (entries_.size() >= kMaxEntries) return;
  entries_.emplace(from.state, static_cast<std::uint32_t>(steps - from.steps));
}

}  // namespace mcheck
