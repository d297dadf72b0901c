// SPDX-License-Identifier: MIT
// What changes an atomic whose value fits a word: the same operations as in memory.hpp, of an
// object of the model library, in words that are handed over in registers. They sweep the stack
// (object.hpp) where a thread comes to rest.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include <mcheck/detail/memory.hpp>
#include <mcheck/detail/object.hpp>

extern "C" {

// `first` is where the first value is; `manner` is mcheck::detail::manner_of() it. What was there
// comes back. The names are C's: they are hooks in assembly.
void mcheck_atomic_store(mcheck::detail::Object* object, void* first, std::uint32_t manner,
                         std::uint64_t value) noexcept;
// `change`: mcheck::detail::change_word().
std::uint64_t mcheck_atomic_fetch(mcheck::detail::Object* object, void* first, std::uint32_t manner,
                                  std::uint64_t operand, std::uint64_t change) noexcept;
}

namespace mcheck::detail {

constexpr std::uint32_t manner_of(std::size_t size, std::memory_order order) {
  return static_cast<std::uint32_t>(order) << 8 |
         static_cast<std::uint32_t>(std::memory_order_seq_cst) << 16 |
         static_cast<std::uint32_t>(size) << 24;
}

// After a hook: a call that is the last thing a function does is a jump, and nobody would know from
// where.
inline void stay_on_stack() noexcept { std::atomic_signal_fence(std::memory_order_seq_cst); }

constexpr std::uint64_t change_word(Change change) {
  return static_cast<std::uint64_t>(change) + 1;
}

}  // namespace mcheck::detail
