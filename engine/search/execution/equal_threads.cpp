// SPDX-License-Identifier: MIT
// What an execution knows of threads that started equal.
#include <algorithm>
#include <utility>

#include "engine/search/execution/execution.hpp"

namespace mcheck {
namespace {

Word exchanged(Word owner, ThreadId first, ThreadId second) {
  if (owner == index(first) + 1) return index(second) + 1;
  return owner == index(second) + 1 ? index(first) + 1 : owner;
}

bool has_owner(ObjectKind kind) { return is_mutex(kind) || kind == ObjectKind::kSection; }

}  // namespace

// From now on a join of one of them waits until all have ended.
void Execution::note_equal(ThreadId first, ThreadId second) {
  ThreadRecord& known = thread(first);
  if (known.equals == 0) known.equals = static_cast<std::uint16_t>(index(first) + 1);
  thread(second).equals = known.equals;
}

bool Execution::have_ended(std::uint16_t equals) const {
  return std::ranges::all_of(threads_, [&](const ThreadRecord& record) {
    return record.equals != equals || record.status == ThreadRecord::Status::kFinished;
  });
}

// What objects know of the two: locks, waits. Twice: as before.
void Execution::exchange_holders(ThreadId first, ThreadId second) {
  for (ObjectRecord& object : objects_) {
    if (!object.alive || object.version == kNone) continue;
    Version& version = versions_[object.version];
    if (has_owner(object.kind)) version.value = exchanged(version.value, first, second);
    if (version.threads == 0) continue;
    ObjectHolders& holders = holders_[version.threads - 1];
    holders.section = static_cast<std::uint16_t>(exchanged(holders.section, first, second));
    ThreadSet& threads = holders.threads;
    if (threads.has(first) == threads.has(second)) continue;
    const bool has_first = threads.has(first);
    threads.remove(has_first ? first : second);
    threads.add(has_first ? second : first);
  }
}

}  // namespace mcheck
