// SPDX-License-Identifier: MIT
// What nothing that switches can go below: a coroutine's round trip, into it and back.
#pragma once

#include <time.h>

#include <cstddef>
#include <vector>

#include "engine/runtime/coroutine.hpp"

namespace benchmarks {

// Processor time of this process, in ns: others that run here do not count.
inline double taken() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return 1e9 * static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec);
}

// It is there for the life of the process, as all coroutines are.
inline mcheck::Coroutine& who_comes_back() {
  static std::vector<std::byte> stack(std::size_t{64} << 10);
  static mcheck::Coroutine* coroutine = nullptr;
  if (coroutine == nullptr) {
    const auto come_back = [](void* self) {
      for (;;) (*static_cast<mcheck::Coroutine**>(self))->suspend();
    };
    coroutine = mcheck::Coroutine::create(stack.data(), stack.data() + stack.size(), come_back,
                                          static_cast<void*>(&coroutine));
  }
  return *coroutine;
}

// ns of one, of so many.
inline double round_trip(long times) {
  mcheck::Coroutine& coroutine = who_comes_back();
  const double begin = taken();
  for (long i = 0; i < times; ++i) coroutine.resume();
  return (taken() - begin) / static_cast<double>(times);
}

}  // namespace benchmarks
