// SPDX-License-Identifier: MIT
#include "engine/runtime/memory/heap_checker.hpp"

#include <algorithm>

#include "engine/base/host_state.hpp"
#include "engine/base/invariant.hpp"
#include "engine/memory/heap/allocation.hpp"
#include "engine/memory/heap/heap.hpp"
#include "engine/runtime/data_races/accesses.hpp"
#include "engine/runtime/data_races/uninstrumented_writes.hpp"
#include "engine/runtime/machine/machine.hpp"
#include "engine/runtime/machine/signals.hpp"
#include "engine/runtime/memory/reuse.hpp"

namespace mcheck {
namespace {

MCHECK_HOST_STATE bool (*is_program_code)(const void* caller) = nullptr;

// The block that was accessed last, most often the next one, too.
struct Recent {
  Heap* heap = nullptr;
  std::uint32_t number = 0;
};
MCHECK_HOST_STATE Recent recent;

const char* deallocator_text(Origin origin) {
  switch (origin) {
    case Origin::kMalloc: return "free()";
    case Origin::kNew: return "delete";
    case Origin::kNewArray: return "delete[]";
    case Origin::kMapping: return "munmap()";
  }
  return "";
}

const char* allocator_text(Origin origin) {
  switch (origin) {
    case Origin::kMalloc: return "malloc() or the like";
    case Origin::kNew: return "new";
    case Origin::kNewArray: return "new[]";
    case Origin::kMapping: return "mmap()";
  }
  return "";
}

ThreadId thread_at_region(std::size_t number) {
  return Machine::current()->thread_at(thread_region(number).heap());
}

std::string corruption_text(const HeapCorruption& corruption, const std::string& block) {
  const std::string bytes = bytes_text(corruption.size);
  switch (corruption.where) {
    case HeapCorruption::Where::kBefore:
      return bytes + " " + distance_text(corruption.distance, "before") + " " + block;
    case HeapCorruption::Where::kAfter:
      return bytes + " " + distance_text(corruption.distance, "behind") + " " + block;
    case HeapCorruption::Where::kFreed:
      return bytes + ", " + std::to_string(corruption.distance) + " into " + block;
  }
  return "";
}

class FailureReporter {
 public:
  FailureReporter()
      : machine_(*Machine::current()),
        execution_(machine_.execution()),
        thread_(execution_.thread_text(machine_.running_thread())) {}

  [[noreturn]] void with(FailureKind kind, const Block* block, const std::string& text) {
    if (block != nullptr) machine_.report_block(*block);
    machine_.end_with(Step::Kind::kFailed, kind, text);
  }
  [[nodiscard]] std::string block_text(const Block& block) const {
    return machine_.heap_checker().text_of(block, execution_);
  }
  [[nodiscard]] const std::string& thread() const { return thread_; }
  [[nodiscard]] std::string freed_by(const Block& block) const {
    return execution_.thread_text(thread_at_region(block.freed_by));
  }
  [[nodiscard]] std::string name_of(const void* address) const {
    return execution_.identities().name_of_address(address);
  }

