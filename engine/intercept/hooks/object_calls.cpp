// SPDX-License-Identifier: MIT
// What methods of the program report of themselves: <mcheck/conflicts.hpp>.
#include <cstddef>

#include "engine/intercept/program/original.hpp"
#include "engine/runtime/data_races/accesses.hpp"

// The reported stack starts in the method that calls this.
extern "C" void mcheck_object_used(const void* object, std::size_t size, int writes) {
  if (mcheck::active_conflicts == nullptr || !mcheck::in_program_code()) return;
  const unsigned kind = mcheck::kAccessAnnotated | (writes != 0 ? mcheck::kAccessWrites : 0);
  mcheck::object_access(object, size, kind, __builtin_return_address(0));
}
