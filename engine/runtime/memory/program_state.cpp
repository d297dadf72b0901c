// SPDX-License-Identifier: MIT
// The identity of the program's state, as far as memory and accesses decide it
// (engine/search/states/program_state.hpp).
#include <cstring>

#include "engine/runtime/loops/thread_time.hpp"
#include "engine/runtime/machine/machine.hpp"

namespace mcheck {

namespace {

// A page counts as soon as it differs from what it was: when it was first written is no state.
void add_written_pages(const WrittenPages& pages, Fingerprint& all) {
  for (std::size_t i = 0; i < pages.written().size(); ++i) {
    const Range& page = pages.written()[i];
    if (std::memcmp(page.begin, pages.original(i), page.size) == 0) continue;
    const Fingerprint content = fingerprint(page.begin, page.size);
    all = all.then(content).then({.low = reinterpret_cast<std::uintptr_t>(page.begin)});
  }
}

// Of a thread: the stack, and thread-locals with the thread's clock.
Fingerprint fingerprint_without_clock(const Range& all, const std::byte* clock,
                                      ProgramMemory& memory) {
  const auto before = static_cast<std::size_t>(clock - all.begin);
  const std::size_t until = before + thread_time().size;
  return memory.fingerprint_of(all.begin, before)
      .then(memory.fingerprint_of(all.begin + until, all.size - until));
}

}  // namespace

void Machine::match_states(bool on) {
  if (!accesses_) return;
  accesses_->races().consulted().set_on(on);
  accesses_->races().consulted().begin_search();
}

void Machine::note_clock_read() {
  if (accesses_) accesses_->races().consulted().note_clocks();
}

bool Machine::needs_more_records() const {
  return accesses_ && !is_isolated() && accesses_->races().consulted().has_news();
}

// Stacks of threads that have ended, and all of those that were joined, cannot be used any more.
// Regions stand in the order of the threads' paths. What a replay captures of the output is no part
// of it: no thread reads that.
std::optional<Fingerprint> Machine::state_of_program() {
  if (kernel_effect_ || conflicts() != nullptr) return std::nullopt;
  materialize();
  unchanged_since_resume_ = 0;
  Fingerprint all;
  const auto add = [&](const Range& range) {
    all = all.then(program_memory_.fingerprint_of(range.begin, range.size));
  };
  for (const Range& range : program_memory_.saved_globals()) add(range);
  add_written_pages(program_memory_.written_pages(), all);
  state_words_.clear();
  const bool leaves_out_clocks = accesses_ && accesses_->races().consulted().leaves_out_clocks();
  for (const ThreadRecord& record : execution_->threads()) {
    ThreadContext& context = *context_of_[index(record.id)];
    if (record.status == ThreadRecord::Status::kReady) clear_below_stack(context);
    if (record.status == ThreadRecord::Status::kNew)
      state_words_.insert(state_words_.end(), {context.body, context.control_words});
    const auto [stack, metadata, bytes] = program_memory_.segments_of(context.number);
    const bool is_over = record.joined && record.status == ThreadRecord::Status::kFinished;
    const std::byte* const clock = thread_pointer_of(record.id) + thread_time().offset;
    const bool has_clock = thread_time().of != nullptr && clock >= stack.begin &&
                           clock + thread_time().size <= stack.begin + stack.size;
    if (!is_over && has_clock && leaves_out_clocks) {
      all = all.then(fingerprint_without_clock(stack, clock, program_memory_));
    } else if (!is_over) {
      add(stack);
    }
    context.heap->add_state(state_words_);
    if (bytes.size > 0) add(bytes);
  }
  all = all.then(fingerprint(state_words_.data(), state_words_.size() * sizeof state_words_[0]));
  return accesses_ ? all.then(accesses_->knowledge(*execution_)) : all;
}

}  // namespace mcheck
