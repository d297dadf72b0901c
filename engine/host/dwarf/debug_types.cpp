// SPDX-License-Identifier: MIT
#include "engine/host/dwarf/debug_types.hpp"

#include <algorithm>

#include "engine/host/dwarf/dwarf_codes.hpp"

namespace mcheck {
namespace {

// Deeper nesting means that the file is malformed.
constexpr int kMaxTypeDepth = 32;

// The member in which std::array keeps its elements.
bool is_element_storage(std::string_view name) { return name == "_M_elems" || name == "__elems_"; }

bool is_class(const DebugEntry& entry) {
  return entry.tag == kTagStructure || entry.tag == kTagClass;
}

bool is_data_member(const DebugEntry& entry) {
  const bool is_static = entry.external || entry.declaration;
  return entry.tag == kTagInheritance || (entry.tag == kTagMember && !is_static);
}

}  // namespace

bool is_reserved_name(std::string_view name) {
  return name.starts_with("__") ||
         (name.size() > 1 && name[0] == '_' && name[1] >= 'A' && name[1] <= 'Z');
}

DebugPart DebugTypes::part(DebugType type, std::size_t offset, Nesting nesting) {
  DebugPart found{.path = "", .part_offset = offset, .type = without_qualifiers(type)};
  for (int depth = 0; depth < kMaxTypeDepth; ++depth) {
    if (nesting == Nesting::kOutermost && found.part_offset == 0) break;
    if (!descend(found)) break;
  }
  return found;
}

// One level further in; false if no named part is there.
bool DebugTypes::descend(DebugPart& part) {
  const DebugEntry entry = entries_.read(part.type);
  if (entry.tag == kTagArray) return descend_into_array(entry, part);
  return is_class(entry) && !is_excluded(entry.at) && descend_into_class(entry, part);
}

bool DebugTypes::descend_into_array(const DebugEntry& array, DebugPart& part) {
  const std::optional<std::uint64_t> size = size_of(array.type);
  if (!size || *size == 0) return false;
  std::vector<std::uint64_t> counts;  // 0: unknown, allowed for the first only
  for (const DebugEntry& child : children(array)) {
    if (child.tag == kTagSubrange) counts.push_back(child.count.value_or(0));
  }
  std::string path;
  std::uint64_t part_offset = part.part_offset;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    std::uint64_t stride = *size;
    for (std::size_t inner = i + 1; inner < counts.size(); ++inner) stride *= counts[inner];
    if (stride == 0 || (counts[i] != 0 && part_offset / stride >= counts[i])) return false;
    path += "[" + std::to_string(part_offset / stride) + "]";
    part_offset %= stride;
  }
  if (counts.empty()) return false;
  part = {
      .path = part.path + path, .part_offset = part_offset, .type = without_qualifiers(array.type)};
  return true;
}

bool DebugTypes::descend_into_class(const DebugEntry& type, DebugPart& part) {
  std::optional<DebugEntry> found;
  for (const DebugEntry& child : data_members_of(type)) {
    if (!contains_offset(child, part.part_offset)) continue;
    // The tail of a base class may overlap the first member: then that member is meant.
    const bool is_after_base = found && found->tag == kTagInheritance && child.tag == kTagMember;
    if (found && !is_after_base) return false;  // ambiguous
    found = child;
  }
  const bool has_no_name = !found || found->bits || found->artificial ||
                           (is_reserved_name(found->name) && !is_element_storage(found->name));
  if (has_no_name) return false;
  const bool is_named = !found->name.empty() && !is_element_storage(found->name);
  part = {.path = part.path + (is_named ? "." + std::string(found->name) : ""),
          .part_offset = part.part_offset - found->offset.value_or(0),
          .type = without_qualifiers(found->type)};
  return true;
}

