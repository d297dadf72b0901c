// SPDX-License-Identifier: MIT
// Copying and filling memory. No compiler instruments these functions, so their accesses are
// reported here. The engine calls them, too, and must not be reported: when the engine is linked
// into one object (engine/unmodified.cmake), its memcpy becomes mcheck_real_memcpy, and then
// mcheck_intercept_memcpy becomes memcpy, and so on.
#include <dlfcn.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "engine/base/host_state.hpp"
#include "engine/intercept/hooks/access.hpp"
#include "engine/platform/processor/processor.hpp"

namespace {

// The C library's functions, once they can be looked up.
struct Originals {
  void* (*copy)(void*, const void*, std::size_t) = nullptr;
  void* (*move)(void*, const void*, std::size_t) = nullptr;
  void* (*fill)(void*, int, std::size_t) = nullptr;
};
MCHECK_HOST_STATE Originals originals;

template <class Function>
void find(Function& function, const char* name) {
  function = reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

[[gnu::constructor(101)]] void find_originals() {
  find(originals.copy, "memcpy");
  find(originals.move, "memmove");
  find(originals.fill, "memset");
}

// Where plain accesses are scheduling points, a copy is a sequence of copies of at most one
// granule.
bool splits_into_granules() { return mcheck::plain_points && mcheck::active_races != nullptr; }

std::size_t bytes_to_boundary(const char* at) {
  return 8 - reinterpret_cast<std::uintptr_t>(at) % 8;
}
std::size_t bytes_from_boundary(const char* end) {
  return (reinterpret_cast<std::uintptr_t>(end) + 7) % 8 + 1;
}

}  // namespace

// NOLINTBEGIN
extern "C" {

void* mcheck_real_memcpy(void* to, const void* from, std::size_t size) {
  if (originals.copy != nullptr) return originals.copy(to, from, size);
  return mcheck::copy_bytes(to, from, size);
}

void* mcheck_real_memmove(void* to, const void* from, std::size_t size) {
  if (originals.move != nullptr) return originals.move(to, from, size);
  if (to <= from) return mcheck_real_memcpy(to, from, size);
  return mcheck::copy_bytes_backward(to, from, size);
}

void* mcheck_real_memset(void* at, int value, std::size_t size) {
  if (originals.fill != nullptr) return originals.fill(at, value, size);
  return mcheck::fill_bytes(at, value, size);
}

static void copy_granule(char* to, const char* from, std::size_t size) {
  std::uint64_t part = 0;
  mcheck::access(from, size, false);
  mcheck_real_memcpy(&part, from, size);
  mcheck::access(to, size, true);
  mcheck_real_memcpy(to, &part, size);
}

static void* copy_by_granules(void* to, const void* from, std::size_t size) {
  char* at = static_cast<char*>(to);
  const char* source = static_cast<const char*>(from);
  while (size > 0) {
    const std::size_t part = std::min({size, bytes_to_boundary(at), bytes_to_boundary(source)});
    copy_granule(at, source, part);
    at += part;
    source += part;
    size -= part;
  }
  return to;
}

static void* copy_by_granules_backwards(void* to, const void* from, std::size_t size) {
  while (size > 0) {
    char* const end = static_cast<char*>(to) + size;
    const char* const source_end = static_cast<const char*>(from) + size;
    const std::size_t part =
        std::min({size, bytes_from_boundary(end), bytes_from_boundary(source_end)});
    copy_granule(end - part, source_end - part, part);
    size -= part;
  }
  return to;
}

static void* fill_by_granules(void* to, int value, std::size_t size) {
  char* at = static_cast<char*>(to);
  while (size > 0) {
    const std::size_t part = std::min(size, bytes_to_boundary(at));
    mcheck::access(at, part, true);
    mcheck_real_memset(at, value, part);
    at += part;
    size -= part;
  }
  return to;
}

void* mcheck_intercept_memcpy(void* to, const void* from, std::size_t size) {
  if (splits_into_granules()) return copy_by_granules(to, from, size);
  mcheck::access(from, size, false);
  mcheck::access(to, size, true);
  return mcheck_real_memcpy(to, from, size);
}

void* mcheck_intercept_memmove(void* to, const void* from, std::size_t size) {
  if (splits_into_granules()) {
    return to <= from ? copy_by_granules(to, from, size)
                      : copy_by_granules_backwards(to, from, size);
  }
  mcheck::access(from, size, false);
  mcheck::access(to, size, true);
  return mcheck_real_memmove(to, from, size);
}

void* mcheck_intercept_memset(void* at, int value, std::size_t size) {
  if (splits_into_granules()) return fill_by_granules(at, value, size);
  mcheck::access(at, size, true);
  return mcheck_real_memset(at, value, size);
}

void* __tsan_memcpy(void* to, const void* from, std::size_t size) {
  return mcheck_intercept_memcpy(to, from, size);
}
void* __tsan_memmove(void* to, const void* from, std::size_t size) {
  return mcheck_intercept_memmove(to, from, size);
}
void* __tsan_memset(void* at, int value, std::size_t size) {
  return mcheck_intercept_memset(at, value, size);
}
}
// NOLINTEND
