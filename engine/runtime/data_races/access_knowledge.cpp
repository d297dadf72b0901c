// SPDX-License-Identifier: MIT
#include "engine/runtime/data_races/access_knowledge.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "engine/runtime/data_races/protected_cells.hpp"

namespace mcheck {
namespace {

bool knows(const Synchronization::Clock& clock, Stamp stamp) {
  return epoch_of(stamp) <= clock[index(thread_of(stamp))];
}

}  // namespace

Fingerprint AccessKnowledge::current(const Execution& execution, const Synchronization& order,
                                     Races& races, const ThreadNames& names) {
  names_ = &names;
  tells_equal_threads_apart_ = false;
  const bool with_times = !races.consulted().leaves_out_clocks();
  holders_.find(execution, order, names);
  find_latest_times(execution, with_times);
  find_unsettled_cells(races, order.size());
  words_.clear();
  cells_ = {};
  const std::size_t first = checkpoints_.back().first;
  std::size_t kept = first;
  for (std::size_t i = first; i < unsettled_.size(); ++i) {
    const Cell* const cell = unsettled_[i];
    if (add_cell(*cell, races)) unsettled_[kept++] = cell;
  }
  unsettled_.resize(kept);
  words_.insert(words_.end(), {cells_.low, cells_.high});
  add_stacks(execution, races);
  for (const ClockHolder& holder : holders_.all())
    words_.push_back(holder.name);  // whom the bits stand for
  for (const std::int64_t time : times_) words_.push_back(static_cast<Word>(time));
  return fingerprint(words_.data(), words_.size() * sizeof words_[0]);
}

void AccessKnowledge::rewind(std::size_t changes, std::size_t events) {
  const auto is_later = [&](const Checkpoint& it) {
    return it.changes > changes || it.events > events;
  };
  while (!checkpoints_.empty() && is_later(checkpoints_.back())) {
    unsettled_.resize(checkpoints_.back().first);
    checkpoints_.pop_back();
  }
}

// Those of the last checkpoint, and those that have changed since: the next checkpoint.
void AccessKnowledge::find_unsettled_cells(const Races& races, std::size_t events) {
  const std::size_t changes = races.shadow().changes();
  const Checkpoint last = checkpoints_.empty() ? Checkpoint{} : checkpoints_.back();
  const std::size_t first = unsettled_.size();
  for (std::size_t i = last.first; i < first; ++i) unsettled_.push_back(unsettled_[i]);
  races.shadow().for_each_changed(last.changes,
                                  [&](const Cell& cell) { unsettled_.push_back(&cell); });
  const auto begin = unsettled_.begin() + static_cast<std::ptrdiff_t>(first);
  std::sort(begin, unsettled_.end());
  unsettled_.erase(std::unique(begin, unsettled_.end()), unsettled_.end());
  checkpoints_.push_back({.changes = changes, .events = events, .first = first});
}

void AccessKnowledge::find_latest_times(const Execution& execution, bool with_times) {
  times_.clear();
  if (!with_times) return;
  const CausalTimes times = execution.causal_times();
  for (const ClockHolder& holder : holders_.all()) {
    times_.push_back(holder.thread != kNoThread ? times.of_thread(holder.thread)
                     : holder.version != kNone  ? times.of_version(holder.version)
                                                : 0);
  }
  forget_past_times();
}

// A time that no thread's clock is behind advances none.
void AccessKnowledge::forget_past_times() {
  const auto unfinished = static_cast<std::ptrdiff_t>(holders_.unfinished_threads().size());
  if (unfinished == 0) return;
  const std::int64_t earliest = *std::min_element(times_.begin(), times_.begin() + unfinished);
  std::replace_if(
      times_.begin() + unfinished, times_.end(),
      [&](std::int64_t time) { return time <= earliest; }, 0);
}

bool AccessKnowledge::is_known_to_all(Stamp stamp) const {
  return std::ranges::all_of(holders_.unfinished_threads(), [&](const ClockHolder& holder) {
    return thread_of(stamp) == holder.thread || knows(holder.clock, stamp);
  });
}

// False: the cell is settled, and adds nothing. In which order accesses were recorded does not
// matter, nor the order of cells.
bool AccessKnowledge::add_cell(const Cell& cell, Races& races) {
  const bool has_plain = !races.protected_cells().is_protected(cell);
  const bool has_atomics = races.consulted().has_atomics_of(cell);
  const std::uintptr_t own = races.shadow().address_of(cell);
  const Word address = names_->of_address(own);
  bool is_unsettled = false;
  races.shadow().for_each(cell, [&](Stamp stamp) {
    const bool of_block = (stamp & kStampFreed) != 0 && (stamp & kStampFrame) == 0;
    if (of_block) return;
    if ((stamp & kStampAtomic) != 0 && !has_atomics) {
      if (is_known_to_all(stamp)) return;
      races.consulted().leave_out_atomics_of(cell);
      tells_equal_threads_apart_ |= names_->is_renamed(own);
      return;
    }
    if ((stamp & kStampAtomic) == 0 && !has_plain) return;
    const std::size_t begin = words_.size();
    add_stamp(address, stamp);
    if (words_.size() == begin) return;
    is_unsettled = true;
    const Fingerprint one =
        fingerprint(words_.data() + begin, (words_.size() - begin) * sizeof words_[0]);
    cells_.low += one.low;
    cells_.high += one.high;
    words_.resize(begin);
  });
  return is_unsettled;
}

void AccessKnowledge::add_stamp(Word where, Stamp stamp) {
  const Stamp kind = stamp & (kStampKind | kStampBytes);
  if (is_known_to_all(stamp)) return;
  words_.insert(words_.end(), {where, kind | names_->of(thread_of(stamp)) << 32});
  Word who = 0;
  std::size_t bit = 0;
  for (const ClockHolder& holder : holders_.all()) {
    if (knows(holder.clock, stamp)) who |= Word{1} << bit;
    if (++bit == 64) words_.push_back(std::exchange(who, 0)), bit = 0;
  }
  words_.push_back(who);
}

// The owner of a frame is the only thread that may use it after its end, and knows of the end.
void AccessKnowledge::add_stacks(const Execution& execution, Races& races) {
  Fingerprint renamed;  // a sum: in any order
  for (const ThreadRecord& record : execution.threads()) {
    if (!record.is_unfinished()) continue;
    const bool is_renamed = names_->is_renamed(record.id);
    const std::size_t begin = words_.size();
    races.stacks().add_state(record.id, words_);
    for (std::size_t i = begin; is_renamed && i < words_.size(); ++i)
      words_[i] = names_->of_address(words_[i]);
    if (races.consulted().has_frames_of(record.id)) {
      tells_equal_threads_apart_ |= is_renamed;
      races.stacks().frame_ends().for_each(record.id, [&](const FrameEnds::End& end) {
        add_stamp(end.end << 1 | Word{end.is_entry()}, stamp(record.id, end.epoch));
      });
    }
    if (!is_renamed) continue;
    words_.push_back(names_->of(record.id));
    const Fingerprint one =
        fingerprint(words_.data() + begin, (words_.size() - begin) * sizeof words_[0]);
    renamed.low += one.low;
    renamed.high += one.high;
    words_.resize(begin);
  }
  if (!names_->is_identity()) words_.insert(words_.end(), {renamed.low, renamed.high});
}

}  // namespace mcheck
