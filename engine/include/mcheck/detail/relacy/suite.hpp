// SPDX-License-Identifier: MIT
// Relacy's test suites, their parameters and results. Part of <mcheck/relacy.hpp>.
#pragma once

#include <cassert>
#include <iosfwd>
#include <string>
#include <string_view>
#include <type_traits>

#include <mcheck/detail/simulations.hpp>

namespace rl {

// The type of `$`. mcheck has source lines from debug information.
struct debug_info {};
using debug_info_param = const debug_info&;

using thread_id_t = unsigned;
using iteration_t = unsigned long long;

enum test_result_e {
  test_result_success,
  test_result_until_condition_hit,
  test_result_inconsistent_test_suite,
  test_result_user_assert_failed,
  test_result_user_invariant_failed,
  test_result_data_race,
  test_result_access_to_freed_memory,
  test_result_double_free,
  test_result_memory_leak,
  test_result_resource_leak,
  test_result_unitialized_access,
  test_result_deadlock,
  test_result_livelock,
  test_result_recursion_on_nonrecursive_mutex,
  test_result_unlocking_mutex_wo_ownership,
  test_result_destroying_owned_mutex,
  test_result_thread_signal,
};

enum scheduler_type_e {
  sched_random,
  sched_bound,
  sched_full,
  sched_count,
  random_scheduler_type = sched_random,
  fair_context_bound_scheduler_type = sched_bound,
  fair_full_search_scheduler_type = sched_full,
  scheduler_type_count = sched_count,
};

// Differs  the full search is the default, since it ends. Parameters for how Relacy works, or what
//          it prints, are ignored.
struct test_params {
  iteration_t iteration_count = 1000;  // of the random scheduler
  scheduler_type_e search_type = sched_full;
  unsigned context_bound = 1;          // of the context bound scheduler
  unsigned execution_depth_limit = 0;  // used if it is higher than mcheck's own

  std::ostream* output_stream = nullptr;
  std::ostream* progress_stream = nullptr;
  unsigned progress_output_period = 3;
  bool collect_history = false;
  bool output_history = false;
  std::string initial_state;

  // Set by simulate().
  test_result_e test_result = test_result_success;  // what the suite expects
  std::string test_name;
  iteration_t stop_iteration = 0;
  std::string final_state;
};

template <class Suite, thread_id_t kThreads, test_result_e kExpected = test_result_success>
struct test_suite {
  using without_invariant = test_suite;
  static constexpr thread_id_t static_thread_count = kThreads;
  static constexpr thread_id_t dynamic_thread_count = 0;  // as many as are started
  static constexpr test_result_e expected_result = kExpected;

  test_suite() = default;
  test_suite(const test_suite&) = delete;
  test_suite& operator=(const test_suite&) = delete;

  void before() {}
  void after() {}
  void invariant() {}
};

namespace detail {

inline const char* result_text(test_result_e result) {
  switch (result) {
    case test_result_success: return "";
    case test_result_until_condition_hit: return "the until condition";
    case test_result_inconsistent_test_suite: return "an inconsistent suite";
    case test_result_user_assert_failed: return "a failed assertion";
    case test_result_user_invariant_failed: return "a broken invariant";
    case test_result_data_race: return "a data race";
    case test_result_access_to_freed_memory: return "a use after free";
    case test_result_double_free: return "a double free";
    case test_result_memory_leak: return "a memory leak";
    case test_result_resource_leak: return "a resource leak";
    case test_result_unitialized_access: return "an uninitialised read";
    case test_result_deadlock: return "a deadlock";
    case test_result_livelock: return "a livelock";
    case test_result_recursion_on_nonrecursive_mutex: return "a recursive lock";
    case test_result_unlocking_mutex_wo_ownership: return "an unlock by another thread";
    case test_result_destroying_owned_mutex: return "the destruction of a locked mutex";
    case test_result_thread_signal: return "a signal";
  }
  return "";
}

// The type as the compiler writes it.
template <class T>
constexpr std::string_view name_of() {
  constexpr std::string_view all = __PRETTY_FUNCTION__;
  constexpr std::size_t begin = all.find("T = ") + 4;
  return all.substr(begin, all.find_first_of(";]", begin) - begin);
}

// Registers each suite that is simulated anywhere in the program, before main().
template <class Suite>
struct RegisteredSuite {
  static constexpr std::string_view kName = name_of<Suite>();
  static inline mcheck_simulation simulation{kName.data(), kName.size(), nullptr};
  static inline const bool registered = [] {
    if (mcheck_simulation_exists != nullptr) mcheck_simulation_exists(&simulation);
    return true;
  }();
};

// --- invariants ---------------------------------------------------------------------------------
// Whether the running thread is in an invariant: there nothing is an operation, and values are read
// without hooks. Thread-local, so that it is no shared access.
inline thread_local bool in_invariant = false;
inline thread_local bool invariant_has_read = false;  // and has read something

struct Invariant {
  void (*check)(void* suite) = nullptr;
  void* suite = nullptr;
};
inline Invariant running_invariant;  // changes while no thread of the suite runs

// The running thread has had an effect that other threads can see.
inline void after_step() {
  if (running_invariant.check == nullptr || in_invariant) return;
  in_invariant = true;
  running_invariant.check(running_invariant.suite);
  in_invariant = false;
}

// Copies memory that other threads may be writing, without a report of the access.
__attribute__((no_sanitize("thread"), noinline)) inline void copy_uninstrumented(void* to,
                                                                                 const void* from,
                                                                                 std::size_t size) {
  const volatile char* source = static_cast<const volatile char*>(from);
  volatile char* target = static_cast<volatile char*>(to);
  for (std::size_t i = 0; i < size; ++i) target[i] = source[i];
}

// The current value, for an invariant.
template <class T>
T& read_in_invariant(const T& value) {
  invariant_has_read = true;
  static_assert(std::is_trivially_copyable_v<T>, "an invariant can look at plain values only");
  constexpr unsigned kMost = 16;  // in one expression
  struct Copies {
    alignas(T) char bytes[kMost][sizeof(T)];
    unsigned next = 0;
  };
  static thread_local Copies copies;
  char* const copy = copies.bytes[copies.next++ % kMost];
  copy_uninstrumented(copy, &value, sizeof(T));
  return *reinterpret_cast<T*>(copy);
}

inline bool note_condition(bool condition) {
  if (in_invariant) invariant_has_read = true;
  return condition;
}

template <class Class>
Class class_of(void (Class::*)());

// Whether the suite has an invariant of its own, not the empty one of the base class.
template <class Suite>
inline constexpr bool kHasInvariant = !std::is_same_v<decltype(class_of(&Suite::invariant)) (*)(),
                                                      typename Suite::without_invariant (*)()>;

}  // namespace detail
}  // namespace rl
