// SPDX-License-Identifier: MIT
// Copying and filling memory. No compiler instruments these functions, so their accesses are
// reported here. The engine calls them, too, and must not be reported: when the engine is linked
// into one object (engine/unmodified.cmake), its memcpy becomes mcheck_real_memcpy, and then
// mcheck_seen_memcpy becomes memcpy, and so on.
#include <dlfcn.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "engine/base/host_state.hpp"
#include "engine/intercept/access.hpp"
#include "engine/platform/processor.hpp"

namespace {

// The C library's functions, once they can be looked up.
struct Real {
  void* (*copy)(void*, const void*, std::size_t) = nullptr;
  void* (*move)(void*, const void*, std::size_t) = nullptr;
  void* (*fill)(void*, int, std::size_t) = nullptr;
};
MCHECK_HOST_STATE Real real;

template <class Function>
void find(Function& function, const char* name) {
  function = reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

[[gnu::constructor(101)]] void find_real() {
  find(real.copy, "memcpy");
  find(real.move, "memmove");
  find(real.fill, "memset");
}

// Where plain accesses are scheduling points, a copy is a sequence of copies of at most one
// granule.
bool in_parts() { return mcheck::plain_points && mcheck::watching_races != nullptr; }

std::size_t to_boundary(const char* at) { return 8 - reinterpret_cast<std::uintptr_t>(at) % 8; }
std::size_t from_boundary(const char* end) {
  return (reinterpret_cast<std::uintptr_t>(end) + 7) % 8 + 1;
}

}  // namespace

// NOLINTBEGIN
extern "C" {

void* mcheck_real_memcpy(void* to, const void* from, std::size_t size) {
  if (real.copy != nullptr) return real.copy(to, from, size);
  return mcheck::copy_bytes(to, from, size);
}

void* mcheck_real_memmove(void* to, const void* from, std::size_t size) {
  if (real.move != nullptr) return real.move(to, from, size);
  if (to <= from) return mcheck_real_memcpy(to, from, size);
  return mcheck::move_bytes_down(to, from, size);
}

void* mcheck_real_memset(void* at, int value, std::size_t size) {
  if (real.fill != nullptr) return real.fill(at, value, size);
  return mcheck::fill_bytes(at, value, size);
}

static void copy_part(char* to, const char* from, std::size_t size) {
  std::uint64_t part = 0;
  mcheck::access(from, size, false);
  mcheck_real_memcpy(&part, from, size);
  mcheck::access(to, size, true);
  mcheck_real_memcpy(to, &part, size);
}

static void* copy_in_parts(void* to, const void* from, std::size_t size) {
  char* at = static_cast<char*>(to);
  const char* source = static_cast<const char*>(from);
  while (size > 0) {
    const std::size_t part = std::min({size, to_boundary(at), to_boundary(source)});
    copy_part(at, source, part);
    at += part;
    source += part;
    size -= part;
  }
  return to;
}

static void* copy_in_parts_backwards(void* to, const void* from, std::size_t size) {
  while (size > 0) {
    char* const end = static_cast<char*>(to) + size;
    const char* const source_end = static_cast<const char*>(from) + size;
    const std::size_t part = std::min({size, from_boundary(end), from_boundary(source_end)});
    copy_part(end - part, source_end - part, part);
    size -= part;
  }
  return to;
}

static void* fill_in_parts(void* to, int value, std::size_t size) {
  char* at = static_cast<char*>(to);
  while (size > 0) {
    const std::size_t part = std::min(size, to_boundary(at));
    mcheck::access(at, part, true);
    mcheck_real_memset(at, value, part);
    at += part;
    size -= part;
  }
  return to;
}

void* mcheck_seen_memcpy(void* to, const void* from, std::size_t size) {
  if (in_parts()) return copy_in_parts(to, from, size);
  mcheck::access(from, size, false);
  mcheck::access(to, size, true);
  return mcheck_real_memcpy(to, from, size);
}

void* mcheck_seen_memmove(void* to, const void* from, std::size_t size) {
  if (in_parts()) {
    return to <= from ? copy_in_parts(to, from, size) : copy_in_parts_backwards(to, from, size);
  }
  mcheck::access(from, size, false);
  mcheck::access(to, size, true);
  return mcheck_real_memmove(to, from, size);
}

void* mcheck_seen_memset(void* at, int value, std::size_t size) {
  if (in_parts()) return fill_in_parts(at, value, size);
  mcheck::access(at, size, true);
  return mcheck_real_memset(at, value, size);
}

void* __tsan_memcpy(void* to, const void* from, std::size_t size) {
  return mcheck_seen_memcpy(to, from, size);
}
void* __tsan_memmove(void* to, const void* from, std::size_t size) {
  return mcheck_seen_memmove(to, from, size);
}
void* __tsan_memset(void* at, int value, std::size_t size) {
  return mcheck_seen_memset(at, value, size);
}
}
// NOLINTEND
