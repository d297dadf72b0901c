// SPDX-License-Identifier: MIT
// Races on data that is an object of its own: shared<T>.
#include "engine/memory/heap/allocation.hpp"
#include "engine/runtime/machine/machine.hpp"

namespace mcheck {

void Machine::data_made(const void* data, const void* caller) {
  mark_step_uncacheable();
  if (!accesses_) return;
  const EngineAllocationScope engine_at_work;
  accesses_->begin_data(data, {.thread = thread_, .caller = caller}, *execution_);
}

void Machine::data_accessed(const void* data, bool write, const void* caller) {
  mark_step_uncacheable();
  if (!accesses_) return;
  const DataAccess access{.thread = thread_, .caller = caller};
  const auto races = [&] {
    const EngineAllocationScope engine_at_work;
    return accesses_->data_access(data, write, access, *execution_);
  };
  while (races()) race_found();
}

}  // namespace mcheck
