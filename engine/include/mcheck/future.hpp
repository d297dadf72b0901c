// SPDX-License-Identifier: MIT
// <future>, modelled: future, shared_future, promise, packaged_task and async.
//
// To make a result ready, to wait for it and to ask for it are scheduling points. A timed wait may
// end at any point, unless --timeouts off.
//
// Limits   which thread releases the last reference to a result depends on a plain count, which
//          orders nothing: a reduction may not try every thread as the last. A promise or
//          packaged_task does not use the allocator it is given.
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
