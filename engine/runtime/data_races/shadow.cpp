// SPDX-License-Identifier: MIT
#include "engine/runtime/data_races/shadow.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <bit>

#include "engine/base/invariant.hpp"

namespace mcheck {
namespace {

constexpr std::size_t kCellPageBytes = Shadow::kCells * sizeof(Cell);

Cell* map_cells() {
  void* const got = mmap(nullptr, kCellPageBytes, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  MCHECK_INVARIANT(got != MAP_FAILED, "the system has memory for the shadow memory");
  return static_cast<Cell*>(got);
}

}  // namespace

static_assert(kNoStamp == 0, "fresh memory is cells without a stamp");

Shadow::~Shadow() {
  for (const auto& [page, cells] : pages_) munmap(cells, kCellPageBytes);
}

Cell* Shadow::find(std::uintptr_t address) {
  if (Cell* const cell = find_fast(address)) return cell;
  const std::uintptr_t page = address >> kPageBits;
  const auto known = pages_.find(page);
  if (known == pages_.end()) return nullptr;
  lines_[line_of(page)] = {page, known->second};
  return known->second + cell_of(address);
}

Cell& Shadow::at(std::uintptr_t address) {
  if (Cell* const cell = find(address)) return *cell;
  const std::uintptr_t page = address >> kPageBits;
  Cell* const cells = map_cells();
  pages_.emplace(page, cells);
  page_of_cells_.emplace(cells, page);
  lines_[line_of(page)] = {page, cells};
  return cells[cell_of(address)];
}

void Shadow::set(Cell& cell, Stamp recent, const std::vector<Stamp>& rest) {
  changes_.push_back({&cell, cell});
  cell.recent = recent;
  switch (rest.size()) {
    case 0: cell.other = kNoStamp; return;
    case 1: cell.other = rest[0]; return;
    default: cell.other = store_list(rest, cell.other); return;
  }
}

// Reuses the place of the previous list if no snapshot refers to it and it is large enough.
Stamp Shadow::store_list(const std::vector<Stamp>& stamps, Stamp before) {
  const std::size_t room =
      (before & kStampList) != 0 && where(before) >= frozen_ ? std::bit_ceil(list_size(before)) : 0;
  const std::size_t place = stamps.size() <= room ? where(before) : lists_.size();
  MCHECK_INVARIANT(place >> 32 == 0 && stamps.size() >> 16 == 0,
                   "the index and size of a list of stamps fit into a stamp");
  if (place == lists_.size()) lists_.resize(place + std::bit_ceil(stamps.size()));
  std::ranges::copy(stamps, lists_.begin() + static_cast<std::ptrdiff_t>(place));
  return Stamp{place} << 32 | Stamp{stamps.size()} << 16 | kStampList;
}

Shadow::Snapshot Shadow::snapshot() {
  frozen_ = lists_.size();
  return {.changes = changes_.size(), .lists = lists_.size()};
}

void Shadow::rewind(const Snapshot& snapshot) {
  while (changes_.size() > snapshot.changes) {
    *changes_.back().cell = changes_.back().before;
    changes_.pop_back();
  }
  lists_.resize(snapshot.lists);
  frozen_ = snapshot.lists;
}

}  // namespace mcheck
