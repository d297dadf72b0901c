// SPDX-License-Identifier: MIT
// Copying, filling and comparing memory: no compiler puts hooks into these functions, so whoever
// calls them is seen here. The engine calls them, too, and is not to be seen: where the engine is
// made into one object (engine/unmodified.cmake), what it calls memcpy becomes mcheck_real_memcpy,
// and then mcheck_seen_memcpy becomes memcpy, and so on.
#include <dlfcn.h>

#include <cstddef>

#include "engine/base/host_state.hpp"
#include "engine/intercept/access.hpp"

namespace {

// The C library's, once it can be asked for them.
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

}  // namespace

// NOLINTBEGIN
extern "C" {

void* mcheck_real_memcpy(void* to, const void* from, std::size_t size) {
  if (real.copy != nullptr) return real.copy(to, from, size);
  void* const result = to;
  asm volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(size) : : "memory");
  return result;
}

void* mcheck_real_memmove(void* to, const void* from, std::size_t size) {
  if (real.move != nullptr) return real.move(to, from, size);
  if (to <= from) return mcheck_real_memcpy(to, from, size);
  char* last = static_cast<char*>(to) + size - 1;
  const char* from_last = static_cast<const char*>(from) + size - 1;
  asm volatile("std\n\trep movsb\n\tcld" : "+D"(last), "+S"(from_last), "+c"(size) : : "memory");
  return to;
}

void* mcheck_real_memset(void* at, int value, std::size_t size) {
  if (real.fill != nullptr) return real.fill(at, value, size);
  void* const result = at;
  asm volatile("rep stosb" : "+D"(at), "+c"(size) : "a"(value) : "memory");
  return result;
}

void* mcheck_seen_memcpy(void* to, const void* from, std::size_t size) {
  mcheck::access(from, size, false);
  mcheck::access(to, size, true);
  return mcheck_real_memcpy(to, from, size);
}

void* mcheck_seen_memmove(void* to, const void* from, std::size_t size) {
  mcheck::access(from, size, false);
  mcheck::access(to, size, true);
  return mcheck_real_memmove(to, from, size);
}

void* mcheck_seen_memset(void* at, int value, std::size_t size) {
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
