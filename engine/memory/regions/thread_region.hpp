// SPDX-License-Identifier: MIT
// The address range of one thread of the program: its stack, thread-locals and heap are in a region
// of their own, whose address follows from the thread's path of creation.
//
// So an address that a thread's code sees (of a local, of a block that it allocates) depends only
// on that thread's own history, not on the interleaving, and not on the process.
//
//   base                            256 MiB          400 MiB               528 MiB
//   | no access   | stack, grows ↓  | thread-locals  | block table, ↓      | heap, grows ↑ …
//
// A stack is as large as the system's default; its unused part takes no memory.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mcheck {

inline constexpr std::uintptr_t kProgramMemoryBase = 0x3000'0000'0000;
inline constexpr std::size_t kThreadRegionBytes = std::size_t{4} << 30;
inline constexpr std::size_t kThreadRegions = 8192;
inline constexpr std::size_t kGuardBytes = 64 << 10;
inline constexpr std::size_t kBelowStack = 64 << 20;  // the guard, and unmapped memory
inline constexpr std::size_t kStackEnd = 256 << 20;
inline constexpr std::size_t kMinStackBytes = 1 << 20;  // the engine's own calls use it, too
inline constexpr std::size_t kMaxStackBytes = 128 << 20;
inline constexpr std::size_t kHeapOffset = 528 << 20;
inline constexpr std::size_t kBlockTableBytes = 128 << 20;  // for the heap's block table
inline constexpr std::size_t kHeapBytes = std::size_t{512} << 20;

struct Range {
  std::byte* begin = nullptr;
  std::size_t size = 0;

  friend bool operator==(const Range&, const Range&) = default;
};

struct ThreadRegion {
  std::uintptr_t base = 0;

  [[nodiscard]] std::byte* at(std::size_t offset) const {
    return reinterpret_cast<std::byte*>(base + offset);
  }
  [[nodiscard]] std::byte* stack_end() const { return at(kStackEnd); }
  [[nodiscard]] std::byte* heap() const { return at(kHeapOffset); }
  [[nodiscard]] std::size_t stack_bytes() const;
  [[nodiscard]] std::byte* stack_begin() const { return stack_end() - stack_bytes(); }
  // A frame may be larger than the guard; the memory below the guard is unmapped.
  [[nodiscard]] bool is_beyond_stack(const void* address) const {
    const auto begin = reinterpret_cast<std::uintptr_t>(stack_begin());
    return begin - reinterpret_cast<std::uintptr_t>(address) - 1 < kBelowStack;
  }
};

// The region with that number. REQUIRES: number < kThreadRegions.
constexpr ThreadRegion thread_region(std::size_t number) {
  return {kProgramMemoryBase + number * kThreadRegionBytes};
}

// Whether the address is in any thread region.
inline bool in_program_memory(const void* address) {
  return reinterpret_cast<std::uintptr_t>(address) - kProgramMemoryBase <
         kThreadRegions * kThreadRegionBytes;
}

// The number of the region that contains the address. REQUIRES: in_program_memory(address).
inline std::size_t region_number(const void* address) {
  return (reinterpret_cast<std::uintptr_t>(address) - kProgramMemoryBase) / kThreadRegionBytes;
}

// The region that contains the address. REQUIRES: in_program_memory(address).
inline ThreadRegion region_containing(const void* address) {
  static_assert(kProgramMemoryBase % kThreadRegionBytes == 0);
  return {reinterpret_cast<std::uintptr_t>(address) & ~(kThreadRegionBytes - 1)};
}

// The size of a stack if the program requests none: RLIMIT_STACK, or 8 MiB if there is no such
// limit, but at least kMinStackBytes and at most kMaxStackBytes.
[[nodiscard]] std::size_t default_stack_bytes();
// Enlarges the stack to at least that size, up to kMaxStackBytes, for this and all later threads in
// the region. False if that is impossible. REQUIRES: the region is mapped.
bool grow_stack(const ThreadRegion& thread_region, std::size_t bytes);
// Whether each earlier thread in the region requested a stack of this size, as this one does.
bool has_same_stack_size_as_before(const ThreadRegion& thread_region, std::size_t bytes);

// Maps its memory. False if the addresses are taken or there is no memory.
[[nodiscard]] bool map(const ThreadRegion& thread_region);
// Makes its memory accessible or inaccessible. REQUIRES: it is mapped.
void set_accessible(const ThreadRegion& thread_region, bool access);

}  // namespace mcheck
