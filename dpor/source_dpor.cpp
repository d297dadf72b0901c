// SPDX-License-Identifier: MIT
#include "dpor/source_dpor.hpp"

namespace mcheck {

SourceDpor::SourceDpor()
    : on_reversal_([this](const Reversals::Reversal& reversal) { add(reversal); }) {}

std::optional<Begin> SourceDpor::begin_execution() {
  const std::optional<Begin> begin = stack_.next();
  kept_ = begin ? begin->keep : 0;
  return begin;
}

void SourceDpor::end_execution(const Execution& execution, Ending ending) {
  if (ending == Ending::kSpun) stack_.found_polling();
  reversals_.find(execution, kept_, kept_, on_reversal_);
}

void SourceDpor::add(const Reversals::Reversal& reversal) {
  SleepStack::Level& level = stack_.level(reversal.step);
  const ThreadSet initials = reversals_.initials();
  for (unsigned i = 0; i < initials.size(); ++i) {
    if (level.threads.has(initials.at(i))) return;
  }
  level.threads.add(initials.at(0));
}

}  // namespace mcheck
