// SPDX-License-Identifier: MIT
// The types of time that waits take: durations and points, clocks and literals. <mutex> names them
// in functions of its own. All of <chrono>, with calendars and streams, would take a compiler as
// long as half of this library does.
#pragma once

#include <mutex>  // IWYU pragma: export
