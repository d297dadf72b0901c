// SPDX-License-Identifier: MIT
// Thread-specific data. Each thread keeps its values in memory of its own. The order of creation
// decides the number of a new key, so the number comes from an atomic counter and is not reused. A
// key's destructor is an atomic, too: another thread may delete the key before or after the end of
// a thread.
#include "engine/intercept/keys.hpp"

#include <errno.h>
#include <pthread.h>

#include <cstdint>
#include <cstdlib>

#include <mcheck/detail/memory.hpp>

#include "engine/base/host_state.hpp"
#include "engine/intercept/inside.hpp"
#include "engine/runtime/libraries.hpp"

namespace mcheck {
namespace {

constexpr unsigned kMostKeys = 256;
constexpr unsigned kLibraryKeys = 16;  // the first ones of these
constexpr int kRounds = PTHREAD_DESTRUCTOR_ITERATIONS;

using Destructor = void (*)(void*);

// 0: no such key; 1: it has no destructor.
constexpr std::uint64_t kNoKey = 0;
constexpr std::uint64_t kNoDestructor = 1;

// The variable in which a library keeps its key, and the key's destructor: see libraries.hpp.
struct LibraryKey {
  const pthread_key_t* kept_in;
  std::uint64_t destructor;
};
MCHECK_HOST_STATE constinit LibraryKey library_keys[kLibraryKeys] = {};

MCHECK_WORLD_STATE std::uint64_t keys_made = 0;
MCHECK_WORLD_STATE std::uint64_t destructor_of[kMostKeys] = {};

struct Values {
  void** value = nullptr;
  unsigned count = 0;
};
thread_local Values own;

template <class Word>
detail::Location at(Word& word) {
  return {
      .object = nullptr, .bytes = &word, .size = sizeof word, .upkeep = detail::Upkeep::kEveryUse};
}

std::uint64_t draw_number() {
  const std::uint64_t one = 1;
  std::uint64_t before = 0;
  std::uint64_t after = 0;
  detail::fetch(at(keys_made), detail::Change::kAdd, &one, {.before = &before, .after = &after},
                std::memory_order_relaxed);
  return before;
}

std::uint64_t word_of(Destructor destructor) {
  return destructor == nullptr ? kNoDestructor : reinterpret_cast<std::uint64_t>(destructor);
}

unsigned make_library_key(const pthread_key_t* kept_in, Destructor destructor) {
  unsigned number = 0;
  while (library_keys[number].kept_in != nullptr && library_keys[number].kept_in != kept_in) {
    if (++number == kLibraryKeys) refuse_call("has shared libraries that make more than 16 keys");
  }
  library_keys[number] = {.kept_in = kept_in, .destructor = word_of(destructor)};
  return number;
}

unsigned make_key(Destructor destructor) {
  const std::uint64_t number = kLibraryKeys + draw_number();
  if (number >= kMostKeys) refuse_call("makes more than 240 keys in one execution");
  destructor_of[number] = word_of(destructor);
  return static_cast<unsigned>(number);
}

std::uint64_t load_destructor(unsigned key) {
  if (key < kLibraryKeys) return library_keys[key].destructor;
  std::uint64_t destructor = 0;
  detail::load(at(destructor_of[key]), &destructor, std::memory_order_acquire);
  return destructor;
}

bool has_values() {
  for (unsigned i = 0; i < own.count; ++i) {
    if (own.value[i] != nullptr) return true;
  }
  return false;
}

void destroy(unsigned key) {
  void* const value = own.value[key];
  own.value[key] = nullptr;
  if (value == nullptr) return;
  const std::uint64_t destructor = load_destructor(key);
  if (destructor == kNoKey || destructor == kNoDestructor) return;
  reinterpret_cast<Destructor>(destructor)(value);
}

// This is no operation: a key is deleted when no thread uses it any more, and if one does, the
// current execution shows it.
void require_key(unsigned key) {
  if (key < kLibraryKeys) return;
  if (key >= kMostKeys || destructor_of[key] == kNoKey) {
    misuse("uses a thread-specific key that was deleted, or never made");
  }
}

}  // namespace

void destroy_key_values() {
  for (int round = 0; round < kRounds && has_values(); ++round) {
    for (unsigned key = 0; key < own.count; ++key) destroy(key);
  }
  std::free(own.value);
  own = {};
}

}  // namespace mcheck

// NOLINTBEGIN
extern "C" {

int pthread_key_create(pthread_key_t* key, void (*destructor)(void*)) noexcept {
  *key = mcheck::in_library(key) ? mcheck::make_library_key(key, destructor)
                                 : mcheck::make_key(destructor);
  return 0;
}

int __pthread_key_create(pthread_key_t* key, void (*destructor)(void*)) noexcept {
  return pthread_key_create(key, destructor);
}

int pthread_key_delete(pthread_key_t key) noexcept {
  if (key < mcheck::kLibraryKeys) return 0;
  if (key >= mcheck::kMostKeys) return EINVAL;
  std::uint64_t before = 0;
  mcheck::detail::exchange(mcheck::at(mcheck::destructor_of[key]), &mcheck::kNoKey, &before,
                           std::memory_order_acq_rel);
  return before == mcheck::kNoKey ? EINVAL : 0;
}

void* pthread_getspecific(pthread_key_t key) noexcept {
  if (mcheck::inside()) mcheck::require_key(key);
  return key < mcheck::own.count ? mcheck::own.value[key] : nullptr;
}

int pthread_setspecific(pthread_key_t key, const void* value) noexcept {
  mcheck::Values& own = mcheck::own;
  if (mcheck::inside()) mcheck::require_key(key);
  if (key >= own.count) {
    if (value == nullptr) return 0;
    own.value = static_cast<void**>(std::realloc(own.value, (key + 1) * sizeof(void*)));
    for (unsigned i = own.count; i <= key; ++i) own.value[i] = nullptr;
    own.count = key + 1;
  }
  own.value[key] = const_cast<void*>(value);
  return 0;
}
}
// NOLINTEND
