// SPDX-License-Identifier: MIT
// What methods of the program report of themselves: <mcheck/conflicts.hpp>.
#include <cstddef>

#include "engine/intercept/original.hpp"
#include "engine/runtime/accesses.hpp"

// The reported stack starts in the method that calls this.
extern "C" void mcheck_object_used(const void* object, std::size_t size, int writes) {
  if (mcheck::watching_conflicts == nullptr || !mcheck::in_program()) return;
  const unsigned kind = mcheck::kAccessMarked | (writes != 0 ? mcheck::kAccessWrites : 0);
  mcheck::object_access(object, size, kind, __builtin_return_address(0));
}
