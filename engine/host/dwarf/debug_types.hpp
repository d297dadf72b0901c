// SPDX-License-Identifier: MIT
// Names of the parts of a value, by type and offset: ".head", "[2].balance".
//
// Only parts that the program's authors wrote are named. Naming stops at members with reserved
// names (_M_impl, __data), at unions, whose active member is unknown, and at mcheck's own types.
#pragma once

#include <optional>
#include <string>

#include "engine/host/dwarf/debug_entries.hpp"

namespace mcheck {

// A type is identified by the offset of its entry; 0: none, or void.
using DebugType = std::size_t;

struct DebugPart {
  std::string path;
  std::size_t part_offset = 0;  // offset in that part
  DebugType type = 0;           // of that part
};

// Whether the name is reserved for the implementation and libraries.
[[nodiscard]] bool is_reserved_name(std::string_view name);

class DebugTypes {
 public:
  explicit DebugTypes(DebugEntries& entries) : entries_(entries) {}

  // kInnermost: the innermost named part. kOutermost: the outermost part that begins there, as for
  // a pointer target.
  enum class Nesting { kInnermost, kOutermost };
  [[nodiscard]] DebugPart part(DebugType type, std::size_t offset,
                               Nesting nesting = Nesting::kInnermost);
  // The type that a pointer points to; no value if the type is not a pointer.
  [[nodiscard]] std::optional<DebugType> pointee(DebugType type);
  [[nodiscard]] std::optional<std::uint64_t> size_of(DebugType type);
  // The type without typedefs and cv-qualifiers.
  [[nodiscard]] DebugType without_qualifiers(DebugType type);
  // An entry of a variable or function, completed from its declaration.
  [[nodiscard]] DebugEntry whole(std::size_t at);
  [[nodiscard]] std::string name_of(DebugType type);
  // The non-static members and base classes of a class.
  [[nodiscard]] std::vector<DebugEntry> data_members_of(const DebugEntry& type);
  // Types between these offsets are mcheck's own.
  void exclude_range(std::size_t begin, std::size_t end) { excluded_.emplace_back(begin, end); }

  // The direct children of an entry.
  [[nodiscard]] std::vector<DebugEntry> children(const DebugEntry& entry);

 private:
  bool descend(DebugPart& part);
  bool descend_into_array(const DebugEntry& array, DebugPart& part);
  bool descend_into_class(const DebugEntry& type, DebugPart& part);
  [[nodiscard]] bool contains_offset(const DebugEntry& member, std::size_t offset);
  [[nodiscard]] bool is_empty(DebugType type, int depth = 0);
  [[nodiscard]] bool is_excluded(std::size_t at) const;

  DebugEntries& entries_;
  std::vector<std::pair<std::size_t, std::size_t>> excluded_;
};

}  // namespace mcheck
