// SPDX-License-Identifier: MIT
// Interceptors for clocks and random numbers. Programs for mcheck get the values of the machine;
// the calls are recorded, because they make a program not repeatable. The symbols are weak: for
// unmodified programs engine/intercept replaces them.
#include <dlfcn.h>
#include <sys/random.h>
#include <sys/time.h>

#include <ctime>
#include <random>

#include "engine/base/host_state.hpp"
#include "engine/runtime/verdict/nondeterminism.hpp"

namespace {

template <class Function>
Function original(const char* name, Function& known) {
  if (known == nullptr) known = reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
  return known;
}

MCHECK_HOST_STATE int (*real_clock)(clockid_t, timespec*) = nullptr;
MCHECK_HOST_STATE int (*real_day)(timeval*, void*) = nullptr;
MCHECK_HOST_STATE ssize_t (*real_random)(void*, size_t, unsigned) = nullptr;
MCHECK_HOST_STATE unsigned (*real_device)(std::random_device*) = nullptr;

constexpr const char* kRandomDevice = "_ZNSt13random_device9_M_getvalEv";

// The first look-up may allocate in the dynamic linker. No execution may be the one in which it
// does.
[[gnu::constructor]] void find_originals() {
  (void)original("clock_gettime", real_clock);
  (void)original("gettimeofday", real_day);
  (void)original("getrandom", real_random);
  (void)original(kRandomDevice, real_device);
}

constexpr const char* kClock = "reads a clock";
constexpr const char* kRandom = "reads a random number";

}  // namespace

// NOLINTBEGIN
extern "C" {
[[gnu::weak]] int clock_gettime(clockid_t clock, timespec* time) noexcept {
  mcheck::note_nondeterministic_call(kClock, "clock_gettime");
  return original("clock_gettime", real_clock)(clock, time);
}
[[gnu::weak]] int gettimeofday(timeval* __restrict into, void* __restrict zone) noexcept {
  mcheck::note_nondeterministic_call(kClock, "gettimeofday");
  return original("gettimeofday", real_day)(into, zone);
}
[[gnu::weak]] ssize_t getrandom(void* buffer, size_t size, unsigned flags) {
  mcheck::note_nondeterministic_call(kRandom, "getrandom");
  return original("getrandom", real_random)(buffer, size, flags);
}
}

[[gnu::weak]] std::random_device::result_type std::random_device::_M_getval() {
  mcheck::note_nondeterministic_call(kRandom, "std::random_device");
  return original(kRandomDevice, real_device)(this);
}
// NOLINTEND
