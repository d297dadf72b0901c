// SPDX-License-Identifier: MIT
#include "engine/world/heap.hpp"

#include <bit>
#include <new>

#include "engine/world/raw_copy.hpp"

namespace mcheck {
namespace {

std::size_t rounded(std::size_t size) {
  if (size <= 1024) return size < 16 ? 16 : (size + 15) & ~std::size_t{15};
  return std::bit_ceil(size);
}

}  // namespace

Heap* Heap::create(const Place& place) {
  Heap* heap = new (place.heap()) Heap;
  heap->used_ = (sizeof(Heap) + 63) & ~std::size_t{63};
  return heap;
}

std::size_t Heap::class_of(std::size_t bytes) {
  if (bytes <= kSmall) return bytes / 16;
  return kSmallClasses + static_cast<std::size_t>(std::bit_width(bytes) - 11);
}

void* Heap::allocate(std::size_t size, std::size_t alignment) {
  if (size > kHeapBytes / 2 || alignment > kHeapBytes / 2) return nullptr;
  const std::size_t bytes = rounded(size);
  if (alignment <= 16) {
    void*& list = free_[class_of(bytes)];
    if (list != nullptr) {
      void* block = list;
      list = header(block)->next_free;
      header(block)->bytes &= ~kFree;
      return block;
    }
  }
  const std::uintptr_t base = reinterpret_cast<std::uintptr_t>(this);
  const std::size_t align = alignment < 16 ? 16 : alignment;
  const std::size_t offset = ((base + used_ + sizeof(Header) + align - 1) & ~(align - 1)) - base;
  if (offset + bytes > kHeapBytes) return nullptr;
  used_ = offset + bytes;
  void* block = reinterpret_cast<std::byte*>(this) + offset;
  *header(block) = {.bytes = bytes | (alignment > 16 ? kNotReused : 0), .next_free = nullptr};
  raw_fill(block, 0xa5, bytes);
  return block;
}

void Heap::free(void* block) {
  Header* head = header(block);
  if ((head->bytes & kFree) != 0) return;  // a double free; detected and named by a later version
  void*& list = free_[class_of(head->bytes & ~(kFree | kNotReused))];
  head->bytes |= kFree;
  if ((head->bytes & kNotReused) != 0) return;
  head->next_free = list;
  list = block;
}

std::size_t Heap::usable_size(const void* block) {
  return reinterpret_cast<const Header*>(block)[-1].bytes & ~(kFree | kNotReused);
}

}  // namespace mcheck
