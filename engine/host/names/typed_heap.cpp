// SPDX-License-Identifier: MIT
#include "engine/host/names/typed_heap.hpp"

#include <algorithm>
#include <cstring>

#include "engine/host/dwarf/dwarf_codes.hpp"
#include "engine/memory/heap/heap.hpp"

namespace mcheck {
namespace {

// These limits bound the time for a report.
constexpr std::size_t kMaxPointers = 512;  // in one type
constexpr std::size_t kMaxElements = 64;   // of an array
constexpr std::size_t kMaxFollowed = 20'000;
constexpr std::size_t kMaxCollected = 200'000;
constexpr int kMaxNesting = 16;

constexpr unsigned kTagShift = 48;

// The member of the C++ library's vector that points to its first element.
constexpr const char* kVectorBegin = "_M_start";

const Block* block_at(std::uintptr_t address) {
  const auto* const pointer = reinterpret_cast<const void*>(address);
  Heap* const heap = Heap::containing(pointer);
  const Block* const block = heap == nullptr ? nullptr : heap->block_before(pointer);
  if (block == nullptr) return nullptr;
  const auto begin = reinterpret_cast<std::uintptr_t>(Heap::bytes_of(*block));
  return address - begin < block->size ? block : nullptr;
}

std::uintptr_t begin_of(const Block& block) {
  return reinterpret_cast<std::uintptr_t>(Heap::bytes_of(block));
}

}  // namespace

void TypedHeap::scan(std::uintptr_t begin, KnownType type, const std::string& name) {
  scan_pointers(begin, type, name);
  follow();
}

void TypedHeap::add_pointer(std::uintptr_t value, KnownType pointee) {
  record_pointer(value, pointee);
  follow();
}

void TypedHeap::follow() {
  while (!worklist_.empty()) {
    const auto [begin, type] = worklist_.back();
    worklist_.pop_back();
    scan_pointers(begin, type, "");
  }
}

void TypedHeap::scan_pointers(std::uintptr_t begin, KnownType type, const std::string& name) {
  const Pointers pointers = pointers_in(type);
  for (const Pointer& pointer : pointers) {
    if (++followed_ > kMaxFollowed) return;
    std::uintptr_t value = 0;
    std::memcpy(&value, reinterpret_cast<const void*>(begin + pointer.offset), sizeof value);
    const KnownType pointee{.information = type.information, .type = pointer.pointee};
    if (pointer.begins_vector && !name.empty()) {
      add_vector(value, pointee, name + pointer.path);
    } else {
      record_pointer(value, pointee);
    }
  }
}

// The block must have the size of the type: a pointer to a base class may point to any derived
// class.
void TypedHeap::record_pointer(std::uintptr_t value, KnownType pointee) {
  DebugTypes& types = pointee.information->types();
  const std::size_t size = types.size_of(pointee.type).value_or(0);
  value &= (std::uintptr_t{1} << kTagShift) - 1;  // lock-free queues keep a tag in the other bits
  const Block* const block = block_at(value);
  if (size <= 1 || block == nullptr) return;
  const bool whole = begin_of(*block) == value && block->size == size;
  const bool within = begin_of(*block) != value && block->is_live() &&
                      value - begin_of(*block) + size == block->size;  // std::make_shared
  if (whole || within) add({.begin = value, .type = pointee}, size);
}

void TypedHeap::add_vector(std::uintptr_t begin, KnownType element, const std::string& name) {
  const std::size_t size = element.information->types().size_of(element.type).value_or(0);
  const Block* const block = block_at(begin);
  if (size == 0 || block == nullptr || !block->is_live() || begin_of(*block) != begin) return;
  if (block->size % size != 0) return;
  const std::size_t count = block->size / size;
  add({.begin = begin, .type = element, .owner = name, .count = count}, size);
}

void TypedHeap::add(const HeapObject& heap_object, std::size_t bytes) {
  const Block* const block = block_at(heap_object.begin);
  const auto [entry, is_new] = objects_.try_emplace(begin_of(*block), heap_object);
  if (!is_new) {
    std::optional<HeapObject>& known = entry->second;
    if (!known || known->owner != heap_object.owner || known->begin != heap_object.begin) {
      known.reset();
    } else if (known->type != heap_object.type) {
      DebugTypes& types = known->type.information->types();
      const std::string name = types.name_of(known->type.type);
      const bool same =
          name == heap_object.type.information->types().name_of(heap_object.type.type);
      if (!same || types.size_of(known->type.type) != bytes) known.reset();
    }
    return;
  }
  if (!block->is_live()) return;
  for (std::size_t i = 0; i < std::min(heap_object.count, kMaxElements); ++i) {
    worklist_.emplace_back(heap_object.begin + i * bytes, heap_object.type);
  }
}

std::optional<TypedHeap::HeapObject> TypedHeap::object_at(std::uintptr_t address) const {
  if (objects_.empty()) return std::nullopt;
  const Block* const block = block_at(address);
  const auto found = block == nullptr ? objects_.end() : objects_.find(begin_of(*block));
  if (found == objects_.end() || !found->second) return std::nullopt;
  return address >= found->second->begin ? found->second : std::nullopt;
}

std::optional<KnownType> TypedHeap::pointee_at(KnownType type, std::size_t offset) {
  const Pointers& pointers = pointers_in(type);
  const auto found = std::ranges::find(pointers, offset, &Pointer::offset);
  if (found == pointers.end()) return std::nullopt;
  return KnownType{.information = type.information, .type = found->pointee};
}

const TypedHeap::Pointers& TypedHeap::pointers_in(KnownType type) {
  const auto [entry, is_new] = pointers_.try_emplace(type);
  if (!is_new) return entry->second;
  Pointers found;
  collect(type, 0, 0, found);
  return pointers_[type] = std::move(found);
}

void TypedHeap::collect(KnownType type, std::size_t offset, int depth, Pointers& pointers) {
  if (depth > kMaxNesting || pointers.size() >= kMaxPointers || collected_++ > kMaxCollected)
    return;
  DebugTypes& types = type.information->types();
  const DebugEntry entry = types.whole(types.without_qualifiers(type.type));
  if (entry.tag == kTagPointer) {
    if (const auto pointee = types.pointee(entry.at)) {
      pointers.push_back({.offset = offset, .pointee = *pointee, .path = ""});
    }
  } else if (entry.tag == kTagArray) {
    const std::size_t size = types.size_of(entry.type).value_or(0);
    const std::size_t all = types.size_of(entry.at).value_or(0);
    if (size == 0) return;
    for (std::size_t i = 0; i < std::min(all / size, kMaxElements); ++i) {
      const std::size_t first = pointers.size();
      collect({type.information, entry.type}, offset + i * size, depth + 1, pointers);
      for (std::size_t nth = first; nth < pointers.size(); ++nth) {
        pointers[nth].path.insert(0, "[" + std::to_string(i) + "]");
      }
    }
  } else if (entry.tag == kTagStructure || entry.tag == kTagClass) {
    for (const DebugEntry& member : types.data_members_of(entry)) {
      collect_member(type, member, offset, depth, pointers);
    }
  }
}

void TypedHeap::collect_member(KnownType type, const DebugEntry& member, std::size_t offset,
                               int depth, Pointers& pointers) {
  if (member.bits) return;
  const std::size_t first = pointers.size();
  collect({type.information, member.type}, offset + member.offset.value_or(0), depth + 1, pointers);
  const std::string name(member.name);
  for (std::size_t nth = first; nth < pointers.size(); ++nth) {
    if (name == kVectorBegin) pointers[nth].begins_vector = true;
    const bool is_named = !name.empty() && !is_reserved_name(name);
    if (is_named) pointers[nth].path.insert(0, "." + name);
  }
}

}  // namespace mcheck
