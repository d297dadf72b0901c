// SPDX-License-Identifier: MIT
// operator new and delete for the whole process, so that a block records how it was allocated.
//
// A program may replace them: its functions are then called wherever the standard says that the
// library's default calls them.
#include <new>

#include "engine/memory/heap/allocation.hpp"

namespace {

using mcheck::Origin;

void* allocate_or_throw(const mcheck::AllocationRequest& request) {
  for (;;) {
    void* const block = mcheck::allocate_program_block(request);
    if (block != nullptr) return block;
    const std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) throw std::bad_alloc();
    handler();
  }
}

constexpr std::size_t kDefaultAlignment = 16;

// What our operator delete expects: if the program has replaced operator new but not delete, it is
// free(), as the library's would be.
Origin scalar_origin();

}  // namespace

// NOLINTBEGIN
extern "C" {
void* mcheck_operator_new(std::size_t size) {
  return allocate_or_throw({Origin::kNew, size, kDefaultAlignment, __builtin_return_address(0)});
}
void* mcheck_operator_new_aligned(std::size_t size, std::align_val_t alignment) {
  return allocate_or_throw(
      {Origin::kNew, size, static_cast<std::size_t>(alignment), __builtin_return_address(0)});
}
void* mcheck_operator_new_array(std::size_t size);
void* mcheck_operator_new_array_aligned(std::size_t size, std::align_val_t alignment);
void mcheck_operator_delete(void* block) noexcept {
  mcheck::free_program_block(scalar_origin(), block, __builtin_return_address(0));
}
void mcheck_operator_delete_aligned(void* block, std::align_val_t) noexcept {
  mcheck::free_program_block(scalar_origin(), block, __builtin_return_address(0));
}
void mcheck_operator_delete_array(void* block) noexcept;
void mcheck_operator_delete_array_aligned(void* block, std::align_val_t) noexcept;
}

#define MCHECK_DEFAULT(name) [[gnu::weak, gnu::alias(#name)]]
MCHECK_DEFAULT(mcheck_operator_new) void* operator new(std::size_t size);
MCHECK_DEFAULT(mcheck_operator_new_aligned)
void* operator new(std::size_t size, std::align_val_t alignment);
MCHECK_DEFAULT(mcheck_operator_new_array) void* operator new[](std::size_t size);
MCHECK_DEFAULT(mcheck_operator_new_array_aligned)
void* operator new[](std::size_t size, std::align_val_t alignment);
MCHECK_DEFAULT(mcheck_operator_delete) void operator delete(void* block) noexcept;
MCHECK_DEFAULT(mcheck_operator_delete_aligned)
void operator delete(void* block, std::align_val_t) noexcept;
MCHECK_DEFAULT(mcheck_operator_delete_array) void operator delete[](void* block) noexcept;
MCHECK_DEFAULT(mcheck_operator_delete_array_aligned)
void operator delete[](void* block, std::align_val_t) noexcept;

namespace {

// Whether the visible function is another than ours.
template <class Function>
bool is_replaced(Function* visible, Function* ours) {
  Function* volatile first = visible;
  Function* volatile second = ours;
  return first != second;
}

using New = void*(std::size_t);
using AlignedNew = void*(std::size_t, std::align_val_t);
using Delete = void(void*) noexcept;
using AlignedDelete = void(void*, std::align_val_t) noexcept;

bool new_is_replaced() {
  return is_replaced<New>(static_cast<New*>(&::operator new), &mcheck_operator_new);
}
bool aligned_new_is_replaced() {
  return is_replaced<AlignedNew>(static_cast<AlignedNew*>(&::operator new),
                                 &mcheck_operator_new_aligned);
}
bool delete_is_replaced() {
  return is_replaced<Delete>(static_cast<Delete*>(&::operator delete), &mcheck_operator_delete);
}
bool aligned_delete_is_replaced() {
  return is_replaced<AlignedDelete>(static_cast<AlignedDelete*>(&::operator delete),
                                    &mcheck_operator_delete_aligned);
}
bool array_delete_is_replaced() {
  return is_replaced<Delete>(static_cast<Delete*>(&::operator delete[]),
                             &mcheck_operator_delete_array);
}

Origin scalar_origin() { return new_is_replaced() ? Origin::kMalloc : Origin::kNew; }

void delete_scalar(void* block, const void* caller) {
  if (delete_is_replaced()) return ::operator delete(block);
  mcheck::free_program_block(scalar_origin(), block, caller);
}

// If the program replaces operator delete, its arrays come from its operator new, too.
void delete_array(void* block, const void* caller) {
  if (array_delete_is_replaced()) return ::operator delete[](block);
  if (delete_is_replaced()) return ::operator delete(block);
  mcheck::free_program_block(Origin::kNewArray, block, caller);
}

}  // namespace

