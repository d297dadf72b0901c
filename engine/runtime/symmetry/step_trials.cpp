// SPDX-License-Identifier: MIT
// Whether equal threads do the same: each step that one of them takes is tried as each of them, the
// first time that it is taken from that image in that shared memory.
//
// For the trial the two threads exchange everything: images, records, what objects know of them.
// Then the other takes the step. It has to lead to the same image, the same shared memory and the
// same operation. So the code may do with addresses and ids whatever it likes: if anything depends
// on them, the step shows it.
#include <algorithm>
#include <utility>

#include "engine/platform/processor/raw_copy.hpp"
#include "engine/runtime/machine/machine.hpp"

namespace mcheck {

void ThreadSymmetry::check_step(ThreadId thread, const Outcome& outcome) {
  const ThreadRecord& record = machine_.execution_->thread(thread);
  const std::uint16_t equals = record.equals;
  if (equals == 0 || machine_.in_trial_ || equal_.has_news()) return;
  const std::vector<ThreadId> threads = threads_equal_to(record);
  if (threads.size() < 2) return;
  std::vector<Word> received = {outcome.result, Word{outcome.failed}, equals};
  add_locks_of(thread, received);
  Fingerprint step = known_image_of(record)
                         .then(common_memory())
                         .then(fingerprint(received.data(), received.size() * sizeof received[0]))
                         .then(fingerprint(threads.data(), threads.size() * sizeof threads[0]));
  for (const ThreadRecord& other : machine_.execution_->threads()) {
    const bool is_of_others = other.equals != 0 && other.equals != equals && !other.joined;
    if (is_of_others) step = step.then(known_image_of(other));
  }
  if (!equal_.is_unchecked(step)) return;
  const bool capturing = std::exchange(machine_.capture_, false);
  InlineScheduler* const scheduler = std::exchange(machine_.inline_scheduler_, nullptr);
  machine_.heap_checker_.capture(false);
  machine_.in_trial_ = true;
  machine_.program_memory_.snapshot(before_check_);
  machine_.execution_->snapshot(machine_.execution_before_trial_);
  if (!is_same_for_all(thread, threads, outcome))
    equal_.note_observed("a thread does what others would not do");
  machine_.in_trial_ = false;
  machine_.capture_ = capturing;
  machine_.inline_scheduler_ = scheduler;
  machine_.heap_checker_.capture(capturing);
  machine_.unchanged_since_resume_ = 0;
  machine_.thread_ = thread;
  machine_.context_ = machine_.context_of_[index(thread)];
  machine_.step_.ends_process = false;
  machine_.reply_ = {.result = outcome.result, .failed = outcome.failed};
}

// The first time that a thread takes a step, the engine may do more than later, for instance name
// an object or note its use, and leave that in dead words of the stack: then both are tried again.
bool ThreadSymmetry::is_same_for_all(ThreadId thread, const std::vector<ThreadId>& threads,
                                     const Outcome& outcome) {
  Fingerprint expected = try_step_as(thread, thread, outcome);
  return std::ranges::all_of(threads, [&](ThreadId other) {
    if (other == thread) return true;
    if (try_step_as(thread, other, outcome) == expected) return true;
    expected = try_step_as(thread, thread, outcome);
    return try_step_as(thread, other, outcome) == expected;
  });
}

// Code may ask whether its thread holds a lock, and only the engine knows.
void ThreadSymmetry::add_locks_of(ThreadId thread, std::vector<Word>& words) const {
  const Execution& execution = *machine_.execution_;
  for (std::uint32_t i = 1; i < execution.identities().object_limit(); ++i) {
    const ObjectRecord* const object = execution.find_object(ObjectId{i});
    const bool is_lock = object != nullptr && object->alive && is_mutex(object->kind);
    if (!is_lock || object->version == kNone) continue;
    const State state = execution.state_of(ObjectId{i});
    if (state.value != index(thread) + 1 && !state.threads.has(thread)) continue;
    words.insert(words.end(), {i, reinterpret_cast<std::uintptr_t>(object->address)});
  }
}

// Each moves to where the other was.
void ThreadSymmetry::exchange_images(const ThreadContext& first, const ThreadContext& second) {
  struct Image {
    std::vector<Word> stack, blocks;
    std::vector<std::byte> metadata;
    std::ptrdiff_t metadata_at = 0, blocks_at = 0;
  };
  const auto copy_of = [&](const ThreadContext& context) {
    const auto [stack, metadata, bytes] = machine_.program_memory_.segments_of(context.number);
    Image image;
    image.stack.resize(stack.size / sizeof(Word));
    raw_copy(image.stack.data(), stack.begin, stack.size);
    image.blocks.resize(bytes.size / sizeof(Word));
    raw_copy(image.blocks.data(), bytes.begin, bytes.size);
    image.metadata.assign(metadata.begin, metadata.begin + metadata.size);
    image.metadata_at = metadata.begin - thread_region(context.number).at(0);
    image.blocks_at = bytes.begin - thread_region(context.number).at(0);
    return image;
  };
  const auto move = [&](Image& image, const ThreadContext& from, const ThreadContext& to) {
    const ThreadRegion region = thread_region(to.number);
    move_image(image.stack, from.own_words, to.own_words);
    move_image(image.blocks, from.own_words, to.own_words);
    const std::size_t size = image.stack.size() * sizeof(Word);
    raw_copy(to.thread_pointer - size, image.stack.data(), size);
    machine_.program_memory_.set_stack_pointer(to.number, to.thread_pointer - size);
    raw_copy(region.at(0) + image.metadata_at, image.metadata.data(), image.metadata.size());
    to.heap->adopt_metadata(thread_region(from.number));
    raw_copy(region.at(0) + image.blocks_at, image.blocks.data(),
             image.blocks.size() * sizeof(Word));
  };
  Image first_image = copy_of(first);
  Image second_image = copy_of(second);
  move(first_image, first, second);
  move(second_image, second, first);
}

// Exchanges the two threads, or restores them.
void ThreadSymmetry::exchange_threads(ThreadId first, ThreadId second) {
  std::swap(machine_.execution_->thread(first), machine_.execution_->thread(second));
  std::swap(machine_.execution_->thread(first).id, machine_.execution_->thread(second).id);
  machine_.execution_->exchange_holders(first, second);
}

// A fingerprint of the step that has just been tried.
Fingerprint ThreadSymmetry::tried_step(std::uint16_t equals) {
  const Operation& next = machine_.step_.operation;
  const ObjectRecord* const object = machine_.execution_->find_object(next.object);
  auto address = reinterpret_cast<std::uintptr_t>(object == nullptr ? nullptr : object->address);
  const bool is_own = (address ^ machine_.context_->own_words.region) < kThreadRegionBytes;
  if (is_own) address -= machine_.context_->own_words.region;
  std::vector<Word> words = {
      static_cast<Word>(machine_.step_.kind), Word{machine_.step_.ends_process},
      static_cast<Word>(machine_.step_.failure.kind),
      machine_.execution_->object_changes() - machine_.execution_before_trial_.object_changes};
  if (machine_.step_.kind == Step::Kind::kOperation) {
    words.insert(
        words.end(),
        {static_cast<Word>(next.kind), static_cast<Word>(next.order),
         static_cast<Word>(next.failure_order), next.bytes, next.may_time_out, next.may_fail,
         is_own, is_own || object == nullptr ? 0 : index(next.object), address, next.a, next.b});
  }
  Fingerprint all = image_of(*machine_.context_, equals);
  parts_.clear();
  all = all.then(common_memory()).then(fingerprint(words.data(), words.size() * sizeof words[0]));
  for (const ThreadRecord& other : machine_.execution_->threads()) {
    const bool is_of_others = other.equals != 0 && other.equals != equals && !other.joined;
    if (is_of_others) all = all.then(known_image_of(other));
  }
  parts_.clear();
  return all;
}

// Afterwards everything is as before. Returns what the step did.
Fingerprint ThreadSymmetry::try_step_as(ThreadId thread, ThreadId as, const Outcome& outcome) {
  const std::uint16_t equals = machine_.execution_->thread(thread).equals;
  ThreadContext* const contexts[] = {machine_.context_of_[index(thread)],
                                     machine_.context_of_[index(as)]};
  const bool exchanges = as != thread;
  if (exchanges) {
    exchange_images(*contexts[0], *contexts[1]);
    exchange_threads(thread, as);
  }
  machine_.thread_ = as;
  machine_.context_ = contexts[1];
  machine_.step_.ends_process = false;
  machine_.step_.failure = {};
  machine_.reply_ = {.result = outcome.result, .failed = outcome.failed};
  const bool has_notified = machine_.execution_->events().back().operation.kind == Kind::kNotifyOne;
  if (has_notified && exchanges) {
    const Word notified[] = {index(thread) + 1, index(as) + 1};
    if (machine_.reply_.result == notified[0] || machine_.reply_.result == notified[1])
      machine_.reply_.result ^= notified[0] ^ notified[1];
  }
  machine_.clear_below_stack(*machine_.context_);
  machine_.run_step();
  const Fingerprint step = tried_step(equals);
  machine_.execution_->rewind(machine_.execution_before_trial_);
  if (exchanges) machine_.execution_->exchange_holders(thread, as);
  machine_.program_memory_.restore(before_check_);
  for (const ThreadContext* context : contexts) machine_.clear_below_stack(*context);
  return step;
}

}  // namespace mcheck
