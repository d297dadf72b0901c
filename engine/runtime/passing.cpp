// SPDX-License-Identifier: MIT
// Operations after which their thread goes on: they happen where it stands, and it does not come to
// rest (search/decider.hpp).
#include "engine/runtime/machine.hpp"
#include "engine/world/allocation.hpp"
#include "engine/world/raw_copy.hpp"

namespace mcheck {

// Not where a step is watched or tried: what leads back shows at rest.
bool Machine::passes(const Operation& operation, Reply& reply) {
  const bool watched = watch_.resident != nullptr || suspect_all_ || suspect_none_ || capture_;
  if (kAddressSanitizer || decider_ == nullptr || watched || !is_simple(operation.kind)) {
    return false;
  }
  struct Call {
    Machine& machine;
    const Operation& wanted;
    Reply& result;
    bool done = false;
  } call{*this, operation, reply};
  const auto decide = [](void* argument) {
    auto& [machine, wanted, result, done] = *static_cast<Call*>(argument);
    const OutsideWorld engine_at_work;
    Operation prepared = wanted;
    machine.prepare(prepared);
    done = machine.decider_->goes_on(machine.thread_, prepared, result);
    if (!done) return;
    ++machine.resumes_;
    if (machine.accesses_) machine.accesses_->enter(machine.thread_, *machine.execution_);
  };
  aside_.call(decide, &call);
  return call.done;
}

}  // namespace mcheck
