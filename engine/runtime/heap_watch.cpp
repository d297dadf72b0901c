// SPDX-License-Identifier: MIT
#include "engine/runtime/heap_watch.hpp"

#include <algorithm>

#include "engine/base/host_state.hpp"
#include "engine/base/invariant.hpp"
#include "engine/runtime/accesses.hpp"
#include "engine/runtime/machine.hpp"
#include "engine/runtime/reuse.hpp"
#include "engine/runtime/signals.hpp"
#include "engine/runtime/unseen_writes.hpp"
#include "engine/world/allocation.hpp"
#include "engine/world/heap.hpp"

namespace mcheck {
namespace {

MCHECK_HOST_STATE bool (*is_the_programs)(const void* caller) = nullptr;

// The block that was accessed last, most often the next one, too.
struct Recent {
  Heap* heap = nullptr;
  std::uint32_t number = 0;
};
MCHECK_HOST_STATE Recent recent;

const char* giver(Origin origin) {
  switch (origin) {
    case Origin::kMalloc: return "free()";
    case Origin::kNew: return "delete";
    case Origin::kNewArray: return "delete[]";
    case Origin::kMapping: return "munmap()";
  }
  return "";
}

const char* maker(Origin origin) {
  switch (origin) {
    case Origin::kMalloc: return "malloc() or its like";
    case Origin::kNew: return "new";
    case Origin::kNewArray: return "new[]";
    case Origin::kMapping: return "mmap()";
  }
  return "";
}

ThreadId thread_at_place(std::size_t number) {
  return Machine::current()->thread_at(place(number).heap());
}

std::string damage_text(const Damage& damage, const std::string& block) {
  const std::string bytes = bytes_text(damage.size);
  switch (damage.where) {
    case Damage::Where::kBefore:
      return bytes + " " + distance_text(damage.distance, "before") + " " + block;
    case Damage::Where::kBehind:
      return bytes + " " + distance_text(damage.distance, "behind") + " " + block;
    case Damage::Where::kFreed:
      return bytes + ", " + std::to_string(damage.distance) + " into " + block;
  }
  return "";
}

class Fails {
 public:
  Fails()
      : machine_(*Machine::current()),
        execution_(machine_.execution()),
        thread_(execution_.thread_text(machine_.running_thread())) {}

  [[noreturn]] void with(FailureKind kind, const Block* block, const std::string& text) {
    if (block != nullptr) machine_.tell_block(*block);
    machine_.end_with(Step::Kind::kFailed, kind, text);
  }
  [[nodiscard]] std::string block_text(const Block& block) const {
    return machine_.heap_watch().text_of(block, execution_);
  }
  [[nodiscard]] const std::string& thread() const { return thread_; }
  [[nodiscard]] std::string freer(const Block& block) const {
    return execution_.thread_text(thread_at_place(block.freer));
  }
  [[nodiscard]] std::string name_of(const void* address) const {
    return execution_.identities().name_of_place(address);
  }

