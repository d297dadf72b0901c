// SPDX-License-Identifier: MIT
// The interface between a class test and mcheck. Defined by mcheck only.
#pragma once

#include <cstddef>

#include <mcheck/detail/object.hpp>

// ThreadSanitizer's hooks mark a program that is compiled by `mcheck c++`.
#if defined(__SANITIZE_THREAD__)
#define MCHECK_CLASSES_UNMODIFIED
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define MCHECK_CLASSES_UNMODIFIED
#endif
#endif

extern "C" {

// What a call gave back.
struct mcheck_call_result {
  const char* call;  // "push(1)"
  const char* result;
  int thread;  // from 1; 0: before the threads start; -1: after they have ended
};

// In a static initialiser: the table of operations (Operations::table), which stays valid.
__attribute__((weak)) void mcheck_runtime_register_class(const char* table);

// A call of the test begins, or has returned. Nothing depends on it: an execution in which calls
// overlap represents those in which they do not, if the calls themselves permit.
__attribute__((weak)) void mcheck_runtime_begin_call(mcheck::detail::Object* call, unsigned number);
__attribute__((weak)) void mcheck_runtime_end_call(mcheck::detail::Object* call, unsigned number);

// Whether the threads take turns, one call at a time, in every order that keeps each thread's own,
// or in any order; whether mcheck's strategy gives the turns; and otherwise which comes next.
__attribute__((weak)) bool mcheck_runtime_calls_take_turns();
__attribute__((weak)) bool mcheck_runtime_calls_take_any_order();
__attribute__((weak)) bool mcheck_runtime_strategy_gives_turns();
__attribute__((weak)) int mcheck_runtime_choose_turn(int count);

// The results of all calls: the end of the test. Fails the execution unless calls in turns, in some
// order that the execution permits, give the same.
__attribute__((weak)) void mcheck_runtime_judge_calls(const mcheck_call_result* results,
                                                      std::size_t count);
// The test is malformed.
__attribute__((weak)) void mcheck_runtime_refuse_calls(const char* why);
// The object under test does not satisfy its invariant.
__attribute__((weak)) void mcheck_runtime_break_invariant();
}