// An array without a size is a flexible array member: it extends to the end of the block.
bool DebugTypes::contains_offset(const DebugEntry& member, std::size_t offset) {
  if (member.bits && member.bit_offset) {
    return offset >= *member.bit_offset / 8 && offset * 8 < *member.bit_offset + *member.bits;
  }
  const std::uint64_t begin = member.offset.value_or(0);
  if (offset < begin || is_empty(member.type)) return false;
  const std::optional<std::uint64_t> size = size_of(member.type);
  return !size || *size == 0 || offset - begin < *size;
}

// An empty class has size 1 and may overlap another member.
bool DebugTypes::is_empty(DebugType type, int depth) {
  const DebugEntry entry = entries_.read(without_qualifiers(type));
  if (depth > kMaxTypeDepth || !is_class(entry) || entry.declaration || entry.bytes != 1)
    return false;
  return std::ranges::all_of(data_members_of(entry), [&](const DebugEntry& child) {
    return is_empty(child.type, depth + 1);
  });
}

std::vector<DebugEntry> DebugTypes::data_members_of(const DebugEntry& type) {
  std::vector<DebugEntry> list = children(type);
  std::erase_if(list, [](const DebugEntry& child) { return !is_data_member(child); });
  return list;
}

bool DebugTypes::is_excluded(std::size_t at) const {
  return std::ranges::any_of(
      excluded_, [&](auto& excluded) { return excluded.first < at && at < excluded.second; });
}

std::vector<DebugEntry> DebugTypes::children(const DebugEntry& entry) {
  std::vector<DebugEntry> list;
  if (!entry.has_children) return list;
  for (std::size_t at = entry.after;;) {
    DebugEntry child = entries_.read(at);
    if (child.tag == 0) return list;
    at = entries_.next_after(child);
    if (at <= child.at) return list;
    list.push_back(child);
  }
}

std::optional<DebugType> DebugTypes::pointee(DebugType type) {
  const DebugEntry entry = entries_.read(without_qualifiers(type));
  if (entry.tag != kTagPointer || entry.type == 0) return std::nullopt;
  return without_qualifiers(entry.type);
}

std::optional<std::uint64_t> DebugTypes::size_of(DebugType type) {
  const DebugEntry entry = entries_.read(without_qualifiers(type));
  const bool is_address =
      entry.tag == kTagPointer || entry.tag == kTagReference || entry.tag == kTagRvalueReference;
  if (entry.bytes || entry.declaration) return entry.bytes;
  if (is_address) return sizeof(void*);
  if (entry.tag != kTagArray || entry.type == type) return std::nullopt;
  const DebugEntry element = entries_.read(without_qualifiers(entry.type));
  if (!element.bytes) return std::nullopt;
  std::uint64_t size = *element.bytes;
  for (const DebugEntry& child : children(entry)) {
    if (child.tag == kTagSubrange) size *= child.count.value_or(0);
  }
  return size;
}

DebugType DebugTypes::without_qualifiers(DebugType type) {
  for (int depth = 0; depth < kMaxTypeDepth && type != 0; ++depth) {
    const DebugEntry entry = entries_.read(type);
    switch (entry.tag) {
      case kTagTypedef:
      case kTagConst:
      case kTagVolatile:
      case kTagAtomic: type = entry.type; break;
      default: return type;
    }
  }
  return type;
}

DebugEntry DebugTypes::whole(std::size_t at) {
  DebugEntry entry = entries_.read(at);
  std::size_t origin = entry.origin;
  for (int depth = 0; depth < kMaxTypeDepth && origin != 0; ++depth) {
    const DebugEntry there = entries_.read(origin);
    if (entry.name.empty()) entry.name = there.name;
    if (entry.linkage_name.empty()) entry.linkage_name = there.linkage_name;
    if (entry.type == 0) entry.type = there.type;
    origin = there.origin;
  }
  return entry;
}

std::string DebugTypes::name_of(DebugType type) { return std::string(entries_.read(type).name); }

}  // namespace mcheck
