// SPDX-License-Identifier: MIT
// Races on data that is an object of its own: shared<T>.
#include "engine/runtime/machine.hpp"
#include "engine/world/allocation.hpp"

namespace mcheck {

void Machine::data_made(const void* data, const void* caller) {
  note_more();
  if (!accesses_) return;
  const OutsideWorld engine_at_work;
  accesses_->data_begins(data, {.thread = thread_, .caller = caller}, *execution_);
}

void Machine::data_accessed(const void* data, bool write, const void* caller) {
  note_more();
  if (!accesses_) return;
  const DataAccess access{.thread = thread_, .caller = caller};
  const auto races = [&] {
    const OutsideWorld engine_at_work;
    return accesses_->data_access(data, write, access, *execution_);
  };
  while (races()) race_found();
}

}  // namespace mcheck
