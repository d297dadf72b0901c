// SPDX-License-Identifier: MIT
// Semaphores with a name. No other process takes part, so the names are kept in the program's own
// memory, under a lock: the schedule decides which thread opens one first.
#include <errno.h>
#include <fcntl.h>

#include <cstdarg>
#include <cstdlib>
#include <cstring>

#include <mcheck/detail/locks.hpp>

#include "engine/base/host_state.hpp"
#include "engine/intercept/program/program_call.hpp"
#include "engine/intercept/sync/semaphores.hpp"

namespace mcheck {
namespace {

struct NamedSemaphore {
  sem_t semaphore;
  char name[64];
  bool linked;
  NamedSemaphore* next;
};

MCHECK_PROGRAM_STATE NamedSemaphore* named_semaphores = nullptr;
MCHECK_PROGRAM_STATE constinit detail::Object names_mutex{"names of semaphores"};

class NamesLock {
 public:
  NamesLock() { detail::lock(names_mutex, detail::LockKind::kPlain); }
  NamesLock(const NamesLock&) = delete;
  NamesLock& operator=(const NamesLock&) = delete;
  ~NamesLock() { detail::unlock(names_mutex, detail::LockKind::kPlain); }
};

NamedSemaphore* find(const char* name) {
  for (NamedSemaphore* entry = named_semaphores; entry != nullptr; entry = entry->next) {
    if (entry->linked && std::strcmp(entry->name, name) == 0) return entry;
  }
  return nullptr;
}

NamedSemaphore* make(const char* name, unsigned value) {
  auto* entry = static_cast<NamedSemaphore*>(std::malloc(sizeof(NamedSemaphore)));
  make_semaphore(&entry->semaphore, value);
  std::memcpy(entry->name, name, std::strlen(name) + 1);
  entry->linked = true;
  entry->next = named_semaphores;
  named_semaphores = entry;
  return entry;
}

template <class Result>
Result fails_with(int error, Result result) {
  errno = error;
  return result;
}

sem_t* open_named(const char* name, int flags, unsigned value) {
  if (std::strlen(name) >= sizeof(NamedSemaphore::name))
    return fails_with(ENAMETOOLONG, SEM_FAILED);
  const NamesLock names_lock;
  NamedSemaphore* entry = find(name);
  if (entry != nullptr && (flags & O_CREAT) != 0 && (flags & O_EXCL) != 0) {
    return fails_with(EEXIST, SEM_FAILED);
  }
  if (entry == nullptr && (flags & O_CREAT) == 0) return fails_with(ENOENT, SEM_FAILED);
  if (entry == nullptr && value > kMaxPermits) return fails_with(EINVAL, SEM_FAILED);
  if (entry == nullptr) entry = make(name, value);
  return &entry->semaphore;
}

}  // namespace
}  // namespace mcheck

// NOLINTBEGIN
extern "C" {

sem_t* sem_open(const char* name, int flags, ...) noexcept {
  unsigned value = 0;
  if ((flags & O_CREAT) != 0) {
    va_list more;
    va_start(more, flags);
    (void)va_arg(more, mode_t);
    value = va_arg(more, unsigned);
    va_end(more);
  }
  return mcheck::open_named(name, flags, value);
}

// A closed semaphore may still be open elsewhere: it stays until the end of the execution.
int sem_close(sem_t*) noexcept { return 0; }

int sem_unlink(const char* name) noexcept {
  const mcheck::NamesLock names_lock;
  mcheck::NamedSemaphore* const entry = mcheck::find(name);
  if (entry == nullptr) return mcheck::fails_with(ENOENT, -1);
  entry->linked = false;
  return 0;
}
}
// NOLINTEND
