// SPDX-License-Identifier: MIT
// Failures written by hand, for the tests of reports and pictures.
#pragma once

#include "engine/trace/result.hpp"

namespace mcheck::samples {

// Two threads lock two forks in opposite orders.
FailureReport deadlock();

// Two threads add one to a counter, each with a load and a store.
FailureReport lost_update();
// The same, met often, with what decides: one load before or after the other's store.
FailureReport lost_update_with_turning_point();

// A thread waits for a notify that came before: a deadlock without a circle.
FailureReport lost_wakeup();

// One thread of many takes `steps` steps in a row, then another fails.
FailureReport long_run(int threads, int steps);

// Names and texts that mean something to terminals, HTML, DOT and shells.
FailureReport hostile();

Result result_with(FailureReport failure);

}  // namespace mcheck::samples
