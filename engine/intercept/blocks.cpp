// SPDX-License-Identifier: MIT
// Libraries that are not instrumented free blocks, too, and may have counted who uses them in a way
// that cannot be seen (an exception that several threads hold): what they free is not judged. That
// is why operator delete is here: the C++ library's would be the one that frees.
#include "engine/intercept/blocks.hpp"

#include <dlfcn.h>

#include <cstddef>
#include <new>
#include <string_view>

#include "engine/runtime/accesses.hpp"
#include "engine/world/allocation.hpp"

extern "C" {
extern const char __executable_start[];  // NOLINT(bugprone-reserved-identifier)
extern const char etext[];               // NOLINT
}

namespace mcheck {
namespace {

bool is_in_own_file(const void* caller) {
  if (caller >= __executable_start && caller < etext) return true;
  Dl_info info{};
  if (caller == nullptr || dladdr(caller, &info) == 0) return false;
  const std::string_view file = info.dli_fname;
  return !file.starts_with("/lib") && !file.starts_with("/usr/");
}

void freed(const void* block, std::size_t size, const void* caller) {
  if (watching_races != nullptr && is_the_programs(caller)) memory_freed(block, size, caller);
}

}  // namespace

bool is_the_programs(const void* caller) { return is_in_own_file(caller); }

void watch_memory() { watch_blocks({.allocated = memory_allocated, .freed = freed}); }

}  // namespace mcheck

// NOLINTBEGIN
[[gnu::weak]] void operator delete(void* block) noexcept {
  mcheck::free_for(block, __builtin_return_address(0));
}
[[gnu::weak]] void operator delete[](void* block) noexcept {
  mcheck::free_for(block, __builtin_return_address(0));
}
[[gnu::weak]] void operator delete(void* block, std::size_t) noexcept {
  mcheck::free_for(block, __builtin_return_address(0));
}
[[gnu::weak]] void operator delete[](void* block, std::size_t) noexcept {
  mcheck::free_for(block, __builtin_return_address(0));
}
[[gnu::weak]] void operator delete(void* block, std::align_val_t) noexcept {
  mcheck::free_for(block, __builtin_return_address(0));
}
[[gnu::weak]] void operator delete[](void* block, std::align_val_t) noexcept {
  mcheck::free_for(block, __builtin_return_address(0));
}
[[gnu::weak]] void operator delete(void* block, std::size_t, std::align_val_t) noexcept {
  mcheck::free_for(block, __builtin_return_address(0));
}
[[gnu::weak]] void operator delete[](void* block, std::size_t, std::align_val_t) noexcept {
  mcheck::free_for(block, __builtin_return_address(0));
}
[[gnu::weak]] void operator delete(void* block, const std::nothrow_t&) noexcept {
  mcheck::free_for(block, __builtin_return_address(0));
}
[[gnu::weak]] void operator delete[](void* block, const std::nothrow_t&) noexcept {
  mcheck::free_for(block, __builtin_return_address(0));
}
// NOLINTEND
