// SPDX-License-Identifier: MIT
// Thread-specific data. Each thread keeps its values in memory of its own. The order of creation
// decides the number of a new key, so the number comes from an atomic counter and is not reused. A
// key's destructor is an atomic, too: another thread may delete the key before or after the end of
// a thread.
#include "engine/intercept/threads/thread_keys.hpp"

#include <errno.h>
#include <pthread.h>

#include <cstdint>
#include <cstdlib>

#include <mcheck/detail/memory.hpp>

#include "engine/base/host_state.hpp"
#include "engine/intercept/program/program_call.hpp"
#include "engine/runtime/process/libraries.hpp"

namespace mcheck {
namespace {

constexpr unsigned kMaxKeys = 256;
constexpr unsigned kLibraryKeys = 16;  // the first ones of these
constexpr int kDestructorRounds = PTHREAD_DESTRUCTOR_ITERATIONS;

using Destructor = void (*)(void*);

// 0: no such key; 1: it has no destructor.
constexpr std::uint64_t kNoKey = 0;
constexpr std::uint64_t kNoDestructor = 1;

// The variable in which a library keeps its key, and the key's destructor: see libraries.hpp.
struct LibraryKey {
  const pthread_key_t* key_address;
  std::uint64_t destructor;
};
MCHECK_HOST_STATE constinit LibraryKey library_keys[kLibraryKeys] = {};

MCHECK_PROGRAM_STATE std::uint64_t key_count = 0;
MCHECK_PROGRAM_STATE std::uint64_t destructors[kMaxKeys] = {};

struct ThreadValues {
  void** value = nullptr;
  unsigned count = 0;
};
thread_local ThreadValues thread_values;

template <class Word>
detail::Location location_of(Word& word) {
  return {.object = nullptr,
          .bytes = &word,
          .size = sizeof word,
          .memory_update = detail::MemoryUpdate::kEveryChange,
          .newest = true};
}

std::uint64_t allocate_key_number() {
  const std::uint64_t one = 1;
  std::uint64_t before = 0;
  std::uint64_t after = 0;
  detail::fetch(location_of(key_count), detail::Change::kAdd, &one,
                {.before = &before, .after = &after}, std::memory_order_relaxed);
  return before;
}

std::uint64_t destructor_word(Destructor destructor) {
  return destructor == nullptr ? kNoDestructor : reinterpret_cast<std::uint64_t>(destructor);
}

unsigned make_library_key(const pthread_key_t* key_address, Destructor destructor) {
  unsigned number = 0;
  while (library_keys[number].key_address != nullptr &&
         library_keys[number].key_address != key_address) {
    if (++number == kLibraryKeys)
      reject_call("has shared libraries that create more than 16 thread-specific keys");
  }
  library_keys[number] = {.key_address = key_address, .destructor = destructor_word(destructor)};
  return number;
}

unsigned make_key(Destructor destructor) {
  const std::uint64_t number = kLibraryKeys + allocate_key_number();
  if (number >= kMaxKeys)
    reject_call("creates more than 240 thread-specific keys in one execution");
  destructors[number] = destructor_word(destructor);
  return static_cast<unsigned>(number);
}

std::uint64_t load_destructor(unsigned key) {
  if (key < kLibraryKeys) return library_keys[key].destructor;
  std::uint64_t destructor = 0;
  detail::load(location_of(destructors[key]), &destructor, std::memory_order_acquire);
  return destructor;
}

bool has_values() {
  for (unsigned i = 0; i < thread_values.count; ++i) {
    if (thread_values.value[i] != nullptr) return true;
  }
  return false;
}

void destroy_value(unsigned key) {
  void* const value = thread_values.value[key];
  thread_values.value[key] = nullptr;
  if (value == nullptr) return;
  const std::uint64_t destructor = load_destructor(key);
  if (destructor == kNoKey || destructor == kNoDestructor) return;
  reinterpret_cast<Destructor>(destructor)(value);
}

// This is no operation: a key is deleted when no thread uses it any more, and if one does, the
// current execution shows it.
void require_key(unsigned key) {
  if (key < kLibraryKeys) return;
  if (key >= kMaxKeys || destructors[key] == kNoKey) {
    report_misuse("uses a thread-specific key that was deleted or never created");
  }
}

}  // namespace

void destroy_key_values() {
  for (int round = 0; round < kDestructorRounds && has_values(); ++round) {
    for (unsigned key = 0; key < thread_values.count; ++key) destroy_value(key);
  }
  std::free(thread_values.value);
  thread_values = {};
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
  if (key >= mcheck::kMaxKeys) return EINVAL;
  std::uint64_t before = 0;
  mcheck::detail::exchange(mcheck::location_of(mcheck::destructors[key]), &mcheck::kNoKey, &before,
                           std::memory_order_acq_rel);
  return before == mcheck::kNoKey ? EINVAL : 0;
}

void* pthread_getspecific(pthread_key_t key) noexcept {
  if (mcheck::on_program_thread()) mcheck::require_key(key);
  return key < mcheck::thread_values.count ? mcheck::thread_values.value[key] : nullptr;
}

int pthread_setspecific(pthread_key_t key, const void* value) noexcept {
  mcheck::ThreadValues& thread_values = mcheck::thread_values;
  if (mcheck::on_program_thread()) mcheck::require_key(key);
  if (key >= thread_values.count) {
    if (value == nullptr) return 0;
    thread_values.value =
        static_cast<void**>(std::realloc(thread_values.value, (key + 1) * sizeof(void*)));
    for (unsigned i = thread_values.count; i <= key; ++i) thread_values.value[i] = nullptr;
    thread_values.count = key + 1;
  }
  thread_values.value[key] = const_cast<void*>(value);
  return 0;
}
}
// NOLINTEND
