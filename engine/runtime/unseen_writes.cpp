// SPDX-License-Identifier: MIT
#include "engine/runtime/unseen_writes.hpp"

#include <pthread.h>
#include <semaphore.h>

#include <algorithm>
#include <cstring>
#include <string>

#include <mcheck/detail/object.hpp>

#include "engine/platform/raw_copy.hpp"
#include "engine/runtime/machine.hpp"
#include "engine/runtime/touched_stacks.hpp"
#include "engine/world/allocation.hpp"
#include "engine/world/heap.hpp"

namespace mcheck {

MCHECK_HOST_STATE UnseenWrites* watching_writes = nullptr;
MCHECK_HOST_STATE UnseenWrites* locating_writes = nullptr;

namespace {

MCHECK_HOST_STATE CodeWithoutHooks without_hooks;

// In observing mode, for one search: about a tenth of a second. assumptions() names it.
constexpr std::size_t kMostLookedAt = std::size_t{512} << 20;

// The largest object of the C library in which the engine keeps its own data.
constexpr std::size_t kLargestObject = sizeof(pthread_rwlock_t);

// A spin lock has no room for such data.
bool is_overlaid(const ObjectRecord& object) {
  const std::uint32_t id = static_cast<const detail::Object*>(object.address)->id;
  return id > 1 || object.kind != ObjectKind::kMutex;
}

// How many bytes from its beginning the engine writes, or the program accesses atomically.
std::size_t engines_bytes_of(const ObjectRecord& object) {
  if (object.is_bytes) return 0;
  switch (object.kind) {
    case ObjectKind::kMutex: return is_overlaid(object) ? sizeof(pthread_mutex_t) : sizeof(int);
    case ObjectKind::kSharedMutex: return sizeof(pthread_rwlock_t);
    case ObjectKind::kCondition: return sizeof(pthread_cond_t);
    case ObjectKind::kBarrier: return sizeof(pthread_barrier_t);
    case ObjectKind::kSemaphore: return sizeof(sem_t);
    case ObjectKind::kOnce: return sizeof(pthread_once_t);
    case ObjectKind::kLatch:
    case ObjectKind::kEvent: return 8;
    case ObjectKind::kAtomic: return object.bytes;
    case ObjectKind::kNone:
    case ObjectKind::kSection:
    case ObjectKind::kData: return 0;
  }
  return 0;
}

}  // namespace

void describe_code_without_hooks(const CodeWithoutHooks& code) { without_hooks = code; }

void UnseenWrites::note_block(const void* begin, std::size_t size) {
  const OutsideWorld engine_at_work;
  blocks_.push_back({begin, size});
}

void UnseenWrites::begin_step(const World& world, bool locates) {
  if (!judges_ && spent_ > kMostLookedAt) {
    gave_up_ = true;
    return;
  }
  const OutsideWorld engine_at_work;
  if (!std::exchange(globals_known_, true)) globals_ = globals_of_the_program();
  pieces_.clear();
  before_.clear();
  blocks_.clear();
  located_.clear();
  for (const Range& range : globals_) take(range.begin, range.size);
  for (const std::size_t number : world.places_in_use()) take_blocks(number);
  spent_ += before_.size();
  watching_writes = this;
  if (!locates) return;
  latest_ = before_;
  locating_writes = this;
  TouchedStacks::take_all_hooks(true);
}

void UnseenWrites::end_step() {
  if (std::exchange(locating_writes, nullptr) != nullptr) TouchedStacks::take_all_hooks(false);
  watching_writes = nullptr;
}

void UnseenWrites::take(const std::byte* begin, std::size_t size) {
  if (size == 0) return;
  const std::size_t at = before_.size();
  pieces_.push_back({begin, size, at});
  before_.resize(at + size);
  raw_copy(before_.data() + at, begin, size);
}

void UnseenWrites::take_blocks(std::size_t number) {
  Heap& heap = *Heap::at(place(number));
  for (std::uint32_t i = 0; i < heap.blocks(); ++i) {
    const Block& block = heap.block(i);
    const bool counts = block.is_live() && block.executables && block.origin != Origin::kMapping;
    if (counts) take(Heap::bytes_of(block), block.size);
  }
}

template <class Visit>
bool UnseenWrites::visit_changes(const std::vector<std::byte>& copy, const Visit& visit) const {
  constexpr std::size_t kEight = 8;
  for (const Piece& piece : pieces_) {
    const std::byte* const then = copy.data() + piece.at;
    if (raw_equal(then, piece.begin, piece.size)) continue;
    for (std::size_t at = 0; at < piece.size;) {
      const auto here = reinterpret_cast<std::uintptr_t>(piece.begin + at);
      const std::size_t size = std::min(kEight - here % kEight, piece.size - at);
      if (!raw_equal(then + at, piece.begin + at, size) && visit(piece.begin + at, then + at, size))
        return true;
      at += size;
    }
  }
  return false;
}

// In a block that is new, or in an object that holds data of the engine.
bool UnseenWrites::is_the_engines(const std::byte* byte, const Execution& execution) const {
  const auto holds = [&](const Bytes& block) { return block.holds(byte); };
  if (std::ranges::any_of(blocks_, holds)) return true;
  for (std::size_t back = 0; back < kLargestObject; ++back) {
    const ObjectRecord* const object = execution.find_object(execution.find_object_at(byte - back));
    if (object != nullptr && back < engines_bytes_of(*object)) return true;
  }
  return false;
}

Stacks::Id UnseenWrites::stack_of(const std::byte* byte, Stacks::Id end) const {
  const auto found = std::ranges::find_if(
      located_, [&](const Located& located) { return located.bytes.holds(byte); });
  return found == located_.end() ? end : found->stack;
}

void UnseenWrites::locate(Races& races, const void* caller) {
  const OutsideWorld engine_at_work;
  (void)visit_changes(latest_, [&](const std::byte* now, const std::byte* then, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) {
      if (raw_equal(now + i, then + i, 1) || races.has_written(now + i)) continue;
      located_.push_back({{now + i, 1}, races.stack_here(caller)});
    }
    raw_copy(latest_.data() + (then - latest_.data()), now, size);
    return false;
  });
}

