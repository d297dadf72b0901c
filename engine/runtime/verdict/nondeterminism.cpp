// SPDX-License-Identifier: MIT
#include "engine/runtime/verdict/nondeterminism.hpp"

#include <algorithm>

#include "engine/base/host_state.hpp"
#include "engine/memory/heap/allocation.hpp"
#include "engine/runtime/isolation/kernel_effect.hpp"

namespace mcheck {
namespace {

std::vector<NondeterministicCall>& list() {
  MCHECK_HOST_STATE static std::vector<NondeterministicCall>* calls = nullptr;
  if (calls == nullptr) calls = new std::vector<NondeterministicCall>;
  return *calls;
}

}  // namespace

void note_nondeterministic_call(const char* what, const char* function) {
  if (!is_program_running()) return;
  const EngineAllocationScope engine_at_work;
  const auto same = [&](const NondeterministicCall& known) { return known.function == function; };
  if (std::ranges::none_of(list(), same)) list().push_back({what, function, backtrace_here()});
}

const std::vector<NondeterministicCall>& nondeterministic_calls() { return list(); }
void forget_nondeterministic_calls() { list().clear(); }

}  // namespace mcheck
