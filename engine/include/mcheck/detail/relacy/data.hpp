// SPDX-License-Identifier: MIT
// Relacy's plain and thread-local variables. Part of <mcheck/relacy.hpp>.
//
// Differs  every plain variable is checked for races, with or without these types; without an
//          initial value it holds 0, and to read it is no failure.
#pragma once

#include <map>

#include <mcheck/detail/relacy/suite.hpp>

namespace rl {

template <class T>
class var {
 public:
  var() : value_() {}
  // NOLINTNEXTLINE(google-explicit-constructor)
  var(T value) : value_(value) {}
  var(const var& other) : value_(other.value_) {}

  T& operator()(debug_info) {
    return detail::in_invariant ? detail::read_in_invariant(value_) : value_;
  }
  const T& operator()(debug_info) const {
    return detail::in_invariant ? detail::read_in_invariant(value_) : value_;
  }

 private:
  T value_;
};

template <class T>
using nvar = var<T>;

// 0 in each thread that has not set it.
template <class T>
class thread_local_var {
 public:
  thread_local_var() = default;
  thread_local_var(const thread_local_var&) = delete;
  thread_local_var& operator=(const thread_local_var&) = delete;

  T& operator()(debug_info) { return own(); }
  T get(debug_info) { return own(); }
  void set(T value, debug_info) { own() = value; }

 private:
  T& own() {
    static thread_local std::map<const void*, T> values;
    return values[this];
  }
};

}  // namespace rl
