// SPDX-License-Identifier: MIT
// Classifies what an instruction of inline assembly does to memory that threads may share. Does not
// compute the effects on registers and flags: the rewritten code runs the instruction itself on a
// copy of the value (assembler/rewrite.hpp).
#pragma once

#include <string>

#include "programs/mcheck/assembler/statement.hpp"

namespace mcheck::command {

enum class AsmEffect {
  kNone,             // does not touch shared memory: stays unchanged
  kLoad,             // reads its operand
  kStore,            // writes its operand without reading it
  kReadModifyWrite,  // reads, then writes; other threads may interleave
  kAtomic,           // reads and writes in one step: locked, or xchg with memory
  kBitOperation,     // one bit of the operand, chosen by the other operand
  kFence,
  kStringOperation,  // rep movs, rep stos
  kUnknown,          // not supported
};

// How a locked instruction computes the new value. engine/intercept/hooks/inline_assembly.cpp uses
// the same numbers.
enum class AsmAtomicOperation : unsigned {
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
  AsmAtomicOperation operation = AsmAtomicOperation::kAdd;  // of kAtomic
  unsigned bytes = 0;
  unsigned detail = 0;     // of kBitOperation and kStringOperation: see inline_assembly.cpp
  std::size_t memory = 0;  // index of the operand in memory
  std::string value;       // source operand as written; empty: the operation has none
};

[[nodiscard]] AsmInstruction classify_instruction(const AsmStatement& statement);

}  // namespace mcheck::command
