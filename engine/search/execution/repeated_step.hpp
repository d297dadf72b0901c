// SPDX-License-Identifier: MIT
// One repetition of a step: the same operation of the same thread on the same atomic, with other
// values, while the strategy grants run-ahead and nothing else happens. All but the first few are
// recorded in this form where they happen. They are logged together before anything reads the log
// (InlineScheduler::note_repeats).
#pragma once

#include "engine/base/ids.hpp"

namespace mcheck {

struct RepeatedStep {
  Word a = 0;      // its operand
  Word after = 0;  // the value of the atomic afterwards
};

}  // namespace mcheck
