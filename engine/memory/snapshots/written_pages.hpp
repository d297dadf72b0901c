// SPDX-License-Identifier: MIT
// Pages of globals that are written rarely or never: those of the C and C++ libraries, and tables
// that the engine keeps for the program. They are write-protected until the first write, and as
// long as nobody writes there, they need not be saved, restored or compared. In an unmodified
// program that is nine tenths of all memory.
//
// Limits  The kernel refuses to write to such a page on behalf of the program, without a signal.
// The
//         libraries let it write to standard streams only: those are not watched.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/memory/regions/globals.hpp"
#include "engine/memory/regions/thread_region.hpp"

namespace mcheck {

class WrittenPages {
 public:
  // Protects the pages in the ranges that are written rarely, and removes them from the list. Of
  // the first and the last page of a library, the part in the range counts.
  void watch(const RarelyWritten& rarely, std::vector<Range>& ranges);
  // All pages are accessible, and none is watched. They hold what they held before.
  void unwatch();

  // For a signal handler: whether the address is in a protected page, which then counts as written.
  bool handle_fault(const void* address);

  // Of pages, the parts that are watched, in the order of their first writes. They stay written,
  // even if the write is undone.
  [[nodiscard]] std::span<const Range> written() const { return {written_.data(), count_}; }
  // What it held before.
  [[nodiscard]] const std::byte* original(std::size_t nth) const {
    return originals_.data() + nth * kPageBytes;
  }

  static constexpr std::size_t kPageBytes = 4096;

 private:
  std::vector<Range> watched_;  // parts of pages
  // Allocated in advance: the handler must not allocate.
  std::vector<Range> written_;
  std::vector<std::byte> originals_;
  std::size_t count_ = 0;
};

}  // namespace mcheck
