// SPDX-License-Identifier: MIT
// Plain data that threads share: the type for a variable that several threads use and that is not
// atomic. Two unordered accesses, one of which writes, are a data race, and that is a failure. Not
// in the standard.
//
//   mcheck::shared<int> balance{100, "balance"};      mcheck::shared<std::vector<int>> queue;
//   balance = balance + 1;      // a read, then a write: another thread may come between
//   ++balance;                  // the same
//   queue.write().push_back(7); // one write
//
// Limits   the reference from read() or write() is not watched: use it before the next operation.
//          The whole value is one variable: threads that write two members of a T race.
// Ignored  with --races ignore every access is still a scheduling point, so that a program that
//          forgets to synchronise shows the consequences.
#pragma once

#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

#include <mcheck/detail/data.hpp>

namespace mcheck {

template <class T>
class shared {
 public:
  using value_type = T;

  // If `T x;` leaves x without a value, to read this before it is written is a failure; if `T x{};`
  // or `static T x;` makes it zero, it is not. The language distinguishes the two in one way only:
  // memory is cleared, or not, before an implicit constructor.
  shared() noexcept(
      std::is_nothrow_default_constructible_v<T>) requires std::is_default_constructible_v<T>
  = default;
  // NOLINTNEXTLINE(google-explicit-constructor)
  constexpr shared(T value, const char* name = nullptr)
      : object_(name), value_(std::move(value)), left_in_memory_(0), not_constant_(0) {
    if (!std::is_constant_evaluated()) detail::data_made(data());
  }
  shared(const shared& other) : shared(other.load()) {}
  constexpr ~shared() {
    if (!std::is_constant_evaluated()) detail::data_destroyed(object_);
  }

  // --- a read -----------------------------------------------------------------------------------
  [[nodiscard]] const T& read() const {
    detail::data_read(data());
    return value_;
  }
  [[nodiscard]] T load() const { return read(); }
  // NOLINTNEXTLINE(google-explicit-constructor)
  operator T() const { return read(); }

  // --- a write ----------------------------------------------------------------------------------
  [[nodiscard]] T& write() {
    detail::data_write_unknown(data());
    return value_;
  }
  void store(T value) {
    if constexpr (detail::kFitsWord<T>) {
      detail::data_write(data(), detail::word_of(value));
    } else {
      detail::data_write_unknown(data());
    }
    value_ = std::move(value);
  }
  shared& operator=(T value) {
    store(std::move(value));
    return *this;
  }

  // --- a read, then a write --------------------------------------------------------------------
  // NOLINTNEXTLINE(bugprone-unhandled-self-assignment): that is a read and a write, too
  shared& operator=(const shared& other) {
    store(other.load());
    return *this;
  }
  T operator++() { return store_and_return(static_cast<T>(load() + 1)); }
  T operator--() { return store_and_return(static_cast<T>(load() - 1)); }
  T operator++(int) {
    const T before = load();
    store(static_cast<T>(before + 1));
    return before;
  }
  T operator--(int) {
    const T before = load();
    store(static_cast<T>(before - 1));
    return before;
  }
  template <class By>
  T operator+=(const By& by) {
    return store_and_return(static_cast<T>(load() + by));
  }
  template <class By>
  T operator-=(const By& by) {
    return store_and_return(static_cast<T>(load() - by));
  }
  template <class By>
  T operator*=(const By& by) {
    return store_and_return(static_cast<T>(load() * by));
  }
  template <class By>
  T operator/=(const By& by) {
    return store_and_return(static_cast<T>(load() / by));
  }
  template <class By>
  T operator%=(const By& by) {
    return store_and_return(static_cast<T>(load() % by));
  }
  template <class By>
  T operator&=(const By& by) {
    return store_and_return(static_cast<T>(load() & by));
  }
  template <class By>
  T operator|=(const By& by) {
    return store_and_return(static_cast<T>(load() | by));
  }
  template <class By>
  T operator^=(const By& by) {
    return store_and_return(static_cast<T>(load() ^ by));
  }
  template <class By>
  T operator<<=(const By& by) {
    return store_and_return(static_cast<T>(load() << by));
  }
  template <class By>
  T operator>>=(const By& by) {
    return store_and_return(static_cast<T>(load() >> by));
  }

 private:
  T store_and_return(T value) {
    store(value);
    return value;
  }
  [[nodiscard]] detail::Data data() const {
    return {&object_, detail::word_of(value_), detail::kFitsWord<T> ? sizeof(T) : 8};
  }

  // GCC clears the elements of any array whose default constructor is a constant expression.
  struct NoConstant {
    NoConstant() noexcept {}
    constexpr explicit NoConstant(int) {}
  };

  // Runs only if no other constructor has set a value. The result is stored in `left_in_memory_`.
  std::uint64_t register_uninitialised() {
    detail::Data created = data();
    created.unwritten =
        std::is_trivially_default_constructible_v<T> && !detail::was_cleared(&left_in_memory_);
    detail::data_made(created);
    return 0;
  }

  mutable detail::Object object_;
  T value_{};
  // Compilers know that it has no value before it is read, unless all was cleared; so the read is
  // in the library. If this were a class with a constructor, compilers would assume that it loses
  // its old content.
  std::uint64_t left_in_memory_ = register_uninitialised();
  [[no_unique_address]] NoConstant not_constant_;
};

}  // namespace mcheck
