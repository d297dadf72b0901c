// SPDX-License-Identifier: MIT
#include "engine/host/typed_heap.hpp"

#include <algorithm>
#include <cstring>

#include "engine/host/debug_codes.hpp"
#include "engine/world/heap.hpp"

namespace mcheck {
namespace {

// These limits bound the time for a report.
constexpr std::size_t kMostPointers = 512;  // in one type
constexpr std::size_t kMostElements = 64;   // of an array
constexpr std::size_t kMostFollowed = 20'000;
constexpr std::size_t kMostCollected = 200'000;
constexpr int kDeepest = 16;

constexpr unsigned kTagShift = 48;

// The member of the C++ library's vector that points to its first element.
constexpr const char* kVectorBegin = "_M_start";

const Block* block_at(std::uintptr_t address) {
  const auto* const pointer = reinterpret_cast<const void*>(address);
  Heap* const heap = Heap::around(pointer);
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
  look_through(begin, type, name);
  follow();
}

void TypedHeap::add_pointer(std::uintptr_t value, KnownType pointee) {
  note_pointer(value, pointee);
  follow();
}

void TypedHeap::follow() {
  while (!to_follow_.empty()) {
    const auto [begin, type] = to_follow_.back();
    to_follow_.pop_back();
    look_through(begin, type, "");
  }
}

void TypedHeap::look_through(std::uintptr_t begin, KnownType type, const std::string& name) {
  const Pointers pointers = pointers_in(type);
  for (const Pointer& pointer : pointers) {
    if (++followed_ > kMostFollowed) return;
    std::uintptr_t value = 0;
    std::memcpy(&value, reinterpret_cast<const void*>(begin + pointer.offset), sizeof value);
    const KnownType pointee{.information = type.information, .type = pointer.pointee};
    if (pointer.begins_vector && !name.empty()) {
      add_vector(value, pointee, name + pointer.path);
    } else {
      note_pointer(value, pointee);
    }
  }
}

// The block must have the size of the type: a pointer to a base class may point to any derived
// class.
void TypedHeap::note_pointer(std::uintptr_t value, KnownType pointee) {
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

void TypedHeap::add(const Thing& thing, std::size_t bytes) {
  const Block* const block = block_at(thing.begin);
  const auto [entry, is_new] = things_.try_emplace(begin_of(*block), thing);
  if (!is_new) {
    std::optional<Thing>& known = entry->second;
    if (!known || known->owner != thing.owner || known->begin != thing.begin) {
      known.reset();
    } else if (known->type != thing.type) {
      DebugTypes& types = known->type.information->types();
      const std::string name = types.name_of(known->type.type);
      const bool same = name == thing.type.information->types().name_of(thing.type.type);
      if (!same || types.size_of(known->type.type) != bytes) known.reset();
    }
    return;
  }
  if (!block->is_live()) return;
  for (std::size_t i = 0; i < std::min(thing.count, kMostElements); ++i) {
    to_follow_.emplace_back(thing.begin + i * bytes, thing.type);
  }
}

std::optional<TypedHeap::Thing> TypedHeap::thing_at(std::uintptr_t address) const {
  if (things_.empty()) return std::nullopt;
  const Block* const block = block_at(address);
  const auto found = block == nullptr ? things_.end() : things_.find(begin_of(*block));
  if (found == things_.end() || !found->second) return std::nullopt;
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
  if (depth > kDeepest || pointers.size() >= kMostPointers || collected_++ > kMostCollected) return;
  DebugTypes& types = type.information->types();
  const DebugEntry entry = types.whole(types.bare(type.type));
  if (entry.tag == kTagPointer) {
    if (const auto pointee = types.pointee(entry.at)) {
      pointers.push_back({.offset = offset, .pointee = *pointee, .path = ""});
    }
  } else if (entry.tag == kTagArray) {
    const std::size_t size = types.size_of(entry.type).value_or(0);
    const std::size_t all = types.size_of(entry.at).value_or(0);
    if (size == 0) return;
    for (std::size_t i = 0; i < std::min(all / size, kMostElements); ++i) {
      const std::size_t first = pointers.size();
      collect({type.information, entry.type}, offset + i * size, depth + 1, pointers);
      for (std::size_t nth = first; nth < pointers.size(); ++nth) {
        pointers[nth].path.insert(0, "[" + std::to_string(i) + "]");
      }
    }
  } else if (entry.tag == kTagStructure || entry.tag == kTagClass) {
    for (const DebugEntry& member : types.data_of(entry)) {
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
    const bool told = !name.empty() && !is_reserved_name(name);
    if (told) pointers[nth].path.insert(0, "." + name);
  }
}

}  // namespace mcheck
