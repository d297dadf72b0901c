// SPDX-License-Identifier: MIT
// Waiting until an atomic holds a value, as one step: what a loop that polls stands for, without
// its turns.
//
//   mcheck::await(ready, 1);   // for: while (ready.load() != 1) std::this_thread::yield();
//
// Not in the standard. Nobody needs to notify. A value that another one replaces before this thread
// goes on was not seen, and waiting goes on; if it does not come again, the thread is blocked for
// ever.
#pragma once

#include <memory>
#include <type_traits>

#include <mcheck/atomic.hpp>

namespace mcheck {

template <class T>
void await(const atomic<T>& variable, std::type_identity_t<T> value, memory_order order) noexcept {
  detail::await(variable.here(), detail::Bytes<T>(value).bytes, order);
}

}  // namespace mcheck
