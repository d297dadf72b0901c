// SPDX-License-Identifier: MIT
// The recorded accesses to each byte of memory: a cell of 16 bytes for each granule (8 aligned
// bytes), created as memory is accessed, and restored to any snapshot.
//
// A cell holds two stamps. Each says which bytes of the granule were accessed, by which thread,
// how, and when. If two are not enough, one of them refers to a list of more: nothing is ever
// dropped here. The shadow memory does not know what a race is (races.hpp).
//
//   stamp   epoch (32 bits) | thread (16) | left, frame, uninstrumented, wide, list, freed, atomic,
//           write (8) | bytes (8)
//   list    where (32 bits) | how many (16) | …      | list                       | 0
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <unordered_map>
#include <vector>

#include "engine/base/ids.hpp"

namespace mcheck {

using Stamp = std::uint64_t;

inline constexpr Stamp kNoStamp = 0;
inline constexpr Stamp kStampBytes = 0xff;
inline constexpr Stamp kStampWrite = 1 << 8;
inline constexpr Stamp kStampAtomic = 1 << 9;
inline constexpr Stamp kStampFreed = 1 << 10;
inline constexpr Stamp kStampList = 1 << 11;
inline constexpr Stamp kStampWide = 1 << 12;            // not one access to one granule
inline constexpr Stamp kStampUninstrumented = 1 << 13;  // no hook reported it
inline constexpr Stamp kStampFrame = 1 << 14;  // a function's frame ends (freed), or begins there
inline constexpr Stamp kStampLeft = 1 << 15;   // with frame: an earlier frame has ended there
inline constexpr Stamp kStampKind = kStampWrite | kStampAtomic | kStampFreed | kStampWide |
                                    kStampUninstrumented | kStampFrame | kStampLeft;

// Without bytes and kind.
constexpr Stamp stamp(ThreadId thread, std::uint32_t epoch) {
  return Stamp{epoch} << 32 | Stamp{index(thread)} << 16;
}
constexpr std::uint32_t epoch_of(Stamp stamp) { return static_cast<std::uint32_t>(stamp >> 32); }
constexpr ThreadId thread_of(Stamp stamp) {
  return ThreadId(static_cast<std::uint16_t>(stamp >> 16));
}

struct Cell {
  Stamp recent = kNoStamp;
  Stamp other = kNoStamp;  // may be a list
};

class Shadow {
 public:
  static constexpr unsigned kPageBits = 16;
  static constexpr std::size_t kCells = std::size_t{1} << (kPageBits - 3);  // of a page

  Shadow() = default;
  ~Shadow();
  Shadow(const Shadow&) = delete;
  Shadow& operator=(const Shadow&) = delete;

  // The cell of the granule, if its page is in the table; else null.
  [[nodiscard]] Cell* find_fast(std::uintptr_t address) const {
    const std::uintptr_t page = address >> kPageBits;
    const Line& line = lines_[line_of(page)];
    return line.page == page ? line.cells + cell_of(address) : nullptr;
  }
  // The cell; null if its page was never accessed.
  [[nodiscard]] Cell* find(std::uintptr_t address);
  // The cell, created if there is none.
  [[nodiscard]] Cell& at(std::uintptr_t address);

  // The address of the granule.
  [[nodiscard]] std::uintptr_t address_of(const Cell& cell) const {
    const auto page = std::prev(page_of_cells_.upper_bound(&cell));
    const auto number = static_cast<std::uintptr_t>(&cell - page->first);
    return page->second << kPageBits | number << 3;
  }

  // All stamps of a cell in the order in which they were recorded, the last one first.
  template <class Visit>
  void for_each(const Cell& cell, Visit&& visit) const {
    if (cell.recent != kNoStamp) visit(cell.recent);
    if ((cell.other & kStampList) == 0) {
      if (cell.other != kNoStamp) visit(cell.other);
      return;
    }
    for (std::size_t i = 0; i < list_size(cell.other); ++i) visit(lists_[where(cell.other) + i]);
  }
  // Of all cells that have changed since they were created, more than once if they did more than
  // once; the first `from` changes are left out.
  [[nodiscard]] std::size_t changes() const { return changes_.size(); }
  template <class Visit>
  void for_each_changed(std::size_t from, Visit&& visit) const {
    for (std::size_t i = from; i < changes_.size(); ++i) visit(*changes_[i].cell);
  }
  // The cell holds only this stamp from now on.
  void set(Cell& cell, Stamp alone) {
    changes_.push_back({&cell, cell});
    cell = {.recent = alone};
  }
  // The cell holds these from now on. `rest` is none of its own lists.
  void set(Cell& cell, Stamp recent, const std::vector<Stamp>& rest);

  struct Snapshot {
    std::size_t changes = 0;
    std::size_t lists = 0;
  };
  [[nodiscard]] Snapshot snapshot();
  // Snapshots are restored newest first; each may be restored more than once.
  void rewind(const Snapshot& snapshot);

 private:
  // A direct-mapped table of pages. A page whose line holds another one is found in a map.
  static constexpr std::size_t kLines = 1024;
  struct Line {
    std::uintptr_t page = ~std::uintptr_t{0};
    Cell* cells = nullptr;
  };
  struct Change {
    Cell* cell = nullptr;
    Cell before;
  };

  // Thread regions are 2^16 pages apart, and their stacks and heaps begin at equal offsets.
  static std::size_t line_of(std::uintptr_t page) { return (page ^ page >> 12) % kLines; }
  static std::size_t cell_of(std::uintptr_t address) { return (address >> 3) % kCells; }
  static std::size_t where(Stamp list) { return list >> 32; }
  static std::size_t list_size(Stamp list) { return static_cast<std::uint16_t>(list >> 16); }
  [[nodiscard]] Stamp store_list(const std::vector<Stamp>& stamps, Stamp before);

  Line lines_[kLines];
  std::unordered_map<std::uintptr_t, Cell*> pages_;
  std::map<const Cell*, std::uintptr_t> page_of_cells_;  // the same, by the first cell
  std::vector<Change> changes_;
  std::vector<Stamp> lists_;
  std::size_t frozen_ = 0;  // lists before it may be part of a snapshot
};

}  // namespace mcheck
