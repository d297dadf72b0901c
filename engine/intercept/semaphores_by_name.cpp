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
#include "engine/intercept/inside.hpp"
#include "engine/intercept/semaphores.hpp"

namespace mcheck {
namespace {

struct Named {
  sem_t semaphore;
  char name[64];
  bool linked;
  Named* next;
};

MCHECK_WORLD_STATE Named* named = nullptr;
MCHECK_WORLD_STATE constinit detail::Object guard{"names of semaphores"};

class Guarded {
 public:
  Guarded() { detail::lock(guard, detail::LockKind::kPlain); }
  Guarded(const Guarded&) = delete;
  Guarded& operator=(const Guarded&) = delete;
  ~Guarded() { detail::unlock(guard, detail::LockKind::kPlain); }
};

Named* find(const char* name) {
  for (Named* one = named; one != nullptr; one = one->next) {
    if (one->linked && std::strcmp(one->name, name) == 0) return one;
  }
  return nullptr;
}

Named* make(const char* name, unsigned value) {
  auto* one = static_cast<Named*>(std::malloc(sizeof(Named)));
  make_semaphore(&one->semaphore, value);
  std::strcpy(one->name, name);
  one->linked = true;
  one->next = named;
  named = one;
  return one;
}

template <class Result>
Result fails_with(int error, Result result) {
  errno = error;
  return result;
}

sem_t* open_named(const char* name, int flags, unsigned value) {
  if (std::strlen(name) >= sizeof(Named::name)) return fails_with(ENAMETOOLONG, SEM_FAILED);
  const Guarded guarded;
  Named* one = find(name);
  if (one != nullptr && (flags & O_CREAT) != 0 && (flags & O_EXCL) != 0) {
    return fails_with(EEXIST, SEM_FAILED);
  }
  if (one == nullptr && (flags & O_CREAT) == 0) return fails_with(ENOENT, SEM_FAILED);
  if (one == nullptr && value > kMostPermits) return fails_with(EINVAL, SEM_FAILED);
  if (one == nullptr) one = make(name, value);
  return &one->semaphore;
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
  const mcheck::Guarded guarded;
  mcheck::Named* const one = mcheck::find(name);
  if (one == nullptr) return mcheck::fails_with(ENOENT, -1);
  one->linked = false;
  return 0;
}
}
// NOLINTEND
