// SPDX-License-Identifier: MIT
#include "engine/runtime/isolation/kernel_effect.hpp"

#include <cstdint>

#include "engine/base/host_state.hpp"
#include "engine/memory/heap/allocation.hpp"
#include "engine/runtime/machine/machine.hpp"
#include "engine/runtime/machine/perform_address.hpp"
#include "engine/trace/semantics/operation.hpp"

namespace mcheck {
namespace {

MCHECK_PROGRAM_STATE std::uint32_t system_calls = 0;  // stands for the kernel's state

// What one thread does in the kernel may decide what another does there, and passes on data: so
// such calls are operations on one object, in all orders. The call is a part of the step that
// begins here.
MCHECK_HOST_STATE bool has_written_files_at_start = false;

void order_call() {
  if (Machine::current()->main_is_alone()) return;
  State now;
  now.value = system_calls;
  const ObjectId object = identify_address(
      &system_calls, {ObjectKind::kAtomic, sizeof system_calls}, now, kSystemCalls);
  perform({.kind = Kind::kFetch,
           .order = MemoryOrder::kSeqCst,
           .bytes = sizeof system_calls,
           .object = object,
           .a = 1,
           .b = static_cast<Word>(Arithmetic::kAdd)});
  ++system_calls;
}

}  // namespace

void note_kernel_effect(const KernelCall& call) {
  if (!is_program_running() || passes_through()) return;
  Machine::current()->note_kernel_effect(call);
  order_call();
}

void note_file_for_writing() {
  if (Machine::current() == nullptr) has_written_files_at_start = true;
}
bool writes_files_at_start() { return has_written_files_at_start; }

void note_kernel_query() {
  if (is_program_running() && !passes_through() && Machine::current()->is_isolated()) order_call();
}

bool is_program_running() {
  const Machine* machine = Machine::current();
  return machine != nullptr && machine->running() && get_current_heap() != nullptr;
}

}  // namespace mcheck
