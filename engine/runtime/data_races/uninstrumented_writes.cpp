// SPDX-License-Identifier: MIT
#include "engine/runtime/data_races/uninstrumented_writes.hpp"

#include <pthread.h>
#include <semaphore.h>

#include <algorithm>
#include <cstring>
#include <string>

#include <mcheck/detail/object.hpp>

#include "engine/memory/heap/allocation.hpp"
#include "engine/memory/heap/heap.hpp"
#include "engine/platform/processor/raw_copy.hpp"
#include "engine/runtime/data_races/touched_stacks.hpp"
#include "engine/runtime/machine/machine.hpp"

namespace mcheck {

MCHECK_HOST_STATE UninstrumentedWrites* write_check = nullptr;
MCHECK_HOST_STATE UninstrumentedWrites* write_locator = nullptr;

namespace {

MCHECK_HOST_STATE UninstrumentedCode uninstrumented_code;

// In observing mode, for one search: about a tenth of a second. assumptions() names it.
constexpr std::size_t kMaxObservedBytes = std::size_t{512} << 20;

// The largest object of the C library in which the engine keeps its own data.
constexpr std::size_t kLargestObject = sizeof(pthread_rwlock_t);

// A spin lock has no room for such data.
bool is_overlaid(const ObjectRecord& object) {
  const std::uint32_t id = static_cast<const detail::Object*>(object.address)->id;
  return id > 1 || object.kind != ObjectKind::kMutex;
}

// How many bytes from its beginning the engine writes, or the program accesses atomically.
std::size_t engine_bytes_of(const ObjectRecord& object) {
  if (object.is_bytes) return 0;
  switch (object.kind) {
    case ObjectKind::kMutex: return is_overlaid(object) ? sizeof(pthread_mutex_t) : sizeof(int);
    case ObjectKind::kSharedMutex: return sizeof(pthread_rwlock_t);
    case ObjectKind::kCondition: return sizeof(pthread_cond_t);
    case ObjectKind::kBarrier: return sizeof(pthread_barrier_t);
    case ObjectKind::kSemaphore: return sizeof(sem_t);
    case ObjectKind::kOnce: return sizeof(pthread_once_t);
    case ObjectKind::kLatch:
    case ObjectKind::kGate:
    case ObjectKind::kOrderedEvent:
    case ObjectKind::kEvent: return 8;
    case ObjectKind::kAtomic: return object.bytes;
    case ObjectKind::kNone:
    case ObjectKind::kCall:
    case ObjectKind::kSection:
    case ObjectKind::kData: return 0;
  }
  return 0;
}

}  // namespace

void describe_uninstrumented_code(const UninstrumentedCode& code) { uninstrumented_code = code; }

void UninstrumentedWrites::note_block(const void* begin, std::size_t size) {
  const EngineAllocationScope engine_at_work;
  blocks_.push_back({begin, size});
}

void UninstrumentedWrites::begin_step(const ProgramMemory& program_memory, bool locates) {
  if (!checking_ && copied_bytes_ > kMaxObservedBytes) {
    gave_up_ = true;
    return;
  }
  const EngineAllocationScope engine_at_work;
  if (!std::exchange(globals_known_, true)) globals_ = program_globals();
  pieces_.clear();
  before_.clear();
  blocks_.clear();
  located_.clear();
  for (const Range& range : globals_) copy_memory(range.begin, range.size);
  for (const std::size_t number : program_memory.regions_in_use()) copy_blocks(number);
  copied_bytes_ += before_.size();
  write_check = this;
  if (!locates) return;
  latest_ = before_;
  write_locator = this;
  TouchedStacks::force_hooks(true);
}

void UninstrumentedWrites::end_step() {
  if (std::exchange(write_locator, nullptr) != nullptr) TouchedStacks::force_hooks(false);
  write_check = nullptr;
}

void UninstrumentedWrites::copy_memory(const std::byte* begin, std::size_t size) {
  if (size == 0) return;
  const std::size_t at = before_.size();
  pieces_.push_back({begin, size, at});
  before_.resize(at + size);
  raw_copy(before_.data() + at, begin, size);
}

void UninstrumentedWrites::copy_blocks(std::size_t number) {
  Heap& heap = *Heap::at(thread_region(number));
  for (std::uint32_t i = 0; i < heap.blocks(); ++i) {
    const Block& block = heap.block(i);
    const bool counts =
        block.is_live() && block.from_executable && block.origin != Origin::kMapping;
    if (counts) copy_memory(Heap::bytes_of(block), block.size);
  }
}

template <class Visit>
bool UninstrumentedWrites::visit_changes(const std::vector<std::byte>& copy,
                                         const Visit& visit) const {
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
bool UninstrumentedWrites::is_engine_memory(const std::byte* byte,
                                            const Execution& execution) const {
  const auto holds = [&](const Bytes& block) { return block.holds(byte); };
  if (std::ranges::any_of(blocks_, holds)) return true;
  for (std::size_t back = 0; back < kLargestObject; ++back) {
    const ObjectRecord* const object = execution.find_object(execution.find_object_at(byte - back));
    if (object != nullptr && back < engine_bytes_of(*object)) return true;
  }
  return false;
}

StackTable::Id UninstrumentedWrites::stack_of(const std::byte* byte, StackTable::Id end) const {
  const auto found = std::ranges::find_if(
      located_, [&](const Located& located) { return located.bytes.holds(byte); });
  return found == located_.end() ? end : found->stack;
}

void UninstrumentedWrites::locate(Races& races, const void* caller) {
  const EngineAllocationScope engine_at_work;
  (void)visit_changes(latest_, [&](const std::byte* now, const std::byte* then, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) {
      if (raw_equal(now + i, then + i, 1) || races.has_written(now + i)) continue;
      located_.push_back({{now + i, 1}, races.stack_here(caller)});
    }
    raw_copy(latest_.data() + (then - latest_.data()), now, size);
    return false;
  });
}

bool UninstrumentedWrites::check_step(Races& races, const Execution& execution,
                                      StackTable::Id end) {
  const auto judge = [&](const std::byte* now, const std::byte* then, std::size_t size) {
    const auto is_uninstrumented = [&](std::size_t i) {
      return !raw_equal(now + i, then + i, 1) && !races.has_written(now + i) &&
             !is_engine_memory(now + i, execution);
    };
    for (std::size_t first = 0; first < size; ++first) {
      if (!is_uninstrumented(first)) continue;
      std::size_t last = first + 1;
      while (last < size && is_uninstrumented(last)) ++last;
      if (races.uninstrumented_write(now + first, last - first, stack_of(now + first, end)))
        return true;
      first = last;
    }
    return false;
  };
  return visit_changes(before_, judge);
}

void locate_writes(const void* caller) {
  if (active_races == nullptr) return;
  catch_up();
  write_locator->locate(*active_races, caller);
}

// On the thread's own stack, before it suspends: a race ends the thread there.
void Machine::check_uninstrumented_writes(const void* caller) {
  catch_up();
  struct Call {
    Machine& machine;
    StackTable::Id end = 0;
    bool races = false;
  } call{*this};
  {
    const EngineAllocationScope engine_at_work;
    if (accesses_->races().records_stacks()) call.end = accesses_->races().stack_here(caller);
  }
  const auto judge = [](void* argument) {
    Call& request = *static_cast<Call*>(argument);
    const EngineAllocationScope engine_at_work;
    Machine& machine = request.machine;
    request.races = machine.uninstrumented_writes_.check_step(machine.accesses_->races(),
                                                              *machine.execution_, request.end);
  };
  for (;;) {
    engine_stack_.call(judge, &call);
    if (!call.races) break;
    race_found();
  }
  uninstrumented_writes_.end_step();
}

bool Machine::examine(bool on) {
  const bool apart = uninstrumented_code.library_state_is_separate != nullptr &&
                     uninstrumented_code.library_state_is_separate();
  const bool can = apart && accesses_ && !behaviour_.ignore_races && conflicts() == nullptr;
  uninstrumented_writes_.observe(on && can);
  return can && uninstrumented_writes_.is_on();
}

bool Machine::needs_write_checks() const {
  return accesses_ && !uninstrumented_writes_.is_checking() &&
         accesses_->races().uninstrumented_shared();
}

void Machine::check_writes() {
  uninstrumented_writes_.judge();
  accesses_->races().check_uninstrumented(true);
  accesses_->races().allow_atomic_uninstrumented(uninstrumented_code.has_atomics());
}

std::string Machine::uninstrumented_reads() const {
  if (needs_write_checks()) return "uninstrumented writes share bytes with other threads' accesses";
  if (!accesses_ || !accesses_->races().uninstrumented_shared()) return "";
  const std::vector<std::string> names = uninstrumented_code.names();
  if (names.empty()) return "";
  return "uninstrumented code writes memory that other threads use, and its reads are not "
         "seen: build " +
         names.front() + (names.size() > 1 ? " and the like" : "") + " with mcheck c++";
}

}  // namespace mcheck