 private:
  Machine& machine_;
  Execution& execution_;
  std::string thread_;
};

std::string no_block_text(const Fails& fails, const Fault& fault) {
  const std::string start = fails.thread() + " gives back with " + giver(fault.with);
  if (!in_world(fault.address)) {
    const std::string name = fails.name_of(fault.address);
    return start + (name.empty() ? " a global" : " the global `" + name + "`");
  }
  if (Heap::around(fault.address) == nullptr) {
    const std::string owner =
        Machine::current()->execution().thread_text(Machine::current()->thread_at(fault.address));
    return start + " what is on the stack of " + owner + ", or its thread_local";
  }
  if (fault.block == nullptr) return start + " an address before all blocks";
  const auto distance = static_cast<std::size_t>(static_cast<const std::byte*>(fault.address) -
                                                 Heap::bytes_of(*fault.block));
  const std::string block = fails.block_text(*fault.block);
  if (distance >= fault.block->size) {
    return start + " an address " + distance_text(distance - fault.block->size, "behind") + " " +
           block;
  }
  return start + " an address " + bytes_text(distance) + " into " + block;
}

void refused(const Fault& fault, const void*) {
  if (!on_model_thread()) return;
  const OutsideWorld engine_at_work;
  Fails fails;
  switch (fault.kind) {
    case Fault::Kind::kNoBlock:
      fails.with(FailureKind::kMismatchedFree, fault.block,
                 "free of what is no block: " + no_block_text(fails, fault));
    case Fault::Kind::kDoubleFree:
      fails.with(FailureKind::kDoubleFree, fault.block,
                 "double free of " + fails.block_text(*fault.block) + ": " + fails.thread() +
                     " frees it; " + fails.freer(*fault.block) + " freed it before");
    case Fault::Kind::kMismatch:
      fails.with(FailureKind::kMismatchedFree, fault.block,
                 "mismatched free of " + fails.block_text(*fault.block) + ": it came from " +
                     maker(fault.block->origin) + ", and " + fails.thread() +
                     " gives it back with " + giver(fault.with) + " instead of " +
                     giver(fault.block->origin));
    case Fault::Kind::kDamage:
      fails.with(FailureKind::kHeapOverflow, fault.damage.block,
                 "heap overflow, found as " + fails.thread() + " frees a block: " +
                     damage_text(fault.damage, fails.block_text(*fault.damage.block)) +
                     ", changed by code that is not watched");
  }
}

void exhausted(std::size_t size) {
  if (!on_model_thread()) return;
  const OutsideWorld engine_at_work;
  Fails fails;
  fails.with(FailureKind::kLimitHeap, nullptr,
             fails.thread() + " asks for " + bytes_text(size) +
                 ", and its heap, of 512 MiB under mcheck, has no room for them: allocate less");
}

[[gnu::noinline]] void keep_allocated(const Block& block) {
  const OutsideWorld engine_at_work;
  Machine::current()->heap_watch().allocated(block, backtrace_here());
}

[[gnu::noinline]] void keep_freed(const Block& block) {
  const OutsideWorld engine_at_work;
  Machine::current()->heap_watch().freed(block, backtrace_here());
}

void block_allocated(const Block& block) {
  memory_allocated(Heap::bytes_of(block), block.room);
  if (!on_model_thread()) return;
  if (Machine::current()->heap_watch().captures()) keep_allocated(block);
  if (operation_is_overdue) [[unlikely]]
    end_overdue();
}

// For a published block, records when it was freed.
void note_when(Machine& machine, Block& block) {
  if (allocating_from()->knows_alone(block)) return;
  block.freed_after = 1 + machine.execution().thread(machine.running_thread()).events;
  machine.reuse_signs().note_free();
}

void block_freed(Block& block, const void* caller) {
  Machine* const machine = Machine::current();
  if (machine == nullptr || !machine->running()) return;
  if (watching_writes != nullptr) watching_writes->note_block(Heap::bytes_of(block), block.size);
  if (is_judged(caller)) {
    note_when(*machine, block);
    if (watching_races != nullptr) memory_freed(Heap::bytes_of(block), block.size, caller);
  }
  if (machine->heap_watch().captures()) keep_freed(block);
}

[[noreturn]] void refuse_access(const std::byte* address, std::size_t size, bool write,
                                const Block* block) {
  const OutsideWorld engine_at_work;
  Fails fails;
  const std::string access = fails.thread() + (write ? " writes " : " reads ") + bytes_text(size);
  if (block == nullptr) {
    fails.with(FailureKind::kHeapOverflow, nullptr,
               "heap overflow: " + access + " before all blocks");
  }
  const auto offset = static_cast<std::size_t>(address - Heap::bytes_of(*block));
  const std::string text = fails.block_text(*block);
  if (!block->is_live() && offset < block->size) {
    fails.with(FailureKind::kUseAfterFree, block,
               "use after free: " + access + ", " + std::to_string(offset) + " into " + text +
                   ", and " + fails.freer(*block) + " freed it before");
  }
  if (offset < block->size) {
    fails.with(FailureKind::kHeapOverflow, block,
               "heap overflow: " + access + ", of which " +
                   std::to_string(offset + size - block->size) + " behind " + text);
  }
  // Between two blocks, the nearer one is meant.
  Heap& heap = *Heap::around(address);
  const std::uint32_t next = heap.number_of(*block) + 1;
  const std::size_t behind = offset - block->size;
  if (next < heap.blocks()) {
    const auto before = static_cast<std::size_t>(Heap::bytes_of(heap.block(next)) - address);
    if (before <= behind || before < size) {
      const std::size_t distance = before < size ? 0 : before - size;
      fails.with(FailureKind::kHeapOverflow, &heap.block(next),
                 "heap overflow: " + access + " " + distance_text(distance, "before") + " " +
                     fails.block_text(heap.block(next)));
    }
  }
  fails.with(FailureKind::kHeapOverflow, block,
             "heap overflow: " + access + " " + distance_text(behind, "behind") + " " + text);
}

[[noreturn]] void refuse_dead_stack(const void* address, std::size_t size, bool write,
                                    const char* why) {
  const OutsideWorld engine_at_work;
  Fails fails;
  Machine& machine = *Machine::current();
  const std::string owner = machine.execution().thread_text(machine.thread_at(address));
  fails.with(FailureKind::kDeadStack, nullptr,
             "use of a dead stack: " + fails.thread() + (write ? " writes " : " reads ") +
                 bytes_text(size) + " of a local, or thread_local, variable of " + owner + why);
}

}  // namespace

std::string bytes_text(std::size_t count) {
  return std::to_string(count) + (count == 1 ? " byte" : " bytes");
}

std::string distance_text(std::size_t distance, const char* where) {
  return (distance == 0 ? "right " : bytes_text(distance) + " ") + where;
}

bool is_judged(const void* caller) { return is_the_programs == nullptr || is_the_programs(caller); }

void require_unchanged(const Block& block) {
  const std::optional<Damage> damage = Heap::around(Heap::bytes_of(block))->damage_of(block);
  if (!damage) return;
  const OutsideWorld engine_at_work;
  Fails fails;
  fails.with(FailureKind::kUseAfterFree, damage->block,
             "use after free, found as " + fails.thread() +
                 " allocates: " + damage_text(*damage, fails.block_text(*damage->block)) +
                 ", changed after " + fails.freer(block) + " had freed it");
}

void judge_frees_by(bool (*programs)(const void* caller)) { is_the_programs = programs; }

void require_in_block(const void* address, std::size_t size, bool write) {
  Heap* const heap = Heap::around(address);
  if (heap == nullptr && Machine::current()->is_on_dead_stack(address)) {
    refuse_dead_stack(address, size, write, ", which has ended");
  }
  if (heap == nullptr && Machine::current()->is_below_stack(address)) {
    refuse_dead_stack(address, size, write, ", which has left the function that it was in");
  }
  if (heap == nullptr || size == 0) return;
  const auto* const first = static_cast<const std::byte*>(address);
  const auto is_in = [&](const Block& block) {
    const auto offset = static_cast<std::size_t>(first - Heap::bytes_of(block));
    return offset < block.size && size <= block.size - offset && block.is_live();
  };
  if (recent.heap == heap && recent.number < heap->blocks() && is_in(heap->block(recent.number))) {
    return;
  }
  const Block* const block = heap->block_before(address);
  if (block == nullptr || !is_in(*block)) refuse_access(first, size, write, block);
  recent = {heap, heap->number_of(*block)};
}

void HeapWatch::start(bool with_pools) {
  first_blocks_ = Heap::at(place(0))->blocks();
  use_pools(with_pools);
}

void HeapWatch::use_pools(bool use) {
  BlockWatcher watcher = {.allocated = block_allocated,
                          .freed = block_freed,
                          .refused = refused,
                          .exhausted = exhausted};
  if (use) {
    watcher.again = freed_block_again;
    watcher.lays_aside = goes_to_pool;
    watcher.lay_aside = put_into_pool;
  }
  watch_blocks(watcher);
}

void HeapWatch::tell(const Block& block) {
  const auto known = stories_.find(&block);
  told_ = known == stories_.end() ? BlockStory{} : known->second;
}

bool HeapWatch::was_there(const Block& block) const {
  Heap* const first = Heap::at(place(0));
  return Heap::place_of(block).base == place(0).base && first->number_of(block) < first_blocks_;
}

std::string HeapWatch::text_of(const Block& block, const Execution& execution) const {
  const std::string size = "a block of " + bytes_text(block.size);
  if (was_there(block)) return size;
  return size + " that " +
         execution.thread_text(Machine::current()->thread_at(Heap::bytes_of(block))) + " allocated";
}

Heap::Left HeapWatch::left(const World& world) const {
  Heap::Left all;
  for (const std::size_t number : world.places_in_use()) {
    Heap& heap = *Heap::at(place(number));
    if (heap.blocks() == 0) continue;
    const Heap::Left left = heap.left(number == 0 ? first_blocks_ : 0);
    all.changed |= left.changed;
    all.live |= left.live;
  }
  return all;
}

Failure HeapWatch::damage(const World& world, const Execution& execution) {
  for (const std::size_t number : world.places_in_use()) {
    Heap& heap = *Heap::at(place(number));
    for (std::uint32_t i = 0; i < heap.blocks(); ++i) {
      if (const std::optional<Damage> damage = heap.damage_of(heap.block(i))) {
        return damage_failure(*damage, execution);
      }
    }
  }
  MCHECK_INVARIANT(false, "a block has been changed");
}

Failure HeapWatch::damage_failure(const Damage& damage, const Execution& execution) {
  const Block& block = *damage.block;
  Machine::current()->tell_block(block);
  const std::string what = damage_text(damage, text_of(block, execution));
  if (damage.where != Damage::Where::kFreed) {
    return {.kind = FailureKind::kHeapOverflow,
            .thread = kMainThread,
            .message = "heap overflow, found at the end: " + what +
                       ", changed by code that is not watched"};
  }
  return {.kind = FailureKind::kUseAfterFree,
          .thread = kMainThread,
          .message = "use after free, found at the end: " + what + ", changed after " +
                     execution.thread_text(thread_at_place(block.freer)) + " had freed it"};
}

std::optional<Failure> HeapWatch::examine_leaks(const LeakQuestion& question) {
  const std::optional<Leak> leak = find_leak(question);
  if (!leak) return std::nullopt;
  Machine::current()->tell_block(*leak->block);
  std::string text = "leak of " + text_of(*leak->block, question.execution) +
                     ": nothing points to it any more, and nobody has freed it";
  if (leak->blocks > 1) {
    text += "; so it is with " + std::to_string(leak->blocks) + " blocks in all, of " +
            bytes_text(leak->bytes);
  }
  return Failure{.kind = FailureKind::kLeak, .thread = kMainThread, .message = text};
}

}  // namespace mcheck
