// SPDX-License-Identifier: MIT
// The instructions that stand in the place of one that touches shared memory: they call the engine
// (engine/intercept/inline_assembly.cpp), which performs the access, and then run the instruction
// itself on a copy of the old value on the stack, so that registers and flags become what the
// processor makes of them.
#pragma once

#include <string>

#include "programs/mcheck/asm_instruction.hpp"

namespace mcheck::command {

// What the directives at hand count a function's frame from. Unwinders go by that.
enum class FrameBase { kFramePointer, kStackPointer };

// REQUIRES: the effect is neither kNone nor kUnknown.
[[nodiscard]] std::string sequence_for(const AsmStatement& statement,
                                       const AsmInstruction& instruction, FrameBase base);
// Tells the engine, before main(), that inline assembly uses operands of so many bytes: where there
// are several sizes they may share bytes.
[[nodiscard]] std::string announcement_of(unsigned bytes);
// Reports, when a thread comes there, what `message` says. `number` is unique in the file.
[[nodiscard]] std::string report_for(const std::string& message, unsigned number, FrameBase base);

}  // namespace mcheck::command
