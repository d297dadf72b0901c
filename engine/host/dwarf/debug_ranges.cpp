// SPDX-License-Identifier: MIT
// The code addresses that an entry covers: one range, or a list of ranges in the format of DWARF 4
// or of DWARF 5.
#include "engine/host/dwarf/debug_entries.hpp"
#include "engine/host/dwarf/dwarf_cursor.hpp"

namespace mcheck {
namespace {

enum RangeListEntry : unsigned {
  kEndOfList,
  kBaseAddressx,
  kStartxEndx,
  kStartxLength,
  kOffsetPair,
  kBaseAddress,
  kStartEnd,
  kStartLength,
};

}  // namespace

std::optional<std::uint64_t> DebugEntries::address(const Unit& unit, std::uint64_t nth) const {
  if (!unit.addresses || nth > addresses_.size() / 8) return std::nullopt;
  DebugCursor cursor(addresses_, *unit.addresses + nth * 8);
  const std::uint64_t found = cursor.number(8);
  return cursor.good() ? std::optional(found) : std::nullopt;
}

std::optional<std::uint64_t> DebugEntries::listed_address(const DebugEntry& entry,
                                                          std::uint64_t nth) const {
  const Unit* const unit = unit_at(entry.at);
  return unit == nullptr ? std::nullopt : address(*unit, nth);
}

std::optional<std::uint64_t> DebugEntries::nth_ranges(const Unit& unit, std::uint64_t nth) const {
  if (!unit.ranges || nth > ranges_.size()) return std::nullopt;
  DebugCursor cursor(ranges_, *unit.ranges + nth * unit.offset_bytes);
  const std::uint64_t offset = cursor.number(unit.offset_bytes);
  return cursor.good() ? std::optional(*unit.ranges + offset) : std::nullopt;
}

std::optional<bool> DebugEntries::covers(const DebugEntry& entry, std::uint64_t address) const {
  if (entry.low && entry.size) return address - *entry.low < *entry.size;
  const Unit* const unit = unit_at(entry.at);
  if (!entry.ranges || unit == nullptr) return std::nullopt;
  return unit->version >= 5 ? in_ranges(*unit, *entry.ranges, address)
                            : in_dwarf4_ranges(*unit, *entry.ranges, address);
}

std::optional<bool> DebugEntries::in_ranges(const Unit& unit, std::uint64_t at,
                                            std::uint64_t place) const {
  DebugCursor cursor(ranges_, at);
  std::uint64_t base = unit.low;
  const auto listed = [&](std::uint64_t nth) { return address(unit, nth).value_or(0); };
  while (cursor.good()) {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    switch (cursor.number(1)) {
      case kEndOfList: return cursor.good() ? std::optional(false) : std::nullopt;
      case kBaseAddressx: base = listed(cursor.uleb128()); continue;
      case kBaseAddress: base = cursor.number(8); continue;
      case kStartxEndx:
        begin = listed(cursor.uleb128());
        end = listed(cursor.uleb128());
        break;
      case kStartxLength:
        begin = listed(cursor.uleb128());
        end = begin + cursor.uleb128();
        break;
      case kOffsetPair:
        begin = base + cursor.uleb128();
        end = base + cursor.uleb128();
        break;
      case kStartEnd:
        begin = cursor.number(8);
        end = cursor.number(8);
        break;
      case kStartLength:
        begin = cursor.number(8);
        end = begin + cursor.uleb128();
        break;
      default: return std::nullopt;
    }
    if (cursor.good() && begin <= place && place < end) return true;
  }
  return std::nullopt;
}

std::optional<bool> DebugEntries::in_dwarf4_ranges(const Unit& unit, std::uint64_t at,
                                                   std::uint64_t place) const {
  DebugCursor cursor(dwarf4_ranges_, at);
  std::uint64_t base = unit.low;
  while (cursor.good()) {
    const std::uint64_t begin = cursor.number(8);
    const std::uint64_t end = cursor.number(8);
    if (!cursor.good()) break;
    if (begin == 0 && end == 0) return false;
    if (begin == ~std::uint64_t{0}) {
      base = end;
    } else if (base + begin <= place && place < base + end) {
      return true;
    }
  }
  return std::nullopt;
}

}  // namespace mcheck
