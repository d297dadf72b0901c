// SPDX-License-Identifier: MIT
// What lies how far into a value of a type: ".head", "[2].balance".
//
// Named is what the program's authors wrote. The insides of library types are not: they stop where
// a member has a name that is reserved (_M_impl, __data), at unions, of which nobody knows what
// they hold, and at mcheck's own types.
#pragma once

#include <optional>
#include <string>

#include "engine/host/debug_entries.hpp"

namespace mcheck {

// Types are told by where their entries stand; 0: none, or void.
using DebugType = std::size_t;

struct DebugPart {
  std::string path;
  std::size_t left = 0;  // bytes into that part
  DebugType type = 0;    // of it
};

// Whether only libraries may call something so.
[[nodiscard]] bool is_reserved_name(std::string_view name);

class DebugTypes {
 public:
  explicit DebugTypes(DebugEntries& entries) : entries_(entries) {}

  // The innermost part with a name; or the outermost that begins there, as one that is pointed to.
  enum class Want { kInnermost, kOutermost };
  [[nodiscard]] DebugPart part(DebugType type, std::size_t offset, Want want = Want::kInnermost);
  // What a pointer points to; nothing if it is none.
  [[nodiscard]] std::optional<DebugType> pointee(DebugType type);
  [[nodiscard]] std::optional<std::uint64_t> size_of(DebugType type);
  // Without typedef, const and the like.
  [[nodiscard]] DebugType bare(DebugType type);
  // Of a variable, or a function: what its own entry does not say stands where it was declared.
  [[nodiscard]] DebugEntry whole(std::size_t at);
  [[nodiscard]] std::string name_of(DebugType type);
  // The members and base classes of a class that have a place in it.
  [[nodiscard]] std::vector<DebugEntry> data_of(const DebugEntry& type);
  // Types between these places are mcheck's own.
  void leave_alone(std::size_t begin, std::size_t end) { own_.emplace_back(begin, end); }

  // What stands directly in the entry.
  [[nodiscard]] std::vector<DebugEntry> children(const DebugEntry& entry);

 private:
  bool step(DebugPart& part);
  bool step_into_array(const DebugEntry& array, DebugPart& part);
  bool step_into_class(const DebugEntry& type, DebugPart& part);
  [[nodiscard]] bool lies_in(const DebugEntry& member, std::size_t offset);
  [[nodiscard]] bool is_empty(DebugType type, int depth = 0);
  [[nodiscard]] bool is_own(std::size_t at) const;

  DebugEntries& entries_;
  std::vector<std::pair<std::size_t, std::size_t>> own_;
};

}  // namespace mcheck
