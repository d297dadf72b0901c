// SPDX-License-Identifier: MIT
#include "engine/runtime/data_races/access_knowledge.hpp"

#include <algorithm>

namespace mcheck {
namespace {

bool knows(const Synchronization::Clock& clock, Stamp stamp) {
  return epoch_of(stamp) <= clock[index(thread_of(stamp))];
}

bool is_unfinished(const ThreadRecord& record) {
  return record.status == ThreadRecord::Status::kReady ||
         record.status == ThreadRecord::Status::kNew;
}

}  // namespace

Fingerprint AccessKnowledge::current(const Execution& execution, const Synchronization& order,
                                     Races& races) {
  find_knowers(execution, order);
  words_.clear();
  cells_.clear();
  races.shadow().for_each_changed(0, [&](const Cell& cell) { cells_.push_back(&cell); });
  std::ranges::sort(cells_);
  const auto [rest, end] = std::ranges::unique(cells_);
  cells_.erase(rest, end);
  for (const Cell* cell : cells_) {
    races.shadow().for_each(
        *cell, [&](Stamp stamp) { add_stamp(reinterpret_cast<std::uintptr_t>(cell), stamp); });
  }
  for (const ThreadRecord& record : execution.threads()) {
    if (is_unfinished(record)) races.stacks().add_state(record.id, words_);
  }
  return fingerprint(words_.data(), words_.size() * sizeof words_[0]);
}

void AccessKnowledge::add_knower(Word name, Synchronization::Clock clock) {
  knowers_.push_back({name, clock});
}

void AccessKnowledge::find_knowers(const Execution& execution, const Synchronization& order) {
  knowers_.clear();
  for (const ThreadRecord& record : execution.threads()) {
    if (is_unfinished(record)) add_knower(index(record.id), order.clock_of(record.id));
  }
  unfinished_ = knowers_.size();
  const auto number = [](ThreadId id, Word part) { return part << 32 | index(id); };
  for (const ThreadRecord& record : execution.threads()) {
    if (!is_unfinished(record)) {
      if (!record.joined) add_knower(number(record.id, 1), order.clock_of(record.id));
      continue;
    }
    add_knower(number(record.id, 2), order.released_by_fence(record.id));
    add_knower(number(record.id, 3), order.acquired_by_next_fence(record.id));
    if (record.status == ThreadRecord::Status::kReady &&
        record.pending.kind == Kind::kPhaseWait) {
      add_knower(number(record.id, 4),
                 order.released_at_end_of(execution.version_of(record.pending.object),
                                          record.pending.a));
    }
  }
  const std::size_t threads = knowers_.size();
  for (std::uint32_t i = 1; i < execution.identities().object_limit(); ++i) {
    const ObjectRecord* const object = execution.find_object(ObjectId{i});
    if (object == nullptr || !object->alive || object->version == kNone) continue;
    const Word name = object->address != nullptr ? reinterpret_cast<std::uintptr_t>(object->address)
                                                 : Word{1} << 63 | i;
    add_knower(name, order.released_to_all(object->version));
    add_knower(~name, order.released_to_writers(object->version));
  }
  std::ranges::sort(knowers_.begin() + static_cast<std::ptrdiff_t>(threads), knowers_.end(), {},
                    &Knower::name);
}

bool AccessKnowledge::is_known_to_all(Stamp stamp) const {
  return std::all_of(knowers_.begin(), knowers_.begin() + static_cast<std::ptrdiff_t>(unfinished_),
                     [&](const Knower& knower) {
                       return Word{index(thread_of(stamp))} == knower.name ||
                              knows(knower.clock, stamp);
                     });
}

void AccessKnowledge::add_stamp(Word cell, Stamp stamp) {
  const Stamp kind = stamp & (kStampKind | kStampBytes);
  const bool counts_always = (stamp & kStampFreed) != 0;
  if (is_known_to_all(stamp)) {
    if (counts_always) words_.insert(words_.end(), {cell, kind});
    return;
  }
  Word who = 0;
  words_.insert(words_.end(), {cell, kind | Stamp{index(thread_of(stamp))} << 32});
  std::size_t bit = 0;
  for (const Knower& knower : knowers_) {
    if (knows(knower.clock, stamp)) who |= Word{1} << bit;
    if (++bit == 64) words_.push_back(std::exchange(who, 0)), bit = 0;
  }
  words_.push_back(who);
}

}  // namespace mcheck
