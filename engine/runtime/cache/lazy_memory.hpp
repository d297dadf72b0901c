// SPDX-License-Identifier: MIT
// Memory that is restored lazily: a content id represents the content of each region
// (memory/snapshots/content_store.hpp), which is restored when it is first used. Until then, stacks
// are read where they are stored. The list holds the globals first, then each region in use, main's
// first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/base/fingerprint.hpp"
#include "engine/memory/regions/access_guards.hpp"
#include "engine/memory/snapshots/content_store.hpp"
#include "engine/memory/snapshots/program_memory.hpp"
#include "engine/runtime/machine/thread_context.hpp"
#include "engine/search/steps/executor.hpp"

namespace mcheck {

class LazyMemory {
 public:
  using ContentId = ContentStore::ContentId;
  using SegmentId = ContentStore::SegmentId;

  explicit LazyMemory(ProgramMemory& program_memory) : program_memory_(program_memory) {}
  LazyMemory(const LazyMemory&) = delete;
  LazyMemory& operator=(const LazyMemory&) = delete;

  [[nodiscard]] bool has_content_ids() const { return has_content_ids_; }
  [[nodiscard]] bool has_room() const { return contents_.has_room(); }

  // REQUIRES: has_content_ids()
  [[nodiscard]] std::span<const ContentId> current() const { return current_; }
  [[nodiscard]] ContentId globals() const { return current_[kGlobals]; }
  [[nodiscard]] ContentId main_region() const { return current_[kMain]; }
  [[nodiscard]] ContentId of(const ThreadContext& context) const {
    return current_[slot_of(context)];
  }
  // Represents all memory.
  [[nodiscard]] Fingerprint sum() const;

  // All threads are suspended, and the region of the content's owner has this content from now on;
  // it need not be restored yet.
  void set_content(ContentId content) {
    current_[slots_[contents_.owner_of(content)]] = content;
    stale_ = true;
  }
  // Restores what is stale. False: nothing was.
  bool materialize() { return stale_ && restore_regions(); }
  // And memory will change.
  void forget_materialized() { materialized_.clear(); }
  // The same, and the content ids are dropped.
  void leave() { materialize(), forget_materialized(), has_content_ids_ = false; }
  // Something else was restored to memory. REQUIRES: no step runs with its own regions
  // materialized.
  void note_replaced();
  // All threads are suspended: finds the content ids, after memory was materialized and has
  // changed.
  void find();
  void forget();

  // Materializes that thread's region, main's and the globals, which may change; others are
  // guarded, and system calls intercepted. An access or a call then faults, and continues once all
  // memory is materialized. False: the system cannot do that. REQUIRES: has_content_ids(), and the
  // thread is suspended.
  bool materialize_few(const ThreadContext& own);
  // Whether the address was guarded; all memory is materialized then. For a signal handler:
  // allocates nothing.
  bool handle_guard_fault(const void* address) {
    return access_guards_.guards(address) && restore_regions();
  }
  // The thread is suspended again. False: it has used other regions. Else finds the new contents of
  // the few.
  bool find_own_contents(const ThreadContext& own);

  // A snapshot of the content ids, and back to it; where there are none, the caller restores memory
  // itself. Snapshots form a stack: restoring one drops those taken after it.
  using Snapshot = std::uint32_t;  // where its list begins in snapshots_
  [[nodiscard]] Snapshot snapshot();
  // For the newest snapshot only: whether it has content ids, and back to it.
  [[nodiscard]] bool had_content_ids(Snapshot snapshot) const {
    return snapshot < snapshots_.size();
  }
  void restore(Snapshot snapshot);
  // That one, and those taken after it.
  void forget_snapshots(Snapshot snapshot) { snapshots_.resize(snapshot); }
  // The contents that differ from the list before, except the thread's own.
  void list_changed(std::span<const ContentId> before, ContentId own,
                    std::vector<ContentId>& into) const;

  // What has been found out about memory as it is now. REQUIRES: has_content_ids()
  struct Facts {
    std::optional<Executor::Memory> memory;
    bool is_clean = false;  // no block is left on the heap, and none is corrupted
  };
  Facts& facts();

  // The used part of a thread's stack, in place or where it is stored: valid until the next find().
  [[nodiscard]] static std::span<const std::byte> stack_in_place(const ThreadContext& context) {
    const std::byte* const from = context.coroutine->stack_pointer();
    return {from, static_cast<std::size_t>(context.stack_end - from)};
  }
  [[nodiscard]] std::span<const std::byte> stack_in_segment(SegmentId segment,
                                                            const ThreadContext& context);
  // The segment that holds it. REQUIRES: has_content_ids()
  [[nodiscard]] SegmentId stack_of(const ThreadContext& context) const {
    return contents_.segment(of(context), ProgramMemory::kStackSegment);
  }
  // Represents the stack; stored once `sum_of` has computed it. REQUIRES: has_content_ids()
  template <class SumOf>
  std::uint64_t stack_sum(const ThreadContext& context, const SumOf& sum_of) {
    const SegmentId segment = stack_of(context);
    std::uint64_t& sum = stack_info(segment, context).sum;
    if (sum == 0) sum = sum_of(stack_in_segment(segment, context));
    return sum;
  }

 private:
  struct StackInfo {
    const std::byte* pointer = nullptr;
    std::uint64_t sum = 0;
  };
  using Slot = std::uint16_t;  // in the list
  static constexpr Slot kGlobals = 0;
  static constexpr Slot kMain = 1;
  [[nodiscard]] static ContentStore::Owner owner(std::size_t region) {
    return static_cast<ContentStore::Owner>(region + 1);
  }
  [[nodiscard]] Slot slot_of(const ThreadContext& context) const {
    return slots_[owner(context.number)];
  }

  [[nodiscard]] bool find(Slot slot);
  void use_regions();
  [[nodiscard]] std::byte* stack_begin(ContentId content) const {
    return contents_.range_of(contents_.segment(content, ProgramMemory::kStackSegment)).begin;
  }
  void restore_regions(Slot slot);
  StackInfo& stack_info(SegmentId segment, const ThreadContext& context);
  bool restore_regions();

  static constexpr std::size_t kMaxFacts = 4096;

  ProgramMemory& program_memory_;
  ContentStore contents_;
  std::vector<ContentId> current_;
  // By owner, of those in the list: the order of first use is the same in all lists of a branch.
  std::vector<Slot> slots_ = std::vector<Slot>(kThreadRegions + 1);
  std::vector<ContentId> snapshots_;
  bool has_content_ids_ = false;
  bool stale_ = false;                   // memory differs from the list, or is guarded
  std::vector<ContentId> materialized_;  // what memory holds; empty: unknown
  bool has_few_materialized_ = false;  // the other regions are guarded, since a thread began to run
  AccessGuards access_guards_;
  std::vector<std::size_t> regions_;  // of the list
  std::unordered_map<Fingerprint, Facts, FingerprintHash> facts_;
  std::vector<StackInfo> stack_infos_;  // by memory segment
};

}  // namespace mcheck
