// SPDX-License-Identifier: MIT
// A test double of the run-time <mcheck/classes.hpp>: it has the same interface and does nothing,
// so that a harness can be compiled, with g++ or clang++ -fsyntax-only.
#pragma once

#include <initializer_list>
#include <string>
#include <type_traits>
#include <utility>

namespace mcheck::test_double {

struct CallKind {
  std::string owner;
  bool read_only = false;
  bool blocking = false;
  bool quiescent = false;
};

template <class T>
class Description {
 public:
  template <class... P>
  void constructor(const std::string& /*name*/) {
    static_assert(std::is_constructible_v<T, P...>);
  }

  template <class U, class... P>
  void constructor_of(const std::string& /*name*/) {
    static_assert(std::is_constructible_v<U, P...>);
  }

  template <class... P, class F>
  void operation(const std::string& /*name*/, F callable, const CallKind& /*how*/ = {}) {
    static_assert(std::is_invocable_v<F, P...>);
    using Call = decltype(callable(std::declval<P>()...));  // the body compiles, too
    static_assert(std::is_same_v<Call, std::invoke_result_t<F, P...>>);
  }

  template <class U>
  void values(std::initializer_list<U> /*values*/) {}
};

}  // namespace mcheck::test_double

#define MCHECK_DOUBLE_NAME_2(LINE) mcheck_describe_##LINE
#define MCHECK_DOUBLE_NAME(LINE) MCHECK_DOUBLE_NAME_2(LINE)
#define MCHECK_CLASS(...)                                    \
  [[maybe_unused]] static void MCHECK_DOUBLE_NAME(__LINE__)( \
      mcheck::test_double::Description<__VA_ARGS__> & about)
