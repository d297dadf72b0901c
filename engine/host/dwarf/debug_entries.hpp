// SPDX-License-Identifier: MIT
// The debugging information entries (DIEs) of a program in .debug_info, DWARF 4 and 5: variables,
// types, functions.
//
// Only what names need is read, on demand; an entry is identified by its offset. Sections that are
// compressed, split (split DWARF, dwz) or use unknown forms count as absent, which is no error:
// names get less precise, never wrong.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/host/dwarf/elf_image.hpp"

namespace mcheck {

class DebugCursor;

struct DebugEntry {
  std::size_t at = 0;     // its offset in .debug_info
  std::size_t after = 0;  // the offset of its first child, or else of the next entry
  unsigned tag = 0;       // DebugTag; 0: end of the children, or unreadable
  std::size_t sibling = 0;
  std::string_view name{};
  std::string_view linkage_name{};  // of a function: its symbol name
  std::size_t type = 0;             // 0 in this and the next: absent
  std::size_t origin = 0;           // the declaration, or the inlined function
  std::optional<std::uint64_t> bytes{};
  std::optional<std::uint64_t> offset{};  // of a member
  std::optional<std::uint64_t> count{};   // of an array
  std::optional<std::uint64_t> low{};     // of code
  std::optional<std::uint64_t> size{};
  std::optional<std::uint64_t> ranges{};
  std::string_view location{};
  std::string_view frame_base{};
  bool has_children = false;
  bool declaration = false;
  bool artificial = false;
  bool external = false;
  std::optional<std::uint64_t> bits{};        // of a bit-field
  std::optional<std::uint64_t> bit_offset{};  // from the start of the class
  std::uint64_t call_file = 0;                // of an inlined function: where it is called
  int call_line = 0;
  int call_column = 0;
};

class DebugEntries {
 public:
  explicit DebugEntries(const ElfImage& image);

  struct Unit {
    std::size_t begin = 0;
    std::size_t first = 0;  // the first entry
    std::size_t end = 0;
    unsigned version = 0;
    unsigned offset_bytes = 4;
    std::size_t abbreviations = 0;
    std::optional<std::uint64_t> strings{};
    std::optional<std::uint64_t> addresses{};
    std::optional<std::uint64_t> ranges{};
    std::uint64_t low = 0;
    std::optional<std::uint64_t> lines{};  // its part of .debug_line
    std::string_view directory{};
  };
  [[nodiscard]] const std::vector<Unit>& units() const { return units_; }

  // The unit that the entry at that offset belongs to; null: there is none.
  [[nodiscard]] const Unit* unit_at(std::size_t at) const;
  [[nodiscard]] DebugEntry read(std::size_t at);
  // The offset behind the entry and its children.
  [[nodiscard]] std::size_t next_after(const DebugEntry& entry);
  // Whether the entry's code contains the address; no value: unknown.
  [[nodiscard]] std::optional<bool> covers(const DebugEntry& entry, std::uint64_t address) const;
  // The nth address in the address list of the entry's unit; no value: there is none.
  [[nodiscard]] std::optional<std::uint64_t> listed_address(const DebugEntry& entry,
                                                            std::uint64_t nth) const;

 private:
  struct Attribute {
    unsigned name_code = 0;
    unsigned form = 0;
    std::int64_t implicit = 0;
  };
  struct Abbreviation {
    unsigned tag = 0;
    bool has_children = false;
    std::vector<Attribute> attributes;
  };
  struct Value;
  class Reader;

  void read_units();
  void read_bases(Unit& unit);
  const Abbreviation* abbreviation(const Unit& unit, std::uint64_t number);
  static Abbreviation read_abbreviation(DebugCursor& cursor);
  void set_attribute(const Attribute& attribute, const Value& value, const Unit& unit,
                     DebugEntry& entry);
  [[nodiscard]] std::optional<std::uint64_t> address(const Unit& unit, std::uint64_t nth) const;
  [[nodiscard]] std::optional<std::uint64_t> nth_ranges(const Unit& unit, std::uint64_t nth) const;
  [[nodiscard]] std::optional<bool> in_ranges(const Unit& unit, std::uint64_t at,
                                              std::uint64_t address) const;
  [[nodiscard]] std::optional<bool> in_dwarf4_ranges(const Unit& unit, std::uint64_t at,
                                                     std::uint64_t address) const;

  std::string_view info_, abbreviation_bytes_, strings_, line_strings_, string_offsets_, addresses_,
      ranges_, dwarf4_ranges_;
  std::vector<Unit> units_;
  std::map<std::size_t, std::vector<Abbreviation>> abbreviations_;  // by offset
};

}  // namespace mcheck
