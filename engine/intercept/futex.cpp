// SPDX-License-Identifier: MIT
// The futex system call, on which std::atomic's wait and notify, std::future and the C++20
// semaphores are built, where it is called through the C library's syscall(): from the program and
// from inside the C++ library. To wait at four bytes of memory is to wait at the atomic in these
// bytes.
//
// Only atomic operations may change these bytes: after a plain write, a waiter that was enqueued
// before waits at an atomic that no longer exists.
//
// Some other system calls have a function in the C library that is intercepted; they are forwarded
// to it. All others go to the kernel.
#include <errno.h>
#include <linux/futex.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cstdarg>
#include <cstdint>
#include <cstring>

#include "engine/intercept/deadlines.hpp"
#include "engine/intercept/inside.hpp"
#include "engine/intercept/overlay.hpp"
#include "engine/platform/processor.hpp"
#include "engine/runtime/machine.hpp"
#include "engine/world/place.hpp"

namespace mcheck {
namespace {

struct Arguments {
  long word[6];

  template <class Pointer>
  [[nodiscard]] Pointer* at(int i) const {
    return reinterpret_cast<Pointer*>(word[i]);
  }
};

long fails_with(int error) {
  errno = error;
  return -1;
}

// Uninstrumented code, such as that of the C++ library, has changed the bytes of an atomic at which
// threads wait. A store makes this change visible to the search.
void catch_up(std::uint32_t* address) {
  Execution& execution = Machine::current()->execution();
  const ObjectId known = execution.find_object_at(address);
  if (known == kNoObject || execution.find_object(known)->kind != ObjectKind::kAtomic) return;
  const Word value = execution.value_of(known);
  const std::uint32_t now = *address;
  if (value == now || execution.threads_at(known).empty()) return;
  *address = static_cast<std::uint32_t>(value);
  perform({.kind = Kind::kStore, .bytes = sizeof now, .object = known, .a = now});
  *address = now;
}

ObjectId atomic_at(const void* address) {
  std::uint32_t now = 0;
  std::memcpy(&now, address, sizeof now);
  return identify_address(address, {ObjectKind::kAtomic, sizeof now},
                          {.value = now, .extra = 0, .threads = {}});
}

// A plain wait has a duration, a wait with a bitset has a deadline.
void time_is_up(int operation, const timespec& time) {
  const bool until = (operation & FUTEX_CMD_MASK) == FUTEX_WAIT_BITSET;
  const bool real = (operation & FUTEX_CLOCK_REALTIME) != 0;
  if (until) {
    wait_is_over(real ? CLOCK_REALTIME : CLOCK_MONOTONIC, time);
  } else {
    time_passes(nanoseconds_of(time));
  }
}

long wait(const Arguments& given) {
  const auto* time = given.at<const timespec>(3);
  if (time != nullptr && !is_time(time)) return fails_with(EINVAL);
  const ObjectId atomic = atomic_at(given.at<void>(0));
  const Operation look{.kind = Kind::kAtomicWait,
                       .bytes = sizeof(std::uint32_t),
                       .object = atomic,
                       .a = static_cast<std::uint32_t>(given.word[2])};
  if (perform(look).result != 0) return fails_with(EAGAIN);
  if (time == nullptr || !timeouts_happen()) {
    perform({.kind = Kind::kAwaken, .object = atomic});
    return 0;
  }
  const bool gave_up =
      perform({.kind = Kind::kLeave, .may_time_out = true, .object = atomic}).failed;
  if (!gave_up) return 0;
  time_is_up(static_cast<int>(given.word[1]), *time);
  return fails_with(ETIMEDOUT);
}

long wake(const Arguments& given) {
  catch_up(given.at<std::uint32_t>(0));
  const ObjectId atomic = atomic_at(given.at<void>(0));
  const int most = static_cast<int>(given.word[2]);
  if (most >= static_cast<int>(kMaxThreads)) {
    return static_cast<long>(perform({.kind = Kind::kNotifyAll, .object = atomic}).result);
  }
  long woken = 0;
  while (woken < std::max(most, 1) &&
         perform({.kind = Kind::kNotifyOne, .object = atomic}).result != 0) {
    ++woken;
  }
  return woken;
}

// A waiter with a bitset of its own is woken by some calls and not by others.
long with_all_bits(const Arguments& given, long (*act)(const Arguments&)) {
  if (static_cast<std::uint32_t>(given.word[5]) != FUTEX_BITSET_MATCH_ANY) {
    refuse_call("calls futex() with a set of bits of its own, which is not modelled");
  }
  return act(given);
}

long futex(const Arguments& given) {
  switch (static_cast<int>(given.word[1]) & ~(FUTEX_PRIVATE_FLAG | FUTEX_CLOCK_REALTIME)) {
    case FUTEX_WAIT: return wait(given);
    case FUTEX_WAKE: return wake(given);
    case FUTEX_WAIT_BITSET: return with_all_bits(given, wait);
    case FUTEX_WAKE_BITSET: return with_all_bits(given, wake);
    default: refuse_call("calls futex() to do something else than wait or wake");
  }
}

long to_system(long number, const Arguments& given) {
  const long result = call_system(number, given.word);
  constexpr long kMostErrors = 4095;
  return result < 0 && result >= -kMostErrors ? fails_with(static_cast<int>(-result)) : result;
}

// Computed from the thread's region, so that it is the same in every process.
long thread_number() {
  constexpr long kFirst = 100'000;
  const auto place = reinterpret_cast<std::uintptr_t>(thread_pointer_of(current_thread()));
  return kFirst + static_cast<long>((place - kWorldBase) / kPlaceBytes);
}

long call_for_memory(long number, const Arguments& given) {
  const auto size = static_cast<std::size_t>(given.word[1]);
  const auto integer = [&](int nth) { return static_cast<int>(given.word[nth]); };
  const auto address = [](const void* memory) { return reinterpret_cast<long>(memory); };
  switch (number) {
    case SYS_mmap:
      return address(
          mmap(given.at<void>(0), size, integer(2), integer(3), integer(4), given.word[5]));
    case SYS_munmap: return munmap(given.at<void>(0), size);
    case SYS_mprotect: return mprotect(given.at<void>(0), size, integer(2));
    case SYS_mremap:
      return address(mremap(given.at<void>(0), size, static_cast<std::size_t>(given.word[2]),
                            integer(3), given.at<void>(4)));
    case SYS_shmat: return address(shmat(integer(0), given.at<void>(1), integer(2)));
    case SYS_shmdt: return shmdt(given.at<void>(0));
    default: return to_system(number, given);
  }
}

long call_of_program(long number, const Arguments& given) {
  switch (number) {
    case SYS_futex: return futex(given);
    case SYS_gettid: return thread_number();
    case SYS_sched_yield: return sched_yield();
    case SYS_getrandom:
      return getrandom(given.at<void>(0), static_cast<std::size_t>(given.word[1]),
                       static_cast<unsigned>(given.word[2]));
    case SYS_clock_gettime:
      return clock_gettime(static_cast<clockid_t>(given.word[0]), given.at<timespec>(1));
    case SYS_gettimeofday: return gettimeofday(given.at<timeval>(0), given.at<void>(1));
    case SYS_time: return time(given.at<time_t>(0));
    case SYS_nanosleep: return nanosleep(given.at<const timespec>(0), given.at<timespec>(1));
    default: return call_for_memory(number, given);
  }
}

}  // namespace
}  // namespace mcheck

// NOLINTBEGIN
extern "C" {

long syscall(long number, ...) noexcept {
  mcheck::Arguments given;
  va_list more;
  va_start(more, number);
  for (long& word : given.word) word = va_arg(more, long);
  va_end(more);
  return mcheck::inside() ? mcheck::call_of_program(number, given)
                          : mcheck::to_system(number, given);
}

pid_t gettid() noexcept {
  if (mcheck::inside()) return static_cast<pid_t>(mcheck::thread_number());
  return static_cast<pid_t>(mcheck::to_system(SYS_gettid, {}));
}
}
// NOLINTEND
