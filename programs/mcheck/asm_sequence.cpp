// SPDX-License-Identifier: MIT
// Layout of the frame, from the stack pointer up: %rax · address · value (16 bytes) · operand · 8
// bytes unused. A no-op after the call encodes what the engine has to do. `lea` moves the stack
// pointer, because it does not change flags. The code was compiled without a red zone.
#include "programs/mcheck/asm_sequence.hpp"

#include <array>
#include <cstdio>

namespace mcheck::command {
namespace {

constexpr int kFrame = 48;
constexpr const char* kCopy = "16(%rsp)";

// Numbers as in engine/intercept/inline_assembly.cpp.
enum class AsmCall : unsigned { kLoad, kStore, kOneStep, kBits, kFence, kRange, kUnknown };

std::string line(const std::string& text) { return "\t" + text + "\n"; }

std::string frame_moves(int bytes, FrameBase base) {
  const std::string moved = line("leaq " + std::to_string(-bytes) + "(%rsp), %rsp");
  if (base == FrameBase::kFramePointer) return moved;
  return moved + line(".cfi_adjust_cfa_offset " + std::to_string(bytes));
}
std::string frame_begins(FrameBase base) { return frame_moves(kFrame, base); }
std::string frame_ends(FrameBase base) { return frame_moves(-kFrame, base); }

// Adjusts an address that is relative to the stack pointer for use inside the frame.
std::string from_frame(const std::string& operand) {
  return is_on_stack(operand) ? std::to_string(kFrame) + "+" + operand : operand;
}

std::string address_of(const std::string& operand) {
  return line("movq %rax, (%rsp)") + line("leaq " + operand + ", %rax") +
         line("movq %rax, 8(%rsp)") + line("movq (%rsp), %rax");
}

std::string call(AsmCall what, unsigned bytes, unsigned detail) {
  // Bit 30 forces a displacement of four bytes.
  const unsigned packed = static_cast<unsigned>(what) | bytes << 8 | detail << 16 | 1u << 30;
  std::array<char, 64> number{};
  std::snprintf(number.data(), number.size(), "nopl %#x(%%rax)", packed);
  return line("call *__tsan_inline_assembly@GOTPCREL(%rip)") + line(number.data());
}

const char* suffix_of(unsigned bytes) {
  switch (bytes) {
    case 1: return "b";
    case 2: return "w";
    case 4: return "l";
    default: return "q";
  }
}

// The instruction itself, applied to the private copy.
std::string on_copy(AsmStatement statement, std::size_t memory) {
  statement.labels.clear();
  std::erase(statement.prefixes, "lock");
  std::erase(statement.prefixes, "xacquire");
  std::erase(statement.prefixes, "xrelease");
  statement.operands[memory] = kCopy;
  return line(statement.text());
}

std::string with_operand(const AsmInstruction& instruction) {
  if (instruction.value.empty()) return "";
  return line(std::string("mov") + suffix_of(instruction.bytes) + " " + instruction.value +
              ", 32(%rsp)");
}

// The engine executes these completely, and sets registers and flags itself.
bool is_done_by_engine(const AsmInstruction& instruction) {
  return instruction.effect == AsmEffect::kBits ||
         instruction.step == AsmStep::kCompareExchangePair;
}

std::string access(const AsmStatement& statement, const AsmInstruction& instruction) {
  const unsigned bytes = instruction.bytes;
  const std::string run = on_copy(statement, instruction.memory);
  const std::string load = call(AsmCall::kLoad, bytes, 0);
  const std::string store = call(AsmCall::kStore, bytes, 0);
  switch (instruction.effect) {
    case AsmEffect::kLoad: return load + run;
    case AsmEffect::kStore: return run + store;
    case AsmEffect::kChange: return load + run + store;
    case AsmEffect::kBits:
      return with_operand(instruction) + call(AsmCall::kBits, bytes, instruction.detail);
    default: break;
  }
  return with_operand(instruction) +
         call(AsmCall::kOneStep, bytes, static_cast<unsigned>(instruction.step)) +
         (is_done_by_engine(instruction) ? "" : run);
}

}  // namespace

std::string sequence_for(const AsmStatement& statement, const AsmInstruction& instruction,
                         FrameBase base) {
  if (instruction.effect == AsmEffect::kFence || instruction.effect == AsmEffect::kRange) {
    const AsmCall what =
        instruction.effect == AsmEffect::kFence ? AsmCall::kFence : AsmCall::kRange;
    return frame_begins(base) + call(what, 0, instruction.detail) + frame_ends(base) +
           line(statement.text());
  }
  return frame_begins(base) + address_of(from_frame(statement.operands[instruction.memory])) +
         access(statement, instruction) + frame_ends(base);
}

std::string announcement_of(unsigned bytes) {
  return line(".pushsection .init_array,\"aw\"") + line(".p2align 3") +
         line(".quad __tsan_inline_assembly_uses_" + std::to_string(bytes)) + line(".popsection");
}

std::string report_for(const std::string& message, unsigned number, FrameBase base) {
  const std::string name = ".Lmcheck_asm_" + std::to_string(number);
  std::string quoted;
  for (const char letter : message) {
    if (letter == '"' || letter == '\\') quoted += '\\';
    quoted += letter == '\n' || letter == '\t' ? ' ' : letter;
  }
  return line(".pushsection .rodata.str1.1,\"aMS\",@progbits,1") + name + ":" +
         line(".string \"" + quoted + "\"") + line(".popsection") + frame_begins(base) +
         address_of(name + "(%rip)") + call(AsmCall::kUnknown, 0, 0) + frame_ends(base);
}

}  // namespace mcheck::command
