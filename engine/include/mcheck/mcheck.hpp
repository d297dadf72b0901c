// SPDX-License-Identifier: MIT
// Everything: the model library, and what a program can say to the checker.
#pragma once

#include <mcheck/atomic.hpp>
#include <mcheck/atomic_ref.hpp>
#include <mcheck/await.hpp>
#include <mcheck/barrier.hpp>
#include <mcheck/check.hpp>
#include <mcheck/condition_variable.hpp>
#include <mcheck/explore.hpp>
#include <mcheck/future.hpp>
#include <mcheck/latch.hpp>
#include <mcheck/mutex.hpp>
#include <mcheck/program.hpp>
#include <mcheck/semaphore.hpp>
#include <mcheck/shared.hpp>
#include <mcheck/shared_mutex.hpp>
#include <mcheck/stop_token.hpp>
#include <mcheck/thread.hpp>