bool UnseenWrites::judge_step(Races& races, const Execution& execution, Stacks::Id end) {
  const auto judge = [&](const std::byte* now, const std::byte* then, std::size_t size) {
    const auto is_unseen = [&](std::size_t i) {
      return !raw_equal(now + i, then + i, 1) && !races.has_written(now + i) &&
             !is_the_engines(now + i, execution);
    };
    for (std::size_t first = 0; first < size; ++first) {
      if (!is_unseen(first)) continue;
      std::size_t last = first + 1;
      while (last < size && is_unseen(last)) ++last;
      if (races.unseen(now + first, last - first, stack_of(now + first, end))) return true;
      first = last;
    }
    return false;
  };
  return visit_changes(before_, judge);
}

void locate_writes(const void* caller) {
  if (watching_races == nullptr) return;
  catch_up();
  locating_writes->locate(*watching_races, caller);
}

// On the thread's own stack, before it suspends: a race ends the thread there.
void Machine::judge_unseen_writes(const void* caller) {
  catch_up();
  struct Call {
    Machine& machine;
    Stacks::Id end = 0;
    bool races = false;
  } call{*this};
  {
    const OutsideWorld engine_at_work;
    if (accesses_->races().notes()) call.end = accesses_->races().stack_here(caller);
  }
  const auto judge = [](void* argument) {
    Call& asked = *static_cast<Call*>(argument);
    const OutsideWorld engine_at_work;
    Machine& machine = asked.machine;
    asked.races = machine.unseen_writes_.judge_step(machine.accesses_->races(), *machine.execution_,
                                                    asked.end);
  };
  for (;;) {
    aside_.call(judge, &call);
    if (!call.races) break;
    race_found();
  }
  unseen_writes_.end_step();
}

bool Machine::examine(bool on) {
  const bool apart = without_hooks.is_apart != nullptr && without_hooks.is_apart();
  const bool can = apart && accesses_ && !behaviour_.ignore_races && conflicts() == nullptr;
  unseen_writes_.look(on && can);
  return can && unseen_writes_.is_on();
}

bool Machine::wants_judging() const {
  return accesses_ && !unseen_writes_.judges() && accesses_->races().unseen_met();
}

void Machine::judge_writes() {
  unseen_writes_.judge();
  accesses_->races().judge_unseen(true);
  accesses_->races().excuse_unseen(without_hooks.has_atomics());
}

std::string Machine::unseen_reads() const {
  if (wants_judging()) return "writes that no hook reported meet other threads' accesses";
  if (!accesses_ || !accesses_->races().unseen_met()) return "";
  const std::vector<std::string> names = without_hooks.names();
  if (names.empty()) return "";
  return "code that was compiled without hooks writes what other threads use, and what it reads is "
         "not seen: build " +
         names.front() + (names.size() > 1 ? " and the like" : "") + " with mcheck c++";
}

}  // namespace mcheck
