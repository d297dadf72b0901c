// SPDX-License-Identifier: MIT
// The unit of cost: a round trip into a coroutine of Boost and back, which others measure, too.
// mcheck's own switch is faster: engine/platform/stacks/switch_stacks.hpp.
#pragma once

#include <time.h>

#include <algorithm>
#include <cfenv>
#include <limits>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#include <boost/coroutine2/coroutine.hpp>
#pragma GCC diagnostic pop

namespace benchmarks {

// Processor time of this process in ns, independent of other processes.
inline double processor_ns() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return 1e9 * static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec);
}

// ns of one round trip, the best of several rounds: the first hundred thousand of a process take
// twice as long. Resets the floating-point environment, because a switch between different flags
// would take ten times as long.
inline double round_trip(long times) {
  using Coroutine = boost::coroutines2::coroutine<void>;
  std::fesetenv(FE_DFL_ENV);
  static Coroutine::pull_type coroutine([](Coroutine::push_type& back) {
    for (;;) back();
  });
  double best = std::numeric_limits<double>::infinity();
  for (int round = 0; round < 4; ++round) {
    const double begin = processor_ns();
    for (long i = 0; i < times; ++i) coroutine();
    best = std::min(best, processor_ns() - begin);
  }
  return best / static_cast<double>(times);
}

}  // namespace benchmarks
