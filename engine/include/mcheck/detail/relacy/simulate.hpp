// SPDX-License-Identifier: MIT
// rl::simulate() and rl::execute(). Part of <mcheck/relacy.hpp>.
//
// `mcheck explore` runs main() once for each suite, and simulate() does nothing for the others.
// Without mcheck a simulation runs iteration_count times on ordinary threads.
#pragma once

#include <pthread.h>

#include <cstdio>
#include <cstdlib>
#include <thread>

#include <mcheck/detail/relacy/suite.hpp>

namespace rl {

using simulate_f = bool (*)(test_params&);

namespace detail {

inline thread_local int own_index = -1;
// The index of threads that a suite starts itself. Plain where no thread runs, so that it is no
// step there.
inline int next_index = 0;

inline mcheck_simulation_wish wish_of(const test_params& params) {
  mcheck_simulation_wish wish{"", -1, 0, params.execution_depth_limit, 0, ""};
  if (params.search_type == sched_random) {
    wish.strategy = "random";
    wish.executions = params.iteration_count;
  } else if (params.search_type == sched_bound) {
    wish.bound = static_cast<int>(params.context_bound);
  }
  return wish;
}

template <class Suite>
void run_threads(Suite& suite) {
  std::thread threads[Suite::static_thread_count];
  for (thread_id_t index = 0; index < Suite::static_thread_count; ++index) {
    threads[index] = std::thread([&suite, index] {
      own_index = static_cast<int>(index);
      char name[16];
      std::snprintf(name, sizeof name, "thread %u", index);
      pthread_setname_np(pthread_self(), name);
      suite.thread(index);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

template <class Suite>
void check_invariant(void* suite) {
  static_cast<Suite*>(suite)->invariant();
}

// Called once before any thread runs. An invariant that reads nothing is ignored.
template <class Suite>
void begin_invariant(Suite& suite) {
  invariant_has_read = false;
  running_invariant = {check_invariant<Suite>, &suite};
  after_step();
  if (!invariant_has_read) running_invariant = {};
  if (invariant_has_read && mcheck_simulation_looks != nullptr) {
    mcheck_simulation_looks(&RegisteredSuite<Suite>::simulation);
  }
}

template <class Suite>
void run_once(bool with_threads) {
  if (!with_threads && !kHasInvariant<Suite>) return;
  Suite suite;
  next_index = static_cast<int>(Suite::static_thread_count);
  suite.before();
  if constexpr (kHasInvariant<Suite>) begin_invariant(suite);
  if (with_threads) run_threads(suite);
  after_step();
  running_invariant = {};
  if (with_threads) suite.after();
}

template <class Suite>
void run_many(const test_params& params) {
  if (Suite::expected_result != test_result_success) return;  // nothing would run after the failure
  for (iteration_t i = 0; i < params.iteration_count; ++i) run_once<Suite>(true);
}

}  // namespace detail

// mcheck reports what it finds and ends the execution, so this returns true. REQUIRES: main()
// reaches this call even if other suites are not simulated.
template <class Suite>
bool simulate(test_params& params) {
  const mcheck_simulation& simulation = detail::RegisteredSuite<Suite>::simulation;
  static_cast<void>(&detail::RegisteredSuite<Suite>::registered);  // forces the registration
  params.test_name = detail::RegisteredSuite<Suite>::kName;
  params.test_result = Suite::expected_result;
  if (mcheck_simulation_begins == nullptr) {
    detail::run_many<Suite>(params);
    return true;
  }
  mcheck_simulation_wish wish = detail::wish_of(params);
  wish.threads = Suite::static_thread_count;
  wish.expected = detail::result_text(Suite::expected_result);
  const mcheck_simulation_task task = mcheck_simulation_begins(&simulation, &wish);
  if (task != mcheck_simulation_skip) detail::run_once<Suite>(task == mcheck_simulation_run);
  return true;
}

template <class Suite>
bool simulate() {
  test_params params;
  return simulate<Suite>(params);
}

// A function that starts its own threads.
template <void (*kFunction)(), thread_id_t kThreads>
struct executed : test_suite<executed<kFunction, kThreads>, 1> {
  void thread(unsigned) { kFunction(); }
};

template <void (*kFunction)(), thread_id_t kThreads>
bool execute(test_params& params) {
  return simulate<executed<kFunction, kThreads>>(params);
}

template <void (*kFunction)(), thread_id_t kThreads>
bool execute() {
  return simulate<executed<kFunction, kThreads>>();
}

// Index of the running thread: from 0 for thread(0); threads that a suite starts itself follow.
inline unsigned thread_index() {
  if (detail::own_index < 0) {
    detail::own_index = __atomic_fetch_add(&detail::next_index, 1, __ATOMIC_RELAXED);
  }
  return static_cast<unsigned>(detail::own_index);
}

// A number below the limit: with mcheck, each of them.
inline unsigned rand(unsigned limit) {
  if (mcheck_simulation_chooses != nullptr) {
    return static_cast<unsigned>(mcheck_simulation_chooses(static_cast<int>(limit)));
  }
  return static_cast<unsigned>(std::rand()) % limit;
}

}  // namespace rl
