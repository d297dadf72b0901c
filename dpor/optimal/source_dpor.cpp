// SPDX-License-Identifier: MIT
#include "dpor/optimal/source_dpor.hpp"

namespace mcheck {

SourceDpor::SourceDpor()
    : on_reversal_([this](const Reversals::Reversal& reversal) { add(reversal); }) {}

std::optional<Begin> SourceDpor::begin_execution() {
  const std::optional<Begin> begin = stack_.backtrack();
  kept_steps_ = begin ? begin->keep : 0;
  return begin;
}

void SourceDpor::end_execution(const Execution& execution, Ending ending) {
  if (ending == Ending::kSpun) stack_.note_spin();
  reversals_.find(execution, kept_steps_, kept_steps_, on_reversal_);
}

void SourceDpor::add(const Reversals::Reversal& reversal) {
  SleepStack::Level& level = stack_.level(reversal.step);
  const ThreadSet initials = reversals_.initials();
  for (unsigned i = 0; i < initials.size(); ++i) {
    if (level.backtrack_set.has(initials.at(i))) return;
  }
  level.backtrack_set.add(initials.at(0));
}

}  // namespace mcheck
