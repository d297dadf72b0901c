// SPDX-License-Identifier: MIT
// Operations that change an atomic whose value fits a word: those of memory.hpp for an object of
// the model library, with all arguments in registers. They clear the stack (object.hpp) before a
// thread suspends.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include <mcheck/detail/memory.hpp>
#include <mcheck/detail/object.hpp>

extern "C" {

// `first` points to the first value; `code` is its mcheck::detail::operation_code_of(). Returns the
// value before. The names have C linkage: they are hooks in assembly.
void mcheck_atomic_store(mcheck::detail::Object* object, void* first, std::uint32_t code,
                         std::uint64_t value) noexcept;
// `change`: mcheck::detail::change_word().
std::uint64_t mcheck_atomic_fetch(mcheck::detail::Object* object, void* first, std::uint32_t code,
                                  std::uint64_t operand, std::uint64_t change) noexcept;
}

namespace mcheck::detail {

constexpr std::uint32_t operation_code_of(std::size_t size, std::memory_order order) {
  return static_cast<std::uint32_t>(order) << 8 |
         static_cast<std::uint32_t>(std::memory_order_seq_cst) << 16 |
         static_cast<std::uint32_t>(size) << 24;
}

// Called after a hook: a call at the end of a function may be compiled to a jump, and then the hook
// would not know its caller.
inline void prevent_tail_call() noexcept { std::atomic_signal_fence(std::memory_order_seq_cst); }

constexpr std::uint64_t change_word(Change change) {
  return static_cast<std::uint64_t>(change) + 1;
}

}  // namespace mcheck::detail
