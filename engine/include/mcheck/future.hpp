// SPDX-License-Identifier: MIT
// <future>, modelled: future, shared_future, promise, packaged_task and async.
//
// Making a result ready, waiting for it and asking for it are scheduling points. A wait for some
// time may end at any point, unless --timeouts off.
//
// Limits   who drops the last share of a result is decided by a plain count, which orders nothing:
//          a search that skips equivalent schedules may not try every thread as the last.
//          A promise or packaged_task is not made with the allocator it is given.
#pragma once

#include <future>

#include <mcheck/detail/async.hpp>
#include <mcheck/detail/futures.hpp>
#include <mcheck/detail/packaged_task.hpp>
#include <mcheck/detail/promises.hpp>

namespace mcheck {

using std::future_category;
using std::future_errc;
using std::future_error;
using std::future_status;
using std::launch;

}  // namespace mcheck
