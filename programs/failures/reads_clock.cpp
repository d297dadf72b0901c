// SPDX-License-Identifier: MIT
// Not repeatable: what a worker does depends on a clock, which shows another time whenever the same
// schedule runs.
//
// The right form counts time itself.
#include <chrono>
#include <mcheck/mcheck.hpp>

namespace {

using Clock = std::chrono::steady_clock;

template <class Now>
void stamp_twice(Now now) {
  mcheck::atomic<long> last{0, "last"};
  mcheck::thread worker([&] { last.store(now()); });
  last.store(now());
  worker.join();
  mcheck::check(last.load() > 0, "something was stamped");
}

}  // namespace

MCHECK_PROGRAM(reads_clock, "two threads store the time of day") {
  stamp_twice([] { return static_cast<long>(Clock::now().time_since_epoch().count()); });
}

MCHECK_PROGRAM(reads_clock_right, "two threads store a time that the test makes up") {
  long time = 0;
  stamp_twice([&] { return ++time; });
}
