// SPDX-License-Identifier: MIT
#include "engine/host/self_examination.hpp"

#include "engine/base/host_state.hpp"
#include "engine/host/exploration.hpp"
#include "engine/runtime/verdict_basis.hpp"

namespace mcheck {
namespace {

MCHECK_HOST_STATE Examine registered_examination = nullptr;
MCHECK_HOST_STATE bool examining = false;  // the check explores a program of its own

}  // namespace

void examine_self_with(Examine examine) { registered_examination = examine; }

SelfExamination examine_self(Depth depth) {
  if (registered_examination == nullptr || examining) return {};
  examining = true;
  SelfExamination self = registered_examination(depth);
  examining = false;
  return self;
}

namespace {

void refuse_if_blind(const SelfExamination& self) {
  if (!self.broken.empty()) throw UsageError(self.broken);
  if (self.blind.empty()) return;
  throw UsageError(
      "mcheck does not see what the program does: " + self.blind +
      "\n  usually  the program was not compiled with -fsanitize=thread, or linked with "
      "an archive instead of lib/mcheck_unmodified.o"
      "\n  try      CXX=\"mcheck c++\", and build it anew");
}

}  // namespace

void require_sight() { refuse_if_blind(examine_self(Depth::kGlance)); }

void add_unseen(std::vector<std::string>& assumptions) {
  const SelfExamination self = examine_self(Depth::kThorough);
  refuse_if_blind(self);
  assumptions.insert(assumptions.end(), self.assumptions.begin(), self.assumptions.end());
}

void add_uninstrumented_code(std::vector<std::string>& assumptions) {
  const std::size_t of_what_is_seen = assumptions.size();
  add_unseen(assumptions);
  const bool names_orders =
      !assumptions.empty() && assumptions.front().starts_with(kSequentialConsistency);
  if (assumptions.size() == of_what_is_seen || names_orders) return;
  assumptions.emplace(assumptions.begin(), kSequentialConsistency);
}

}  // namespace mcheck