extern "C" {
void* mcheck_operator_new_array(std::size_t size) {
  if (new_is_replaced()) return ::operator new(size);
  return allocate_or_throw(
      {Origin::kNewArray, size, kDefaultAlignment, __builtin_return_address(0)});
}
void* mcheck_operator_new_array_aligned(std::size_t size, std::align_val_t alignment) {
  if (aligned_new_is_replaced()) return ::operator new(size, alignment);
  return allocate_or_throw(
      {Origin::kNewArray, size, static_cast<std::size_t>(alignment), __builtin_return_address(0)});
}
void mcheck_operator_delete_array(void* block) noexcept {
  if (delete_is_replaced()) return ::operator delete(block);
  mcheck::free_program_block(Origin::kNewArray, block, __builtin_return_address(0));
}
void mcheck_operator_delete_array_aligned(void* block, std::align_val_t alignment) noexcept {
  if (aligned_delete_is_replaced()) return ::operator delete(block, alignment);
  mcheck::free_program_block(Origin::kNewArray, block, __builtin_return_address(0));
}
}

#define MCHECK_NOTHROW(call) \
  try {                      \
    return call;             \
  } catch (...) {            \
    return nullptr;          \
  }

[[gnu::weak]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  MCHECK_NOTHROW(::operator new(size))
}
[[gnu::weak]] void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  MCHECK_NOTHROW(::operator new[](size))
}
[[gnu::weak]] void* operator new(std::size_t size, std::align_val_t alignment,
                                 const std::nothrow_t&) noexcept {
  MCHECK_NOTHROW(::operator new(size, alignment))
}
[[gnu::weak]] void* operator new[](std::size_t size, std::align_val_t alignment,
                                   const std::nothrow_t&) noexcept {
  MCHECK_NOTHROW(::operator new[](size, alignment))
}
[[gnu::weak]] void operator delete(void* block, std::size_t) noexcept {
  delete_scalar(block, __builtin_return_address(0));
}
[[gnu::weak]] void operator delete[](void* block, std::size_t) noexcept {
  delete_array(block, __builtin_return_address(0));
}
[[gnu::weak]] void operator delete(void* block, const std::nothrow_t&) noexcept {
  delete_scalar(block, __builtin_return_address(0));
}
[[gnu::weak]] void operator delete[](void* block, const std::nothrow_t&) noexcept {
  delete_array(block, __builtin_return_address(0));
}
[[gnu::weak]] void operator delete(void* block, std::size_t, std::align_val_t alignment) noexcept {
  if (aligned_delete_is_replaced()) return ::operator delete(block, alignment);
  mcheck::free_program_block(scalar_origin(), block, __builtin_return_address(0));
}
[[gnu::weak]] void operator delete[](void* block, std::size_t,
                                     std::align_val_t alignment) noexcept {
  if (aligned_delete_is_replaced()) return ::operator delete(block, alignment);
  mcheck::free_program_block(Origin::kNewArray, block, __builtin_return_address(0));
}
[[gnu::weak]] void operator delete(void* block, std::align_val_t alignment,
                                   const std::nothrow_t&) noexcept {
  ::operator delete(block, alignment);
}
[[gnu::weak]] void operator delete[](void* block, std::align_val_t alignment,
                                     const std::nothrow_t&) noexcept {
  ::operator delete[](block, alignment);
}
// NOLINTEND
