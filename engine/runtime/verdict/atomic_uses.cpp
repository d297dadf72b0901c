// SPDX-License-Identifier: MIT
#include "engine/runtime/verdict/atomic_uses.hpp"

#include <cstddef>

#include "engine/memory/heap/allocation.hpp"
#include "engine/runtime/verdict/verdict_basis.hpp"
#include "engine/search/execution/execution.hpp"
#include "engine/trace/semantics/order_change.hpp"

// NOLINTBEGIN(bugprone-reserved-identifier)
[[gnu::weak]] extern std::byte __start_mcheck_program_state[];
[[gnu::weak]] extern std::byte __stop_mcheck_program_state[];
// NOLINTEND(bugprone-reserved-identifier)

namespace mcheck {

void AtomicUses::pass_over(const void* address) {
  const EngineAllocationScope engine_at_work;
  of_assembly_.insert(address);
}

bool is_engine_variable(const Execution& execution, ObjectId object) {
  if (object == kNoObject) return false;
  const auto* const address = static_cast<const std::byte*>(execution.find_object(object)->address);
  return address >= __start_mcheck_program_state && address < __stop_mcheck_program_state;
}

void AtomicUses::note(const Execution& execution, ThreadId thread, const Operation& operation) {
  if (!has_order(operation.kind) || operation.object == kNoObject) return;
  const std::size_t at = index(operation.object);
  if (at >= uses_.size()) {
    const EngineAllocationScope engine_at_work;
    uses_.resize(at + 1);
  }
  Use& use = uses_[at];
  if (use.first == kNoThread) use.first = thread;
  use.is_shared |= use.first != thread;
  if (is_weaker_than_seq_cst(operation) && !is_engine_variable(execution, operation.object)) {
    const ObjectRecord& object = *execution.find_object(operation.object);
    // A semaphore's count is no atomic: a query of it acts on the newest.
    const bool counts = !operation.newest && object.kind == ObjectKind::kAtomic &&
                        !of_assembly_.contains(object.address);
    if (!acts_on_newest_version(object.address)) (counts ? use.is_weaker : passed_over_) = true;
  }
  shares_weaker_ = use.is_shared && use.is_weaker;
}

}  // namespace mcheck
