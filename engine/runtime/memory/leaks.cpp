// SPDX-License-Identifier: MIT
#include "engine/runtime/memory/leaks.hpp"

#include <algorithm>
#include <cstring>
#include <unordered_set>
#include <vector>

#include "engine/memory/heap/heap.hpp"
#include "engine/platform/processor/raw_copy.hpp"
#include "engine/platform/system/thread_locals.hpp"

namespace mcheck {
namespace {

// A value that only the engine holds, at the address where it would be.
struct EngineValue {
  const std::byte* address = nullptr;
  std::uintptr_t value = 0;
};

class Marking {
 public:
  explicit Marking(const LeakQuery& query) : query_(query) {
    for (const std::size_t number : query.program_memory.regions_in_use()) {
      Heap& heap = *Heap::at(thread_region(number));
      for (std::uint32_t i = 0; i < heap.blocks(); ++i) {
        if (is_new(heap.block(i))) unmarked_.insert(&heap.block(i));
      }
    }
  }

  std::optional<Leak> find() {
    if (unmarked_.empty()) return std::nullopt;
    collect_engine_values();
    mark_threads();  // the smaller part first: most often that is enough
    mark_globals();
    mark_old_blocks();
    mark_engine();
    if (unmarked_.empty()) return std::nullopt;
    return choose();
  }

 private:
  [[nodiscard]] bool is_new(const Block& block) const {
    return block.is_live() && block.origin != Origin::kMapping && !query_.predates_execution(block);
  }

  void collect_engine_values() {
    const Execution& execution = query_.execution;
    for (std::uint32_t id = 1; execution.find_object(ObjectId(id)) != nullptr; ++id) {
      const ObjectRecord& record = *execution.find_object(ObjectId(id));
      if (!record.alive || record.address == nullptr || record.version == kNone) continue;
      const Word value = execution.value_of(ObjectId(id));
      if (value == 0) continue;
      engine_values_.push_back({static_cast<const std::byte*>(record.address), value});
    }
    std::ranges::sort(engine_values_, {}, &EngineValue::address);
  }

  void mark_globals() {
    for (const Range& range : query_.program_memory.globals()) scan(range.begin, range.size);
    if (unmarked_.empty()) return;
    for (const Range& range : library_writable_memory()) scan(range.begin, range.size);
  }

  // Main's thread-locals exist to the end, even if main has finished.
  void mark_threads() {
    for (const std::size_t number : query_.program_memory.regions_in_use()) {
      const ThreadId thread = query_.thread_at(number);
      const ThreadRecord& record = query_.execution.thread(thread);
      const bool has_ended =
          record.status == ThreadRecord::Status::kFinished && !record.ended_process;
      const std::byte* const end = ProgramMemory::thread_locals_end(number);
      const std::byte* from = query_.program_memory.stack_pointer_of(number);
      if (has_ended) from = number == 0 ? query_.program_memory.stack_end(number) : end;
      scan(from, static_cast<std::size_t>(end - from));
      const std::span<const std::byte> vector =
          dynamic_thread_vector(query_.program_memory.thread_pointer_of(number));
      scan(vector.data(), vector.size());
      if (has_ended) continue;
      mark_word(record.pending.a);
      mark_word(record.pending.b);
    }
  }

  // Also mapped memory, which needs no pointer to it.
  void mark_old_blocks() {
    for (const std::size_t number : query_.program_memory.regions_in_use()) {
      Heap& heap = *Heap::at(thread_region(number));
      for (std::uint32_t i = 0; i < heap.blocks(); ++i) {
        const Block& block = heap.block(i);
        if (block.is_live() && !is_new(block)) scan(Heap::bytes_of(block), block.size);
      }
    }
  }

  void mark_engine() {
    for (const std::string& value : query_.wide_values) {
      for (std::size_t at = 0; at + sizeof(std::uintptr_t) <= value.size(); at += 8) {
        std::uintptr_t word = 0;
        std::memcpy(&word, value.data() + at, sizeof word);
        mark_word(word);
      }
    }
  }

  void scan(const std::byte* from, std::size_t size) {
    scan_only(from, size);
    while (!to_scan_.empty() && !unmarked_.empty()) {
      const Block* const block = to_scan_.back();
      to_scan_.pop_back();
      scan_only(Heap::bytes_of(*block), block->size);
    }
  }

  void scan_only(const std::byte* from, std::size_t size) {
    const std::byte* const end = from + size;
    const auto misaligned = reinterpret_cast<std::uintptr_t>(from) % sizeof(std::uintptr_t);
    const std::byte* at = misaligned == 0 ? from : from + sizeof(std::uintptr_t) - misaligned;
    for (; at + sizeof(std::uintptr_t) <= end && !unmarked_.empty(); at += sizeof(std::uintptr_t)) {
      std::uintptr_t word = 0;
      raw_copy(&word, at, sizeof word);
      mark_word(word);
    }
    for (auto engine_value =
             std::ranges::lower_bound(engine_values_, from, {}, &EngineValue::address);
         engine_value != engine_values_.end() && engine_value->address < end; ++engine_value) {
      mark_word(engine_value->value);
    }
  }

  void mark_word(std::uintptr_t word) {
    const std::uintptr_t address = word & ((std::uintptr_t{1} << 48) - 1);
    const auto* const pointer = reinterpret_cast<const std::byte*>(address);
    if (!in_program_memory(pointer)) return;
    Heap* const heap = Heap::containing(pointer);
    if (heap == nullptr) return;
    const Block* const block = heap->block_before(pointer);
    if (block == nullptr || pointer > Heap::bytes_of(*block) + block->capacity) return;
    if (unmarked_.erase(block) != 0) to_scan_.push_back(block);
  }

  // In the order of addresses, the first to which no other leaked block points; if they form a
  // cycle, the first.
  Leak choose() {
    std::vector<const Block*> lost(unmarked_.begin(), unmarked_.end());
    std::ranges::sort(lost, {}, [](const Block* block) { return Heap::bytes_of(*block); });
    Leak leak{.block = lost.front(), .blocks = lost.size()};
    for (const Block* const block : lost) {
      leak.bytes += block->size;
      const bool was_lost = unmarked_.erase(block) != 0;
      scan_only(Heap::bytes_of(*block), block->size);
      if (was_lost) unmarked_.insert(block);
      for (const Block* const other : to_scan_) pointed_to_.insert(other);
      unmarked_.insert(to_scan_.begin(), to_scan_.end());
      to_scan_.clear();
    }
    const auto first = std::ranges::find_if(
        lost, [&](const Block* block) { return !pointed_to_.contains(block); });
    if (first != lost.end()) leak.block = *first;
    return leak;
  }

  const LeakQuery& query_;
  std::unordered_set<const Block*> unmarked_;
  std::unordered_set<const Block*> pointed_to_;
  std::vector<const Block*> to_scan_;
  std::vector<EngineValue> engine_values_;
};

}  // namespace

std::optional<Leak> find_leak(const LeakQuery& query) { return Marking(query).find(); }

}  // namespace mcheck