 private:
  Machine& machine_;
  Execution& execution_;
  std::string thread_;
};

std::string no_block_text(const FailureReporter& reporter, const InvalidFree& invalid_free) {
  const std::string start =
      reporter.thread() + " frees with " + deallocator_text(invalid_free.with);
  if (!in_program_memory(invalid_free.address)) {
    const std::string name = reporter.name_of(invalid_free.address);
    return start + (name.empty() ? " a global" : " the global `" + name + "`");
  }
  if (Heap::containing(invalid_free.address) == nullptr) {
    const std::string owner = Machine::current()->execution().thread_text(
        Machine::current()->thread_at(invalid_free.address));
    return start + " an address on the stack of " + owner + ", or its thread_local";
  }
  if (invalid_free.block == nullptr) return start + " an address before all blocks";
  const auto distance = static_cast<std::size_t>(
      static_cast<const std::byte*>(invalid_free.address) - Heap::bytes_of(*invalid_free.block));
  const std::string block = reporter.block_text(*invalid_free.block);
  if (distance >= invalid_free.block->size) {
    return start + " an address " + distance_text(distance - invalid_free.block->size, "behind") +
           " " + block;
  }
  return start + " an address " + bytes_text(distance) + " into " + block;
}

void refused(const InvalidFree& invalid_free, const void*) {
  if (!on_model_thread()) return;
  const EngineAllocationScope engine_at_work;
  FailureReporter reporter;
  switch (invalid_free.kind) {
    case InvalidFree::Kind::kNoBlock:
      reporter.with(
          FailureKind::kMismatchedFree, invalid_free.block,
          "free of an address that is no block: " + no_block_text(reporter, invalid_free));
    case InvalidFree::Kind::kDoubleFree:
      reporter.with(FailureKind::kDoubleFree, invalid_free.block,
                    "double free of " + reporter.block_text(*invalid_free.block) + ": " +
                        reporter.thread() + " frees it; " + reporter.freed_by(*invalid_free.block) +
                        " freed it before");
    case InvalidFree::Kind::kMismatch:
      reporter.with(FailureKind::kMismatchedFree, invalid_free.block,
                    "mismatched free of " + reporter.block_text(*invalid_free.block) +
                        ": it came from " + allocator_text(invalid_free.block->origin) + ", and " +
                        reporter.thread() + " frees it with " +
                        deallocator_text(invalid_free.with) + " instead of " +
                        deallocator_text(invalid_free.block->origin));
    case InvalidFree::Kind::kCorruption:
      reporter.with(FailureKind::kHeapOverflow, invalid_free.corruption.block,
                    "heap overflow, found as " + reporter.thread() + " frees a block: " +
                        corruption_text(invalid_free.corruption,
                                        reporter.block_text(*invalid_free.corruption.block)) +
                        ", changed by uninstrumented code");
  }
}

void exhausted(std::size_t size) {
  if (!on_model_thread()) return;
  const EngineAllocationScope engine_at_work;
  FailureReporter reporter;
  reporter.with(FailureKind::kLimitHeap, nullptr,
                reporter.thread() + " asks for " + bytes_text(size) +
                    ", and its heap, of 512 MiB under mcheck, is too small: allocate less");
}

[[gnu::noinline]] void record_allocation(const Block& block) {
  const EngineAllocationScope engine_at_work;
  Machine::current()->heap_checker().allocated(block, backtrace_here());
}

[[gnu::noinline]] void record_free(const Block& block) {
  const EngineAllocationScope engine_at_work;
  Machine::current()->heap_checker().freed(block, backtrace_here());
}

void block_allocated(const Block& block) {
  memory_allocated(Heap::bytes_of(block), block.capacity);
  if (!on_model_thread()) return;
  if (Machine::current()->heap_checker().captures()) record_allocation(block);
  if (operation_is_overdue) [[unlikely]]
    end_overdue();
}

// For a published block, records when it was freed.
void note_time_of_free(Machine& machine, Block& block) {
  if (get_current_heap()->is_unpublished(block)) return;
  block.free_step_plus_one = 1 + machine.execution().thread(machine.running_thread()).events;
  machine.reuse_evidence().note_free();
}

void block_freed(Block& block, const void* caller) {
  Machine* const machine = Machine::current();
  if (machine == nullptr || !machine->running()) return;
  if (write_check != nullptr) write_check->note_block(Heap::bytes_of(block), block.size);
  if (is_program_caller(caller)) {
    note_time_of_free(*machine, block);
    if (active_races != nullptr) memory_freed(Heap::bytes_of(block), block.size, caller);
  }
  if (machine->heap_checker().captures()) record_free(block);
}

[[noreturn]] void report_bad_access(const std::byte* address, std::size_t size, bool write,
                                    const Block* block) {
  const EngineAllocationScope engine_at_work;
  FailureReporter reporter;
  const std::string access =
      reporter.thread() + (write ? " writes " : " reads ") + bytes_text(size);
  if (block == nullptr) {
    reporter.with(FailureKind::kHeapOverflow, nullptr,
                  "heap overflow: " + access + " before all blocks");
  }
  const auto offset = static_cast<std::size_t>(address - Heap::bytes_of(*block));
  const std::string text = reporter.block_text(*block);
  if (!block->is_live() && offset < block->size) {
    reporter.with(FailureKind::kUseAfterFree, block,
                  "use after free: " + access + ", " + std::to_string(offset) + " into " + text +
                      ", and " + reporter.freed_by(*block) + " freed it before");
  }
  if (offset < block->size) {
    reporter.with(FailureKind::kHeapOverflow, block,
                  "heap overflow: " + access + ", of which " +
                      std::to_string(offset + size - block->size) + " behind " + text);
  }
  // Between two blocks, the nearer one is meant.
  Heap& heap = *Heap::containing(address);
  const std::uint32_t next = heap.number_of(*block) + 1;
  const std::size_t behind = offset - block->size;
  if (next < heap.blocks()) {
    const auto before = static_cast<std::size_t>(Heap::bytes_of(heap.block(next)) - address);
    if (before <= behind || before < size) {
      const std::size_t distance = before < size ? 0 : before - size;
      reporter.with(FailureKind::kHeapOverflow, &heap.block(next),
                    "heap overflow: " + access + " " + distance_text(distance, "before") + " " +
                        reporter.block_text(heap.block(next)));
    }
  }
  reporter.with(FailureKind::kHeapOverflow, block,
                "heap overflow: " + access + " " + distance_text(behind, "behind") + " " + text);
}

[[noreturn]] void report_dead_stack(const void* address, std::size_t size, bool write,
                                    const char* why) {
  const EngineAllocationScope engine_at_work;
  FailureReporter reporter;
  Machine& machine = *Machine::current();
  const std::string owner = machine.execution().thread_text(machine.thread_at(address));
  reporter.with(FailureKind::kDeadStack, nullptr,
                "use of a dead stack: " + reporter.thread() + (write ? " writes " : " reads ") +
                    bytes_text(size) + " of a local, or thread_local, variable of " + owner + why);
}

}  // namespace

std::string bytes_text(std::size_t count) {
  return std::to_string(count) + (count == 1 ? " byte" : " bytes");
}

std::string distance_text(std::size_t distance, const char* where) {
  return (distance == 0 ? "directly " : bytes_text(distance) + " ") + where;
}

bool is_program_caller(const void* caller) {
  return is_program_code == nullptr || is_program_code(caller);
}

void require_unchanged(const Block& block) {
  const std::optional<HeapCorruption> corruption =
      Heap::containing(Heap::bytes_of(block))->corruption_of(block);
  if (!corruption) return;
  const EngineAllocationScope engine_at_work;
  FailureReporter reporter;
  reporter.with(FailureKind::kUseAfterFree, corruption->block,
                "use after free, found as " + reporter.thread() + " allocates: " +
                    corruption_text(*corruption, reporter.block_text(*corruption->block)) +
                    ", changed after " + reporter.freed_by(block) + " had freed it");
}

void set_is_program_caller(bool (*is_program)(const void* caller)) { is_program_code = is_program; }

void require_in_block(const void* address, std::size_t size, bool write) {
  Heap* const heap = Heap::containing(address);
  if (heap == nullptr && Machine::current()->is_on_dead_stack(address)) {
    report_dead_stack(address, size, write, ", which has ended");
  }
  if (heap == nullptr && Machine::current()->is_below_stack(address)) {
    report_dead_stack(address, size, write, ", which has left the function that it was in");
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
  if (block == nullptr || !is_in(*block)) report_bad_access(first, size, write, block);
  recent = {heap, heap->number_of(*block)};
}

void HeapChecker::start(bool with_pools) {
  initial_blocks_ = Heap::at(thread_region(0))->blocks();
  use_pools(with_pools);
}

void HeapChecker::use_pools(bool use) {
  BlockWatcher watcher = {.allocated = block_allocated,
                          .freed = block_freed,
                          .refused = refused,
                          .exhausted = exhausted};
  if (use) {
    watcher.chosen_block = reuse_freed_block;
    watcher.announce_pool_free = announce_pool_free;
    watcher.add_to_pool = add_to_pool;
  }
  watch_blocks(watcher);
}

void HeapChecker::report(const Block& block) {
  const auto known = histories_.find(&block);
  reported_ = known == histories_.end() ? BlockHistory{} : known->second;
}

bool HeapChecker::predates_execution(const Block& block) const {
  Heap* const first = Heap::at(thread_region(0));
  return Heap::region_of(block).base == thread_region(0).base &&
         first->number_of(block) < initial_blocks_;
}

std::string HeapChecker::text_of(const Block& block, const Execution& execution) const {
  std::string size = "a block of " + bytes_text(block.size);
  if (predates_execution(block)) return size;
  return size + " that " +
         execution.thread_text(Machine::current()->thread_at(Heap::bytes_of(block))) + " allocated";
}

Heap::BlockSummary HeapChecker::summary(const ProgramMemory& program_memory) const {
  Heap::BlockSummary all;
  for (const std::size_t number : program_memory.regions_in_use()) {
    Heap& heap = *Heap::at(thread_region(number));
    if (heap.blocks() == 0) continue;
    const Heap::BlockSummary summary = heap.summary(number == 0 ? initial_blocks_ : 0);
    all.changed |= summary.changed;
    all.live |= summary.live;
  }
  return all;
}

Failure HeapChecker::corruption(const ProgramMemory& program_memory, const Execution& execution) {
  for (const std::size_t number : program_memory.regions_in_use()) {
    Heap& heap = *Heap::at(thread_region(number));
    for (std::uint32_t i = 0; i < heap.blocks(); ++i) {
      if (const std::optional<HeapCorruption> corruption = heap.corruption_of(heap.block(i))) {
        return corruption_failure(*corruption, execution);
      }
    }
  }
  MCHECK_INVARIANT(false, "a block is corrupted");
}

Failure HeapChecker::corruption_failure(const HeapCorruption& corruption,
                                        const Execution& execution) {
  const Block& block = *corruption.block;
  Machine::current()->report_block(block);
  const std::string what = corruption_text(corruption, text_of(block, execution));
  if (corruption.where != HeapCorruption::Where::kFreed) {
    return {
        .kind = FailureKind::kHeapOverflow,
        .thread = kMainThread,
        .message = "heap overflow, found at the end: " + what + ", changed by uninstrumented code"};
  }
  return {.kind = FailureKind::kUseAfterFree,
          .thread = kMainThread,
          .message = "use after free, found at the end: " + what + ", changed after " +
                     execution.thread_text(thread_at_region(block.freed_by)) + " had freed it"};
}

std::optional<Failure> HeapChecker::examine_leaks(const LeakQuery& query) {
  const std::optional<Leak> leak = find_leak(query);
  if (!leak) return std::nullopt;
  Machine::current()->report_block(*leak->block);
  std::string text = "leak of " + text_of(*leak->block, query.execution) +
                     ": nothing points to it any more, and it was not freed";
  if (leak->blocks > 1) {
    text += "; in all, " + std::to_string(leak->blocks) + " blocks are leaked, of " +
            bytes_text(leak->bytes);
  }
  return Failure{.kind = FailureKind::kLeak, .thread = kMainThread, .message = text};
}

}  // namespace mcheck
