// SPDX-License-Identifier: MIT
#include "engine/host/self_check/self_check.hpp"

#include "engine/base/host_state.hpp"
#include "engine/host/search/exploration.hpp"
#include "engine/runtime/verdict/verdict_basis.hpp"

namespace mcheck {
namespace {

MCHECK_HOST_STATE SelfCheckFunction registered_self_check = nullptr;
MCHECK_HOST_STATE bool self_check_running = false;  // the check explores a program of its own

}  // namespace

void register_self_check(SelfCheckFunction check) { registered_self_check = check; }

SelfCheck run_self_check(Depth depth) {
  if (registered_self_check == nullptr || self_check_running) return {};
  self_check_running = true;
  SelfCheck self = registered_self_check(depth);
  self_check_running = false;
  return self;
}

namespace {

void refuse_if_uninstrumented(const SelfCheck& self) {
  if (!self.broken.empty()) throw UsageError(self.broken);
  if (self.uninstrumented.empty()) return;
  throw UsageError(
      "mcheck does not observe what the program does: " + self.uninstrumented +
      "\n  usually  the program was not compiled with -fsanitize=thread, or a version script "
      "hides the functions of lib/mcheck_unmodified.o"
      "\n  try      CXX=\"mcheck c++\", and rebuild");
}

}  // namespace

void require_instrumentation() { refuse_if_uninstrumented(run_self_check(Depth::kQuick)); }

void add_uninstrumented_assumptions(std::vector<std::string>& assumptions) {
  const SelfCheck self = run_self_check(Depth::kThorough);
  refuse_if_uninstrumented(self);
  assumptions.insert(assumptions.end(), self.assumptions.begin(), self.assumptions.end());
}

void add_assumptions_of_uninstrumented_code(std::vector<std::string>& assumptions) {
  const std::size_t size_before = assumptions.size();
  add_uninstrumented_assumptions(assumptions);
  const bool names_sequential_consistency =
      !assumptions.empty() && assumptions.front().starts_with(kSequentialConsistency);
  if (assumptions.size() == size_before || names_sequential_consistency) return;
  assumptions.emplace(assumptions.begin(), kSequentialConsistency);
}

}  // namespace mcheck
