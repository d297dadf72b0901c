// SPDX-License-Identifier: MIT
#include "engine/search/known_ends.hpp"

#include <algorithm>
#include <ranges>
#include <utility>

namespace mcheck {
namespace {

// Nothing is known, or being found out, of where it stands.
bool is_plain(const ThreadRecord& thread) {
  const bool watched = thread.tracked || thread.leaps || thread.in_vain || thread.yielded;
  return !watched && !thread.may_spin && thread.circle_from == kNone &&
         thread.polling == Polling::kNo;
}

bool joins(const Operation& operation, ThreadId thread) {
  return operation.kind == Kind::kJoin && operation.a == index(thread);
}

// What each object is that there has been.
void add_objects(const Execution& execution, std::vector<Word>& words) {
  for (std::uint32_t id = 0; const ObjectRecord* object = execution.find_object(ObjectId(id));
       ++id) {
    if (object->version == kNone) continue;
    const Version& now = execution.versions()[object->version];
    words.push_back(Word{id} << 32 | static_cast<Word>(object->kind) << 16 |
                    Word{object->bytes} << 8 | Word{now.extra != 0} << 4 |
                    Word{now.threads != 0} << 3 | Word{object->eight} << 2 |
                    Word{object->alive} << 1 | Word{now.destroyed});
    words.push_back(now.value);
    if (now.extra != 0) words.push_back(now.extra);
    if (now.threads == 0) continue;
    const ThreadSet& threads = execution.threads_at(ObjectId(id));
    words.push_back(threads.size());
    for (unsigned i = 0; i < threads.size(); ++i) words.push_back(index(threads.at(i)));
  }
}

}  // namespace

// Null where others can still go on, and where there never were any. What others did comes before
// all that the thread does from here on: they are joined, or joining the last of them is what it
// does next. Most are joined in order, so the last ones say soonest that it is none.
const ThreadRecord* KnownEnds::only_thread() const {
  const ThreadRecord* only = nullptr;
  const ThreadRecord* unjoined = nullptr;
  for (const ThreadRecord& record : std::views::reverse(execution_.threads())) {
    if (record.joined) continue;
    const bool is_over = record.status == ThreadRecord::Status::kFinished && !record.ended_process;
    const ThreadRecord*& one = is_over ? unjoined : only;
    if (one != nullptr) return nullptr;
    one = &record;
  }
  if (only == nullptr || only->status != ThreadRecord::Status::kReady) return nullptr;
  if (execution_.threads().size() == 1) return nullptr;
  return unjoined == nullptr || joins(only->pending, unjoined->id) ? only : nullptr;
}

bool KnownEnds::begins_with(ThreadId thread, const Operation& join) const {
  if (!allowed_ || looked_ || !is_worth_it() || join.kind != Kind::kJoin) return false;
  return std::ranges::all_of(std::views::reverse(execution_.threads()),
                             [&](const ThreadRecord& other) {
                               return other.joined || other.id == thread || joins(join, other.id);
                             });
}

bool KnownEnds::look() {
  if (!allowed_ || looked_) return false;
  const ThreadRecord* const thread = only_thread();
  if (thread == nullptr || !is_plain(*thread)) return false;
  looked_ = true;
  if (!is_worth_it()) return false;
  ++looks_;
  const std::optional<Executor::Memory> memory = executor_.memory();
  if (!memory) return false;
  began_ = {.state = state(*memory, *thread),
            .events = execution_.events().size(),
            .steps = execution_.steps(),
            .threads = execution_.threads().size()};
  const auto end = ends_.find(began_->state);
  if (end == ends_.end() || runs_each_ || began_->steps + end->second > limit_) return false;
  steps_ = end->second;
  ++hits_;
  return is_known_ = true;
}

// All that a thread that goes on alone can depend on, beside memory.
Fingerprint KnownEnds::state(Executor::Memory memory, const ThreadRecord& thread) {
  words_.clear();
  const Operation& wanted = thread.pending;
  for (const Word word : {Word{memory}, Word{index(thread.id)}, Word{thread.spurious},
                          static_cast<Word>(wanted.kind), Word{index(wanted.object)}, wanted.a,
                          wanted.b, Word{wanted.may_fail}, Word{wanted.may_time_out}}) {
    words_.push_back(word);
  }
  for (const ThreadRecord& other : execution_.threads()) {
    words_.push_back(Word{index(other.id)} << 1 | Word{other.joined});
  }
  add_objects(execution_, words_);
  return fingerprint(words_.data(), words_.size() * sizeof(Word));
}

// Whoever has choices, or starts others, could end otherwise.
bool KnownEnds::is_one_way(const Beginning& from) const {
  return execution_.threads().size() == from.threads &&
         std::ranges::all_of(execution_.events().subspan(from.events),
                             [](const Event& event) { return event.alternatives <= 1; });
}

void KnownEnds::note_end() {
  const bool is_new = began_ && !is_known_ && ends_.size() < kMost;
  if (!is_new || !is_one_way(*began_)) return;
  ends_.emplace(began_->state, static_cast<std::uint32_t>(execution_.steps() - began_->steps));
}

}  // namespace mcheck
