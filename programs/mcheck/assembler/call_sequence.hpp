// SPDX-License-Identifier: MIT
// Generates the instructions that replace one access to shared memory: they call the engine
// (engine/intercept/hooks/inline_assembly.cpp), which performs the access, and then run the
// original instruction on a copy of the old value on the stack, so that registers and flags get the
// values that the processor computes.
#pragma once

#include <string>

#include "programs/mcheck/assembler/instruction.hpp"

namespace mcheck::command {

// The register that the current .cfi directives use as the frame's base. Unwinders depend on it.
enum class FrameBase { kFramePointer, kStackPointer };

// REQUIRES: the effect is neither kNone nor kUnknown.
[[nodiscard]] std::string sequence_for(const AsmStatement& statement,
                                       const AsmInstruction& instruction, FrameBase base);
// Registers with the engine, before main(), that inline assembly uses operands of this size.
// Operands of different sizes may overlap.
[[nodiscard]] std::string size_registration(unsigned bytes);
// Reports `message` when a thread reaches this point. `number` is unique in the file.
[[nodiscard]] std::string report_sequence(const std::string& message, unsigned number,
                                          FrameBase base);

}  // namespace mcheck::command
