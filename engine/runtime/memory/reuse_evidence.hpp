// SPDX-License-Identifier: MIT
// Evidence that reuse of freed memory may matter to the program: looked for after each execution
// without reuse, so that only those programs are searched with reuse for which it may make a
// difference (docs/decisions/0011-reuse-of-freed-blocks.md).
//
// The evidence is two blocks of one size, one of which may have been freed before the other was
// allocated, and whose addresses were both in atomics. Had the second been at the address of the
// first, a compare_exchange could have mistaken it for that one (ABA).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/memory/snapshots/program_memory.hpp"
#include "engine/runtime/isolation/reply_log.hpp"
#include "engine/search/execution/execution.hpp"

namespace mcheck {

class ReuseEvidence {
 public:
  // An execution that has ended.
  struct Query {
    const ProgramMemory& (*program_memory)() = nullptr;  // a function: most often it is not needed
    const Execution& execution;
    std::span<const std::string> wide_values;
    ThreadId (*thread_at)(const void* address) = nullptr;
    std::uint64_t sizes = 0;  // sizes that are reused already
    std::size_t known = 0;    // the first events that are equal to those of the last query
  };

  // A block is freed whose address other threads may know.
  void note_free() { frees_ = true; }
  void examine(const Query& query);

  // The sizes for which reuse may matter: a bit for each multiple of 16 bytes.
  [[nodiscard]] std::uint64_t sizes() const { return sizes_; }
  // Reuse may matter for larger blocks.
  [[nodiscard]] bool for_large_blocks() const { return for_large_blocks_; }
  // Whether there was any freed block that could have been reused, and was not.
  [[nodiscard]] bool is_possible() const { return possible_; }

  void pack(Packed& packed) const;
  void merge(Packed& packed);

 private:
  bool may_hold_addresses(const Query& query);

  bool frees_ = false;
  bool possible_ = false;
  bool for_large_blocks_ = false;
  std::uint64_t sizes_ = 0;
  // No event before this one holds an address; whether this one may.
  std::size_t first_unscanned_ = 0;
  const Execution* last_execution_ = nullptr;
  bool has_address_ = false;
  std::vector<const Block*> freed_;  // of the current execution
};

// The largest size that is reused by choice, and its bit; 0: none.
inline constexpr std::size_t kLargestReused = 1024;
[[nodiscard]] constexpr std::uint64_t reuse_bit(std::size_t capacity) {
  return capacity > kLargestReused ? 0 : std::uint64_t{1} << (capacity / 16 - 1);
}

}  // namespace mcheck
