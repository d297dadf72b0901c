// SPDX-License-Identifier: MIT
// What an instruction of inline assembly does to memory that threads may share, as far as mcheck
// understands it. What it leaves in registers and flags is not asked here: it is run for that, on a
// copy of the value (asm_rewrite.hpp).
#pragma once

#include <string>

#include "programs/mcheck/asm_statement.hpp"

namespace mcheck::command {

enum class AsmEffect {
  kNone,     // touches no memory that is shared: it stays as it is
  kLoad,     // reads its operand
  kStore,    // writes its operand, and does not read it
  kChange,   // reads it, then writes it, and others may come between
  kOneStep,  // both at once: locked, or an exchange with memory
  kBits,     // a bit of the operand, whichever the other operand says
  kFence,
  kRange,    // rep movs, rep stos
  kUnknown,  // not understood
};

// What a locked instruction makes of the old value. engine/intercept/inline_assembly.cpp has the
// same numbers.
enum class AsmStep : unsigned {
  kAdd = 0,
  kSubtract = 1,
  kAnd = 2,
  kOr = 3,
  kXor = 4,
  kExchange = 5,
  kCompareExchange = 6,
  kNegate = 7,
  kCompareExchangePair = 8,  // cmpxchg8b, cmpxchg16b
};

struct AsmInstruction {
  AsmEffect effect = AsmEffect::kNone;
  AsmStep step = AsmStep::kAdd;  // of kOneStep
  unsigned bytes = 0;
  unsigned detail = 0;     // of kBits and kRange: see inline_assembly.cpp
  std::size_t memory = 0;  // which operand is in memory
  std::string value;       // the operand that the step takes, as in the text; empty: it takes none
};

[[nodiscard]] AsmInstruction understand(const AsmStatement& statement);

}  // namespace mcheck::command
