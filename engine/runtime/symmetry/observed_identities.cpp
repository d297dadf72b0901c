// SPDX-License-Identifier: MIT
// Which threads are equal, and what observes which one of them a thread is, other than its steps.
#include <algorithm>
#include <vector>

#include "engine/memory/heap/allocation.hpp"
#include "engine/platform/processor/raw_copy.hpp"
#include "engine/runtime/machine/machine.hpp"

namespace mcheck {
namespace {

bool have_one_upper_half(const std::vector<Word>& words) {
  return std::ranges::all_of(words, [&](Word word) { return word >> 32 == words.front() >> 32; });
}

// What identifies the coroutine: words at the bottom of the stack, which differ although no thread
// has started yet, and what it will find by them. False: the two differ in other ways, too.
bool find_own_words(const ThreadContext& first, std::span<const std::byte> first_stack,
                    ThreadContext& second, std::span<const std::byte> second_stack,
                    std::vector<Word>& words_of_first) {
  if (first_stack.size() != second_stack.size()) return false;
  const auto address = [](const void* it) { return reinterpret_cast<std::uintptr_t>(it); };
  words_of_first = {address(&first), address(first.coroutine)};
  std::vector<Word>& words = second.own_words.engine;
  words = {address(&second), address(second.coroutine)};
  for (std::size_t at = 0; at < first_stack.size(); at += sizeof(Word)) {
    Word in_first = 0;
    Word in_second = 0;
    raw_copy(&in_first, first_stack.data() + at, sizeof in_first);
    raw_copy(&in_second, second_stack.data() + at, sizeof in_second);
    const std::uintptr_t distance = in_first - thread_region(first.number).base;
    const bool is_own = distance < kThreadRegionBytes;
    if (is_own ? in_second == thread_region(second.number).base + distance : in_first == in_second)
      continue;
    const auto known = std::ranges::find(words_of_first, in_first);
    if (known == words_of_first.end()) {
      words_of_first.push_back(in_first);
      words.push_back(in_second);
    } else if (words[static_cast<std::size_t>(known - words_of_first.begin())] != in_second) {
      return false;
    }
  }
  return have_one_upper_half(words) && have_one_upper_half(words_of_first) &&
         words[0] >> 32 == words_of_first[0] >> 32;
}

}  // namespace

// Equal are threads that main has started with nothing in between that another thread could have
// observed, so that none of them has run. Whatever one does from then on is checked.
void ThreadSymmetry::note_thread_start(ThreadId thread, const ThreadStart& start) {
  if (!equal_.is_on() || machine_.in_trial_) return;
  ThreadContext& context = *machine_.context_of_[index(thread)];
  context.start = start;
  if (machine_.thread_ != kMainThread) return;
  const EngineAllocationScope engine_at_work;
  for (const ThreadRecord& record : machine_.execution_->threads()) {
    ThreadContext& other = *machine_.context_of_[index(record.id)];
    const bool is_equal = record.id != thread && record.status == ThreadRecord::Status::kNew &&
                          other.start == start && other.control_words == context.control_words &&
                          other.body == context.body;
    if (!is_equal) continue;
    std::vector<Word> words;
    if (!find_own_words(other, machine_.program_memory_.idle_stack(other.number), context,
                        machine_.program_memory_.idle_stack(context.number), words) ||
        (record.equals != 0 && other.own_words.engine != words))
      continue;
    context.own_words.region = thread_region(context.number).base;
    other.own_words = {.region = thread_region(other.number).base, .engine = words};
    equal_.note_equal();
    return machine_.execution_->note_equal(record.id, thread);
  }
}

void ThreadSymmetry::note_identity_used(ThreadId thread) {
  if (equal_.is_on() && machine_.execution_->thread(thread).equals != 0)
    equal_.note_observed("a thread is used by its id");
}

// Equal threads have clocks of their own. A thread that joins them takes over the latest time, and
// is no state in which it has joined some of them only.
void ThreadSymmetry::note_clock_read() {
  if (!equal_.is_on() || machine_.execution_->thread(machine_.thread_).equals != 0) return;
  for (const ThreadRecord& record : machine_.execution_->threads()) {
    if (record.equals != 0 && record.joined && !threads_equal_to(record).empty())
      equal_.note_observed("a clock is read between joins");
  }
}

std::vector<ThreadId> ThreadSymmetry::threads_equal_to(const ThreadRecord& record) const {
  std::vector<ThreadId> all;
  for (const ThreadRecord& other : machine_.execution_->threads()) {
    if (other.equals == record.equals && !other.joined) all.push_back(other.id);
  }
  return all;
}

// What equal threads have cannot be changed by one of them.
void ThreadSymmetry::note_step() {
  if (!equal_.is_on()) return;
  parts_.common.reset();
  const bool is_equal = machine_.execution_->thread(machine_.thread_).equals != 0;
  is_equal ? parts_.image_of(machine_.thread_).reset() : parts_.images.clear();
  if (!machine_.in_trial_ && !machine_.execution_->events().empty()) note_joins();
}

void ThreadSymmetry::snapshot(std::size_t number) {
  if (!equal_.is_on()) return;
  parts_of_snapshots_.resize(number + 1);
  parts_of_snapshots_[number] = parts_;
}

void ThreadSymmetry::restore(std::size_t number) {
  if (equal_.is_on()) parts_ = parts_of_snapshots_[number];
}

// Main may wait for equal threads in any order, since it waits for all: it has to join all of them
// with nothing in between that another thread could observe.
void ThreadSymmetry::note_joins() {
  const Event& last = machine_.execution_->events().back();
  if (last.operation.kind == Kind::kSpawn && machine_.execution_->thread(last.thread).equals != 0)
    equal_.note_observed("a thread starts another");
  if (machine_.step_.kind == Step::Kind::kFalseAssumption ||
      machine_.step_.kind == Step::Kind::kCutOff ||
      (machine_.step_.kind == Step::Kind::kFinished && machine_.step_.ends_process &&
       machine_.thread_ != kMainThread))
    equal_.note_observed("a thread stops early");
  if (last.operation.kind != Kind::kJoin || last.thread != machine_.thread_) return;
  const ThreadRecord& joined = machine_.execution_->thread(ThreadId(last.operation.a));
  if (joined.equals == 0 || threads_equal_to(joined).empty()) return;
  const bool joins_next =
      machine_.step_.kind == Step::Kind::kOperation &&
      machine_.step_.operation.kind == Kind::kJoin &&
      machine_.execution_->thread(ThreadId(machine_.step_.operation.a)).equals == joined.equals;
  if (!joins_next) equal_.note_observed("not all threads are joined at once");
}

// The execution has ended in a way that the delay of a join may have caused.
void ThreadSymmetry::note_delayed_joins() {
  if (!equal_.is_on()) return;
  for (const ThreadRecord& record : machine_.execution_->threads()) {
    if (record.status != ThreadRecord::Status::kReady || record.pending.kind != Kind::kJoin)
      continue;
    const ThreadRecord& target = machine_.execution_->thread(ThreadId(record.pending.a));
    const bool has_ended = target.status == ThreadRecord::Status::kFinished;
    if (target.equals != 0 && has_ended && !machine_.execution_->have_ended(target.equals))
      equal_.note_observed("a thread waits for one of them");
  }
}

}  // namespace mcheck
