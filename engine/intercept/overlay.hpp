// SPDX-License-Identifier: MIT
// Objects of the C library that are never the C library's here: their memory is used for what the
// engine keeps in a model object. A static initialiser leaves it zero, which is a model object that
// the engine does not know yet; so is one that is made anew where another has been.
#pragma once

#include <mcheck/detail/object.hpp>

namespace mcheck {

// The model object in the first bytes of a pthread_mutex_t, pthread_cond_t and the like.
template <class Outer>
detail::Object& object_in(Outer* outer) {
  static_assert(sizeof(Outer) >= sizeof(detail::Object));
  static_assert(alignof(Outer) >= alignof(detail::Object));
  return *reinterpret_cast<detail::Object*>(outer);
}

}  // namespace mcheck
