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

#include "engine/intercept/program/program_call.hpp"
#include "engine/intercept/sync/deadlines.hpp"
#include "engine/intercept/sync/overlay.hpp"
#include "engine/memory/regions/thread_region.hpp"
#include "engine/platform/processor/processor.hpp"
#include "engine/runtime/machine/machine.hpp"

namespace mcheck {
namespace {

struct Arguments {
  long word[6];

  template <class Pointer>
  [[nodiscard]] Pointer* pointer(int i) const {
    return reinterpret_cast<Pointer*>(word[i]);
  }
};

long futex_error(int error) {
  errno = error;
  return -1;
}

// Uninstrumented code, such as that of the C++ library, has changed the bytes of an atomic at which
// threads wait. A store makes this change visible to the search.
void store_uninstrumented_value(std::uint32_t* address) {
  Execution& execution = Machine::current()->execution();
  const ObjectId atomic = execution.find_object_at(address);
  if (atomic == kNoObject || execution.find_object(atomic)->kind != ObjectKind::kAtomic) return;
  const Word value = execution.value_of(atomic);
  const std::uint32_t now = *address;
  if (value == now || execution.threads_at(atomic).empty()) return;
  *address = static_cast<std::uint32_t>(value);
  perform({.kind = Kind::kStore, .bytes = sizeof now, .object = atomic, .a = now});
  *address = now;
}

ObjectId atomic_at(const void* address) {
  std::uint32_t now = 0;
  std::memcpy(&now, address, sizeof now);
  return identify_address(address, {ObjectKind::kAtomic, sizeof now},
                          {.value = now, .extra = 0, .threads = {}});
}

// A plain wait has a duration, a wait with a bitset has a deadline.
void advance_past_timeout(int operation, const timespec& time) {
  const bool is_absolute = (operation & FUTEX_CMD_MASK) == FUTEX_WAIT_BITSET;
  const bool is_realtime = (operation & FUTEX_CLOCK_REALTIME) != 0;
  if (is_absolute) {
    finish_timed_wait(is_realtime ? CLOCK_REALTIME : CLOCK_MONOTONIC, time);
  } else {
    advance_time(nanoseconds_of(time));
  }
}

long wait(const Arguments& arguments) {
  const auto* time = arguments.pointer<const timespec>(3);
  if (time != nullptr && !is_valid_time(time)) return futex_error(EINVAL);
  const ObjectId atomic = atomic_at(arguments.pointer<void>(0));
  const Operation wait_operation{.kind = Kind::kAtomicWait,
                                 .bytes = sizeof(std::uint32_t),
                                 .object = atomic,
                                 .a = static_cast<std::uint32_t>(arguments.word[2])};
  if (perform(wait_operation).result != 0) return futex_error(EAGAIN);
  if (time == nullptr || !timeouts_happen()) {
    perform({.kind = Kind::kAwaken, .object = atomic});
    return 0;
  }
  const bool timed_out =
      perform({.kind = Kind::kLeave, .may_time_out = true, .object = atomic}).failed;
  if (!timed_out) return 0;
  advance_past_timeout(static_cast<int>(arguments.word[1]), *time);
  return futex_error(ETIMEDOUT);
}

long wake(const Arguments& arguments) {
  store_uninstrumented_value(arguments.pointer<std::uint32_t>(0));
  const ObjectId atomic = atomic_at(arguments.pointer<void>(0));
  const int max_count = static_cast<int>(arguments.word[2]);
  if (max_count >= static_cast<int>(kMaxThreads)) {
    return static_cast<long>(perform({.kind = Kind::kNotifyAll, .object = atomic}).result);
  }
  long woken = 0;
  while (woken < std::max(max_count, 1) &&
         perform({.kind = Kind::kNotifyOne, .object = atomic}).result != 0) {
    ++woken;
  }
  return woken;
}

// A waiter with a bitset of its own is woken by some calls and not by others.
long with_full_bitset(const Arguments& arguments, long (*action)(const Arguments&)) {
  if (static_cast<std::uint32_t>(arguments.word[5]) != FUTEX_BITSET_MATCH_ANY) {
    reject_call("calls futex() with a bitset, which is not modelled");
  }
  return action(arguments);
}

long futex(const Arguments& arguments) {
  switch (static_cast<int>(arguments.word[1]) & ~(FUTEX_PRIVATE_FLAG | FUTEX_CLOCK_REALTIME)) {
    case FUTEX_WAIT: return wait(arguments);
    case FUTEX_WAKE: return wake(arguments);
    case FUTEX_WAIT_BITSET: return with_full_bitset(arguments, wait);
    case FUTEX_WAKE_BITSET: return with_full_bitset(arguments, wake);
    default:
      reject_call("calls futex() with an operation other than wait or wake, which is not modelled");
  }
}

long call_kernel(long number, const Arguments& arguments) {
  const long result = raw_system_call(number, arguments.word);
  constexpr long kMaxError = 4095;
  return result < 0 && result >= -kMaxError ? futex_error(static_cast<int>(-result)) : result;
}

// Computed from the thread's region, so that it is the same in every process.
long virtual_thread_id() {
  constexpr long kFirst = 100'000;
  const auto place = reinterpret_cast<std::uintptr_t>(thread_pointer_of(current_thread()));
  return kFirst + static_cast<long>((place - kProgramMemoryBase) / kThreadRegionBytes);
}

long handle_memory_call(long number, const Arguments& arguments) {
  const auto size = static_cast<std::size_t>(arguments.word[1]);
  const auto integer = [&](int nth) { return static_cast<int>(arguments.word[nth]); };
  const auto address = [](const void* memory) { return reinterpret_cast<long>(memory); };
  switch (number) {
    case SYS_mmap:
      return address(mmap(arguments.pointer<void>(0), size, integer(2), integer(3), integer(4),
                          arguments.word[5]));
    case SYS_munmap: return munmap(arguments.pointer<void>(0), size);
    case SYS_mprotect: return mprotect(arguments.pointer<void>(0), size, integer(2));
    case SYS_mremap:
      return address(mremap(arguments.pointer<void>(0), size,
                            static_cast<std::size_t>(arguments.word[2]), integer(3),
                            arguments.pointer<void>(4)));
    case SYS_shmat: return address(shmat(integer(0), arguments.pointer<void>(1), integer(2)));
    case SYS_shmdt: return shmdt(arguments.pointer<void>(0));
    default: return call_kernel(number, arguments);
  }
}

long handle_system_call(long number, const Arguments& arguments) {
  switch (number) {
    case SYS_futex: return futex(arguments);
    case SYS_gettid: return virtual_thread_id();
    case SYS_sched_yield: return sched_yield();
    case SYS_getrandom:
      return getrandom(arguments.pointer<void>(0), static_cast<std::size_t>(arguments.word[1]),
                       static_cast<unsigned>(arguments.word[2]));
    case SYS_clock_gettime:
      return clock_gettime(static_cast<clockid_t>(arguments.word[0]),
                           arguments.pointer<timespec>(1));
    case SYS_gettimeofday:
      return gettimeofday(arguments.pointer<timeval>(0), arguments.pointer<void>(1));
    case SYS_time: return time(arguments.pointer<time_t>(0));
    case SYS_nanosleep:
      return nanosleep(arguments.pointer<const timespec>(0), arguments.pointer<timespec>(1));
    default: return handle_memory_call(number, arguments);
  }
}

}  // namespace
}  // namespace mcheck

// NOLINTBEGIN
extern "C" {

long syscall(long number, ...) noexcept {
  mcheck::Arguments arguments;
  va_list more;
  va_start(more, number);
  for (long& word : arguments.word) word = va_arg(more, long);
  va_end(more);
  return mcheck::on_program_thread() ? mcheck::handle_system_call(number, arguments)
                                     : mcheck::call_kernel(number, arguments);
}

pid_t gettid() noexcept {
  if (mcheck::on_program_thread()) return static_cast<pid_t>(mcheck::virtual_thread_id());
  return static_cast<pid_t>(mcheck::call_kernel(SYS_gettid, {}));
}
}
// NOLINTEND
