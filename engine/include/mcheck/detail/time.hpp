// SPDX-License-Identifier: MIT
// The types of time that waits take: durations and time points, clocks and literals. <mutex> uses
// them in its own functions. To include all of <chrono>, with calendars and streams, would take a
// compiler as long as half of this library does.
#pragma once

#include <mutex>  // IWYU pragma: export
