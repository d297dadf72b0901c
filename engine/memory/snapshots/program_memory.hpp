// SPDX-License-Identifier: MIT
// All memory that the program under test can change: the executable's globals, optionally those of
// libraries, and the stack, thread-locals and heap of each thread. It can be saved, restored and
// fingerprinted as a whole.
//
// A snapshot is one flat copy of all memory in use. Restoring it undoes everything since then:
// assignments, allocations, threads. No destructor runs, and no stack is unwound.
//
// This class knows where stacks are, but not how code runs on them: the runtime sets the stack
// pointer of each suspended thread.
#pragma once

#include <locale.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "engine/base/fingerprint.hpp"
#include "engine/memory/heap/heap.hpp"
#include "engine/memory/regions/globals.hpp"
#include "engine/memory/regions/thread_region.hpp"
#include "engine/memory/snapshots/written_pages.hpp"
#include "engine/platform/system/thread_locals.hpp"

namespace mcheck {

class ProgramMemory {
 public:
  ProgramMemory();

  // From now on each exploration includes the libraries' globals, and starts with their present
  // content, as in a fresh process: call it before the host uses stdio, sets a locale or changes
  // the environment. Libraries that are loaded later are not included. REQUIRES: called once,
  // before a ProgramMemory exists.
  static void include_libraries();
  // Between these two calls the libraries belong to the program. The host may call them, but loses
  // what it leaves in them (text in a buffer, a pointer) at the next restore. The host's
  // conversions of numbers and letters do not depend on the locale that the program sets.
  void switch_libraries_to_program();
  void switch_libraries_to_host();

  // From now on pages of globals that nobody writes to are neither saved nor compared, until the
  // second call. Signals of refused writes have to be passed to the third function, which returns
  // whether it was such a write.
  void watch_pages();
  void unwatch_pages();
  bool handle_write_fault(const void* address) { return written_pages_.handle_fault(address); }

  // Maps the region for a thread, once for the life of the process. False if that is impossible.
  bool add_region(std::size_t number);
  // The range of a stack: [stack_begin, stack_end).
  [[nodiscard]] static std::byte* stack_begin(std::size_t number);
  [[nodiscard]] std::byte* stack_end(std::size_t number) const;
  [[nodiscard]] std::byte* thread_pointer_of(std::size_t number) const;

  // The end of the memory that only the thread uses: its stack and thread-locals.
  [[nodiscard]] static std::byte* thread_locals_end(std::size_t number) {
    return thread_region(number).stack_end();
  }

  // Saves the region as it is now, suspended with that stack pointer: its state while no thread
  // uses it.
  void set_idle(std::size_t number, std::byte* stack_pointer);
  // That state of the stack, with thread-locals: it ends where the stack ends.
  [[nodiscard]] std::span<const std::byte> idle_stack(std::size_t number) const {
    return threads_[number].idle;
  }
  // A thread starts to use the region.
  void occupy(std::size_t number);
  // No region is in use any more.
  void vacate_all();
  // Sets how deep the stack of a suspended thread is. For a thread that will not run again it is
  // the stack's end: what its frames have left is irrelevant.
  void set_stack_pointer(std::size_t number, std::byte* stack_pointer);

  struct Snapshot {
    struct Used {
      std::size_t number = 0;
      std::byte* stack_pointer = nullptr;
      Range metadata;  // of the heap
      Range bytes;
      std::size_t at = 0;  // the offset of its stack in the snapshot's bytes

      friend bool operator==(const Used&, const Used&) = default;
    };
    std::vector<std::byte> bytes;  // the first `size` of them count
    std::size_t size = 0;
    std::vector<Used> used;
    std::size_t written_pages = 0;  // at the end of the bytes
  };
  void snapshot(Snapshot& into);
  // Updates a snapshot that equals memory except for the bytes between the aligned and the exact
  // stack pointer of that thread.
  void snapshot_stack_top(Snapshot& into, std::size_t number) const;
  void restore(const Snapshot& from);
  // The parts of a snapshot for a region in use: its stack with thread-locals, its heap's metadata,
  // and its heap's blocks.
  static constexpr std::size_t kStackSegment = 0;
  using Segments = std::array<Range, 3>;
  [[nodiscard]] Segments segments_of(std::size_t number) const;
  // Sets the regions in use, in that order. Does not write to them: the content and the stack
  // pointer of a region that was not in use are undefined.
  void use_regions(std::span<const std::size_t> numbers);
  // Whether memory equals the snapshot. `same` compares the memory of the thread in that region,
  // from its stack pointer to the end of its thread-locals.
  using StackComparison =
      std::function<bool(const std::byte* before, const std::byte* now, std::size_t size)>;
  [[nodiscard]] bool matches_snapshot(const Snapshot& snapshot, std::size_t number,
                                      const StackComparison& same) const;
  // Whether memory is equivalent for all threads that can still run: ignores thread-locals of
  // finished threads, and counts without effect on the future (Heap::is_equivalent).
  [[nodiscard]] bool is_equivalent(const Snapshot& snapshot) const;

  // Of all globals, what is always saved; the others: written_pages().
  [[nodiscard]] const std::vector<Range>& saved_globals() const { return saved_globals_; }
  [[nodiscard]] const WrittenPages& written_pages() const { return written_pages_; }
  // All globals that belong to the program; regions in use, and the stack pointer of each.
  [[nodiscard]] const std::vector<Range>& globals() const { return globals_; }
  [[nodiscard]] const std::vector<std::size_t>& regions_in_use() const { return in_use_; }
  [[nodiscard]] const std::byte* stack_pointer_of(std::size_t number) const {
    return threads_[number].stack_pointer;
  }

  // Of everything in a snapshot.
  [[nodiscard]] Fingerprint fingerprint();
  // The same without that thread's stack and thread-locals.
  [[nodiscard]] Fingerprint fingerprint_without(std::size_t number);
  // The same as a sum over words of eight bytes: a change that is undone makes no difference.
  [[nodiscard]] std::uint64_t checksum_without(std::size_t number) const;
  // Of a part of program memory, even if a sanitizer has poisoned it.
  [[nodiscard]] Fingerprint fingerprint_of(const void* from, std::size_t size);

 private:
  struct Thread {
    bool mapped = false;
    bool used = false;
    std::byte* stack_pointer = nullptr;  // of the suspended thread
    std::byte* idle_stack_pointer = nullptr;
    std::vector<std::byte> idle;  // [idle_stack_pointer, thread pointer + descriptor)
  };
  // The size from the stack pointer to the end of the thread-locals.
  [[nodiscard]] std::size_t stack_bytes(std::size_t number, const std::byte* stack_pointer) const;
  void make_idle(std::size_t number);
  template <class NumberOf>
  void use_regions(std::size_t count, const NumberOf& number_of);

  void restore_written_pages(const Snapshot& from, const std::byte* bytes);
  [[nodiscard]] bool written_pages_match(const Snapshot& snapshot, const std::byte* bytes) const;
  void set_saved_globals(const std::vector<Range>& ranges);

  std::vector<Range> globals_;
  std::vector<Range> saved_globals_;
  std::size_t globals_bytes_ = 0;  // of those
  WrittenPages written_pages_;
  std::vector<std::byte> host_libraries_;  // while the program has them
  locale_t host_locale_{};
  ThreadLocalSize thread_locals_;
  std::vector<Thread> threads_;      // by region number
  std::vector<std::size_t> in_use_;  // region numbers, in the order of occupation
  Snapshot scratch_;
};

}  // namespace mcheck
