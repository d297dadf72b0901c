// SPDX-License-Identifier: MIT
// Failures for the tests of reports and pictures, written by hand.
#pragma once

#include "engine/trace/results/result.hpp"

namespace mcheck::samples {

// Two threads lock two forks in opposite orders.
FailureReport deadlock();

// Two threads add one to a counter, each with a load and a store.
FailureReport lost_update();
// The same with occurrences and a decisive pair: one load before or after the other thread's store.
FailureReport lost_update_with_decisive_pair();

// A thread waits for a notification that was sent before: a deadlock without a cycle.
FailureReport lost_wakeup();

// One thread of many takes `steps` steps in a row, then another fails.
FailureReport long_run(int threads, int steps);

// Names and texts with a meaning for terminals, HTML, DOT and shells.
FailureReport hostile();

Result result_with(FailureReport failure);

}  // namespace mcheck::samples
