// SPDX-License-Identifier: MIT
// Waits until an atomic holds a value, in one step: a spin loop without its iterations.
//
//   mcheck::await(ready, 1);   // for: while (ready.load() != 1) std::this_thread::yield();
//
// Not in the standard. No notification is needed. If the value is replaced before this thread runs,
// the thread has not seen it and keeps waiting; if it does not come again, the thread is blocked
// for ever.
#pragma once

#include <memory>
#include <type_traits>

#include <mcheck/atomic.hpp>

namespace mcheck {

template <class T>
void await(const atomic<T>& variable, std::type_identity_t<T> value, memory_order order) noexcept {
  detail::await(variable.location(), detail::Bytes<T>(value).bytes, order);
}

}  // namespace mcheck
