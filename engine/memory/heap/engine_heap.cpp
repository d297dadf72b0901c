// SPDX-License-Identifier: MIT
#include "engine/memory/heap/engine_heap.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>

namespace mcheck {
namespace {

constexpr std::size_t kMapStep = 1 << 20;

using Sizes = EngineHeap;
static_assert(Sizes::class_of(1024) + 1 == Sizes::class_of(1025));
static_assert(Sizes::class_of(1281) == Sizes::class_of(1536));
static_assert(Sizes::class_of(1536) + 1 == Sizes::class_of(1537));
static_assert(Sizes::size_of(Sizes::class_of(1281)) == 1536);
static_assert(Sizes::size_of(Sizes::class_of(32 << 10)) == 32 << 10);
static_assert(Sizes::size_of(Sizes::class_of(1 << 20)) == 1 << 20);

bool map_at(std::byte* address, std::size_t size) {
  void* got = mmap(address, size, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  return got == address;
}

std::byte* aligned_up(std::byte* pointer, std::size_t alignment) {
  const auto number = reinterpret_cast<std::uintptr_t>(pointer);
  return reinterpret_cast<std::byte*>((number + alignment - 1) & ~(alignment - 1));
}

}  // namespace

void* EngineHeap::allocate_fresh(std::size_t number) {
  Class& all = classes_[number];
  const std::size_t size = size_of(number);
  if (static_cast<std::size_t>(all.end - all.next) < size) {
    std::byte* const chunk = take_chunks(1, kChunk, number);
    if (chunk == nullptr) return nullptr;
    all.next = chunk;
    all.end = chunk + kChunk;
  }
  void* const block = all.next;
  all.next += size;
  return block;
}

// Over-aligned, or a run of chunks. In a chunk, blocks whose size is a power of two are aligned to
// it.
void* EngineHeap::allocate_large_or_aligned(std::size_t size, std::size_t alignment) {
  if (size > kEngineHeapBytes / 2 || alignment > kEngineHeapBytes / 2) return nullptr;
  if (alignment > 16) size = std::bit_ceil(std::max(size, std::min(alignment, kChunk)));
  const std::size_t number = class_of(size);
  if (size <= kLargestBlock) return allocate_block(number);
  if (classes_[number].free != nullptr && alignment <= kChunk) return allocate_block(number);
  const std::size_t count = (size_of(number) + kChunk - 1) / kChunk;
  return take_chunks(count, std::max(alignment, kChunk), number);
}

std::byte* EngineHeap::take_chunks(std::size_t count, std::size_t alignment, std::size_t number) {
  auto* const base = reinterpret_cast<std::byte*>(kEngineHeapBase);
  if (next_chunk_ == nullptr) {
    if (!map_at(base, kChunks)) return nullptr;
    next_chunk_ = mapped_end_ = aligned_up(base + kChunks, kChunk);
  }
  std::byte* const begin = aligned_up(next_chunk_, alignment);
  std::byte* const end = begin + count * kChunk;
  if (end > base + kEngineHeapBytes) return nullptr;
  if (end > mapped_end_) {
    std::byte* const mapped = aligned_up(end, kMapStep);
    if (!map_at(mapped_end_, static_cast<std::size_t>(mapped - mapped_end_))) return nullptr;
    mapped_end_ = mapped;
  }
  next_chunk_ = end;
  const auto chunk = static_cast<std::size_t>(begin - base) / kChunk;
  base[chunk] = static_cast<std::byte>(number);
  return begin;
}

// Pages that were returned to the system, or never used, are zero, except for the free list's link.
void* EngineHeap::allocate_zeroed(std::size_t size) {
  void* const block = allocate(size);
  if (block == nullptr) return nullptr;
  const std::size_t dirty = class_at(block) >= kFirstReturnedClass ? sizeof(Free) : size;
  std::memset(block, 0, std::min(size, dirty));
  return block;
}

void EngineHeap::return_pages(void* block, std::size_t size) {
  madvise(block, size, MADV_DONTNEED);
}

}  // namespace mcheck
