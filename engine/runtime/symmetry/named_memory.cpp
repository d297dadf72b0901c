// SPDX-License-Identifier: MIT
// The memory of a state, with equal threads under the names that they exchange.
#include <algorithm>
#include <cstring>

#include "engine/platform/processor/raw_copy.hpp"
#include "engine/runtime/loops/thread_time.hpp"
#include "engine/runtime/machine/machine.hpp"

namespace mcheck {
namespace {

void add(const Fingerprint& part, std::vector<Word>& words) {
  words.insert(words.end(), {part.low, part.high});
}

// A page counts as soon as it differs from what it was: when it was first written is no state.
void add_written_pages(const WrittenPages& pages, std::vector<Word>& words) {
  for (std::size_t i = 0; i < pages.written().size(); ++i) {
    const Range& page = pages.written()[i];
    if (std::memcmp(page.begin, pages.original(i), page.size) == 0) continue;
    add(fingerprint(page.begin, page.size), words);
    words.push_back(reinterpret_cast<std::uintptr_t>(page.begin));
  }
}

// All of the memory but the thread's clock.
Fingerprint fingerprint_without(const Range& clock, const Range& all, ProgramMemory& memory) {
  const auto before = static_cast<std::size_t>(clock.begin - all.begin);
  const std::size_t until = before + clock.size;
  return memory.fingerprint_of(all.begin, before)
      .then(memory.fingerprint_of(all.begin + until, all.size - until));
}

// The stack of a state begins a little below what is in use.
void clear_below(const Range& stack, const ThreadContext& context) {
  std::byte* const used = context.coroutine->stack_pointer();
  if (used > stack.begin) raw_fill(stack.begin, 0, static_cast<std::size_t>(used - stack.begin));
}

}  // namespace

// What was computed for an earlier state still holds where nothing has changed since.
Fingerprint ThreadSymmetry::memory() {
  if (!equal_.is_on()) parts_.clear();
  Fingerprint all = common_memory();
  names_.clear();
  if (equal_.is_on()) name_equal_threads(all);
  return all;
}

// The clock of a thread, if it is no part of the state; else empty.
Range ThreadSymmetry::irrelevant_clock(ThreadId thread, const Range& stack) const {
  const ThreadTime& time = thread_time();
  Accesses* const accesses = machine_.accesses_.get();
  const bool is_left_out = time.of != nullptr && accesses != nullptr &&
                           accesses->races().consulted().leaves_out_clocks();
  if (!is_left_out) return {};
  std::byte* const clock = machine_.thread_pointer_of(thread) + time.offset;
  const bool is_inside = clock >= stack.begin && clock + time.size <= stack.begin + stack.size;
  return is_inside ? Range{clock, time.size} : Range{};
}

// Stacks of threads that have ended, and all of those that were joined, cannot be used any more.
void ThreadSymmetry::add_thread_state(const ThreadRecord& record) {
  const ThreadContext& context = *machine_.context_of_[index(record.id)];
  if (record.status == ThreadRecord::Status::kNew)
    state_words_.insert(state_words_.end(), {context.body, context.control_words});
  const auto [stack, metadata, bytes] = machine_.program_memory_.segments_of(context.number);
  const bool is_over = record.joined && record.status == ThreadRecord::Status::kFinished;
  state_words_.insert(state_words_.end(), {static_cast<Word>(record.status), Word{is_over}});
  ProgramMemory& memory = machine_.program_memory_;
  if (!is_over) {
    if (record.status == ThreadRecord::Status::kReady) clear_below(stack, context);
    const Range clock = irrelevant_clock(record.id, stack);
    add(clock.size > 0 ? fingerprint_without(clock, stack, memory)
                       : memory.fingerprint_of(stack.begin, stack.size),
        state_words_);
  }
  context.heap->add_state(state_words_);
  if (bytes.size > 0) add(memory.fingerprint_of(bytes.begin, bytes.size), state_words_);
}

// A thread has few images, and each of them in many states.
Fingerprint ThreadSymmetry::image_of(const ThreadContext& context, std::uint16_t equals) {
  other_regions_.clear();
  for (const ThreadRecord& record : machine_.execution_->threads()) {
    if (record.equals == equals)
      other_regions_.push_back(machine_.context_of_[index(record.id)]->own_words.region);
  }
  ProgramMemory& memory = machine_.program_memory_;
  const auto [stack, metadata, bytes] = memory.segments_of(context.number);
  if (machine_.execution_->thread(context.thread).status == ThreadRecord::Status::kReady)
    clear_below(stack, context);
  image_.clear();
  context.heap->add_state(image_);
  const OwnAddresses& own = context.own_words;
  image_.insert(image_.end(), other_regions_.begin(), other_regions_.end());
  image_.insert(image_.end(), own.engine.begin(), own.engine.end());
  image_.push_back(own.region);
  const Fingerprint memory_of_thread =
      memory.fingerprint_of(stack.begin, stack.size)
          .then(memory.fingerprint_of(bytes.begin, bytes.size))
          .then(fingerprint(image_.data(), image_.size() * sizeof image_[0]));
  const auto known = images_.find(memory_of_thread);
  if (known != images_.end()) return known->second;
  const Range clock = irrelevant_clock(context.thread, stack);
  image_.clear();
  const bool is_alone = append_image(image_, stack, own, other_regions_) &&
                        append_image(image_, bytes, own, other_regions_);
  if (clock.size > 0) {
    auto* const image = reinterpret_cast<std::byte*>(image_.data());
    std::fill_n(image + (clock.begin - stack.begin), clock.size, std::byte{0});
  }
  if (!is_alone) equal_.note_observed("a thread has the address of another's memory");
  context.heap->add_state(image_);
  const Fingerprint image = fingerprint(image_.data(), image_.size() * sizeof image_[0]);
  if (is_alone) images_.emplace(memory_of_thread, image);
  return image;
}

const Fingerprint& ThreadSymmetry::known_image_of(const ThreadRecord& record) {
  std::optional<Fingerprint>& known = parts_.image_of(record.id);
  if (!known) known = image_of(*machine_.context_of_[index(record.id)], record.equals);
  return *known;
}

// Of all memory but that of equal threads.
const Fingerprint& ThreadSymmetry::common_memory() {
  if (parts_.common) return *parts_.common;
  state_words_.clear();
  for (const Range& range : machine_.program_memory_.saved_globals())
    add(machine_.program_memory_.fingerprint_of(range.begin, range.size), state_words_);
  add_written_pages(machine_.program_memory_.written_pages(), state_words_);
  for (const ThreadRecord& record : machine_.execution_->threads()) {
    if (record.equals == 0 || record.joined) add_thread_state(record);
  }
  return parts_.common.emplace(
      fingerprint(state_words_.data(), state_words_.size() * sizeof state_words_[0]));
}

// Of some equal threads, the first by image gets the name of the first by path, and so on. Which
// names they exchange does not matter: the identity of a state is that of one of its images.
void ThreadSymmetry::name_equal_threads(Fingerprint& all) {
  struct Equal {
    Fingerprint image;
    ThreadId thread{};
  };
  std::vector<Equal> equals;
  std::vector<std::uint16_t> done;
  for (const ThreadRecord& first : machine_.execution_->threads()) {
    if (first.equals == 0 || std::ranges::find(done, first.equals) != done.end()) continue;
    done.push_back(first.equals);
    equals.clear();
    const std::vector<ThreadId> threads = threads_equal_to(first);
    for (const ThreadId thread : threads)
      equals.push_back({known_image_of(machine_.execution_->thread(thread)), thread});
    std::ranges::stable_sort(equals, {}, &Equal::image);
    for (std::size_t i = 0; i < equals.size(); ++i) {
      const auto region_of = [&](ThreadId thread) {
        return machine_.context_of_[index(thread)]->own_words.region;
      };
      all = all.then(equals[i].image);
      names_.add({.thread = equals[i].thread,
                  .name = threads[i],
                  .memory = region_of(equals[i].thread),
                  .named_memory = region_of(threads[i]),
                  .bytes = kThreadRegionBytes});
    }
  }
}

}  // namespace mcheck
