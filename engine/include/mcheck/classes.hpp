// SPDX-License-Identifier: MIT
// Describes a class, so that mcheck makes concurrent tests of it (docs/guide/classes.md).
//
//   MCHECK_CLASS(bounded_queue<int>) {
//     about.constructor<std::size_t>("bounded_queue");
//     about.operation<bounded_queue<int>&, int>(
//         "push", [](bounded_queue<int>& queue, int value) { return queue.push(value); });
//     about.operation<const bounded_queue<int>&>(
//         "size", [](const bounded_queue<int>& queue) { return queue.size(); });
//   }
//
// `mcheck synth ./program` then looks for a few calls in two or three threads whose outcome no
// order of these calls explains. For a header, `mcheck synth queue.hpp --class bounded_queue<int>`
// writes such a description itself.
//
// Compiled by `mcheck c++`, the program needs no main(): this header has a weak one.
#pragma once

#if __cplusplus < 202002L
#error "mcheck: <mcheck/classes.hpp> needs C++20: compile with -std=c++20"
#endif

#include <mcheck/detail/classes/run.hpp>
#if !defined(MCHECK_CLASSES_UNMODIFIED)
#include <mcheck/program.hpp>
#endif

#define MCHECK_CLASS_JOIN_(a, b) a##b
#define MCHECK_CLASS_JOIN(a, b) MCHECK_CLASS_JOIN_(a, b)
#define MCHECK_CLASS_AT(number, ...)                                                           \
  using MCHECK_CLASS_JOIN(mcheck_class_, number) = __VA_ARGS__;                                \
  static void MCHECK_CLASS_JOIN(mcheck_describe_, number)(                                     \
      ::mcheck::class_description<MCHECK_CLASS_JOIN(mcheck_class_, number)> & about);          \
  [[maybe_unused]] static const bool MCHECK_CLASS_JOIN(mcheck_described_, number) =            \
      ::mcheck::detail::add_class<MCHECK_CLASS_JOIN(mcheck_class_, number)>(                   \
          #__VA_ARGS__, __FILE__, MCHECK_CLASS_JOIN(mcheck_describe_, number));                \
  static void MCHECK_CLASS_JOIN(mcheck_describe_, number)(                                     \
      [[maybe_unused]] ::mcheck::class_description<MCHECK_CLASS_JOIN(mcheck_class_, number)> & \
      about)
#define MCHECK_CLASS(...) MCHECK_CLASS_AT(__COUNTER__, __VA_ARGS__)

#if defined(MCHECK_CLASSES_NO_MAIN)
// Another file has the program's main().
#elif defined(MCHECK_CLASSES_UNMODIFIED)
// NOLINTNEXTLINE(misc-definitions-in-headers)
__attribute__((weak)) int main(int count, char** words) {
  mcheck::detail::run_class_test(count > 1 ? words[1] : "");
  return 0;
}
#else
MCHECK_PROGRAM(classes, "a test of a class; argument: its calls") {
  mcheck::detail::run_class_test(mcheck::argument(0, std::string()));
}
#endif
