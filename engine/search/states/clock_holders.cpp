// SPDX-License-Identifier: MIT
#include "engine/search/states/clock_holders.hpp"

#include <algorithm>

namespace mcheck {

void ClockHolders::find(const Execution& execution, const Synchronization& order,
                        const ThreadNames& names) {
  holders_.clear();
  add_threads(execution, order, names);
  const auto after_unfinished = holders_.begin() + static_cast<std::ptrdiff_t>(unfinished_);
  if (!names.is_identity()) {
    std::ranges::sort(holders_.begin(), after_unfinished, {}, &ClockHolder::name);
    std::ranges::sort(after_unfinished, holders_.end(), {}, &ClockHolder::name);
  }
  first_object_ = holders_.size();
  add_objects(execution, order, names);
  std::ranges::sort(holders_.begin() + static_cast<std::ptrdiff_t>(first_object_), holders_.end(),
                    {}, &ClockHolder::name);
}

void ClockHolders::add_threads(const Execution& execution, const Synchronization& order,
                               const ThreadNames& names) {
  for (const ThreadRecord& record : execution.threads()) {
    if (!record.is_unfinished()) continue;
    holders_.push_back(
        {.name = names.of(record.id), .clock = order.clock_of(record.id), .thread = record.id});
  }
  unfinished_ = holders_.size();
  const auto add_part = [&](ThreadId id, Word part, Synchronization::Clock clock,
                            ThreadId thread = kNoThread) {
    const Word name = Word{1} << 62 | part << 32 | names.of(id);
    holders_.push_back({.name = name, .clock = clock, .thread = thread});
  };
  for (const ThreadRecord& record : execution.threads()) {
    if (!record.is_unfinished()) {
      if (!record.joined) add_part(record.id, 1, order.clock_of(record.id), record.id);
      continue;
    }
    add_part(record.id, 2, order.released_by_fence(record.id));
    add_part(record.id, 3, order.acquired_by_next_fence(record.id));
    if (record.status == ThreadRecord::Status::kReady && record.pending.kind == Kind::kPhaseWait) {
      add_part(
          record.id, 4,
          order.released_at_end_of(execution.version_of(record.pending.object), record.pending.a));
    }
  }
}

void ClockHolders::add_objects(const Execution& execution, const Synchronization& order,
                               const ThreadNames& names) {
  for (std::uint32_t i = 1; i < execution.identities().object_limit(); ++i) {
    const ObjectRecord* const object = execution.find_object(ObjectId{i});
    if (object == nullptr || !object->alive || object->version == kNone) continue;
    // No thread can find it any more, and a bit of it could be taken for that of another object.
    const void* const address = lookup_address(*object);
    if (address != nullptr && execution.last_object_at(address) != ObjectId{i}) continue;
    const auto place = names.of_address(reinterpret_cast<std::uintptr_t>(object->address));
    const Word name = object->address != nullptr ? place << 4 | object->bytes : Word{1} << 63 | i;
    const std::uint32_t version = object->version;
    holders_.push_back({.name = name, .clock = order.released_to_all(version), .version = version});
    holders_.push_back({.name = ~name,
                        .clock = order.released_to_writers(version),
                        .version = version,
                        .to_writers = true});
  }
}

}  // namespace mcheck
