// SPDX-License-Identifier: MIT
// A T as plain bytes and back. Equal values must have equal bytes, because the engine compares
// bytes, as std::atomic does. So padding is zeroed where the compiler can do it (GCC 11 and later).
// With other compilers a T with padding may compare unequal to itself; types without padding, which
// are nearly all types in atomics, are not affected.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>
#include <type_traits>

namespace mcheck::detail {

template <class T>
constexpr void clear_padding([[maybe_unused]] T& value) {
#if defined(__has_builtin)
#if __has_builtin(__builtin_clear_padding)
  if constexpr (!std::has_unique_object_representations_v<T> && !std::is_same_v<T, float> &&
                !std::is_same_v<T, double>) {
    // A constant has zero padding.
    if (!std::is_constant_evaluated()) __builtin_clear_padding(std::addressof(value));
  }
#endif
#endif
}

// The bytes of a T, which need not be default-constructible.
template <class T>
struct Bytes {
  static_assert(std::is_trivially_copyable_v<T>, "an atomic value is copied byte by byte");

  Bytes() = default;
  explicit Bytes(const T& value) {
    T copy = value;
    clear_padding(copy);
    std::memcpy(bytes, std::addressof(copy), sizeof(T));
  }
  [[nodiscard]] T value() const { return std::bit_cast<T>(*this); }

  alignas(T) unsigned char bytes[sizeof(T)];
};

// Whether a T fits a word of the engine, with zeros where it has no bytes.
template <class T>
inline constexpr bool kFitsWord = std::is_trivially_copyable_v<T> && sizeof(T) <= 8;

// Zero if it does not fit.
template <class T>
[[nodiscard]] std::uint64_t word_of([[maybe_unused]] const T& value) {
  std::uint64_t word = 0;
  if constexpr (kFitsWord<T>) std::memcpy(&word, Bytes<T>(value).bytes, sizeof(T));
  return word;
}

template <class T>
[[nodiscard]] T from_word(std::uint64_t word) {
  static_assert(kFitsWord<T>);
  Bytes<T> bytes;
  std::memcpy(bytes.bytes, &word, sizeof(T));
  return bytes.value();
}

}  // namespace mcheck::detail
