// SPDX-License-Identifier: MIT
// Layout of the frame, from the stack pointer up: %rax · address · value (16 bytes) · operand · 8
// bytes unused. A no-op after the call encodes what the engine has to do. `lea` moves the stack
// pointer, because it does not change flags. The code was compiled without a red zone.
#include "programs/mcheck/assembler/call_sequence.hpp"

#include <array>
#include <cstdio>

namespace mcheck::command {
namespace {

constexpr int kFrame = 48;
constexpr const char* kCopy = "16(%rsp)";

// Numbers as in engine/intercept/hooks/inline_assembly.cpp.
enum class AsmCall : unsigned {
  kLoad,
  kStore,
  kAtomic,
  kBitOperation,
  kFence,
  kStringOperation,
  kUnknown
};

std::string asm_line(const std::string& text) { return "\t" + text + "\n"; }

std::string move_stack_pointer(int bytes, FrameBase base) {
  std::string moved = asm_line("leaq " + std::to_string(-bytes) + "(%rsp), %rsp");
  if (base == FrameBase::kFramePointer) return moved;
  return moved + asm_line(".cfi_adjust_cfa_offset " + std::to_string(bytes));
}
std::string frame_prologue(FrameBase base) { return move_stack_pointer(kFrame, base); }
std::string frame_epilogue(FrameBase base) { return move_stack_pointer(-kFrame, base); }

// Adjusts an address that is relative to the stack pointer for use inside the frame.
std::string from_frame(const std::string& operand) {
  return is_relative_to_stack(operand) ? std::to_string(kFrame) + "+" + operand : operand;
}

std::string store_address(const std::string& operand) {
  return asm_line("movq %rax, (%rsp)") + asm_line("leaq " + operand + ", %rax") +
         asm_line("movq %rax, 8(%rsp)") + asm_line("movq (%rsp), %rax");
}

std::string engine_call(AsmCall what, unsigned bytes, unsigned detail) {
  // Bit 30 forces a displacement of four bytes.
  const unsigned packed = static_cast<unsigned>(what) | bytes << 8 | detail << 16 | 1u << 30;
  std::array<char, 64> number{};
  std::snprintf(number.data(), number.size(), "nopl %#x(%%rax)", packed);
  return asm_line("call *__tsan_inline_assembly@GOTPCREL(%rip)") + asm_line(number.data());
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
  return asm_line(statement.text());
}

std::string store_operand(const AsmInstruction& instruction) {
  if (instruction.value.empty()) return "";
  return asm_line(std::string("mov") + suffix_of(instruction.bytes) + " " + instruction.value +
                  ", 32(%rsp)");
}

// The engine executes these completely, and sets registers and flags itself.
bool is_done_by_engine(const AsmInstruction& instruction) {
  return instruction.effect == AsmEffect::kBitOperation ||
         instruction.operation == AsmAtomicOperation::kCompareExchangePair;
}

std::string access_sequence(const AsmStatement& statement, const AsmInstruction& instruction) {
  const unsigned bytes = instruction.bytes;
  const std::string run = on_copy(statement, instruction.memory);
  const std::string load = engine_call(AsmCall::kLoad, bytes, 0);
  const std::string store = engine_call(AsmCall::kStore, bytes, 0);
  switch (instruction.effect) {
    case AsmEffect::kLoad: return load + run;
    case AsmEffect::kStore: return run + store;
    case AsmEffect::kReadModifyWrite: return load + run + store;
    case AsmEffect::kBitOperation:
      return store_operand(instruction) +
             engine_call(AsmCall::kBitOperation, bytes, instruction.detail);
    default: break;
  }
  return store_operand(instruction) +
         engine_call(AsmCall::kAtomic, bytes, static_cast<unsigned>(instruction.operation)) +
         (is_done_by_engine(instruction) ? "" : run);
}

}  // namespace

std::string sequence_for(const AsmStatement& statement, const AsmInstruction& instruction,
                         FrameBase base) {
  if (instruction.effect == AsmEffect::kFence ||
      instruction.effect == AsmEffect::kStringOperation) {
    const AsmCall what =
        instruction.effect == AsmEffect::kFence ? AsmCall::kFence : AsmCall::kStringOperation;
    return frame_prologue(base) + engine_call(what, 0, instruction.detail) + frame_epilogue(base) +
           asm_line(statement.text());
  }
  return frame_prologue(base) + store_address(from_frame(statement.operands[instruction.memory])) +
         access_sequence(statement, instruction) + frame_epilogue(base);
}

std::string size_registration(unsigned bytes) {
  return asm_line(".pushsection .init_array,\"aw\"") + asm_line(".p2align 3") +
         asm_line(".quad __tsan_inline_assembly_uses_" + std::to_string(bytes)) +
         asm_line(".popsection");
}

std::string report_sequence(const std::string& message, unsigned number, FrameBase base) {
  const std::string name = ".Lmcheck_asm_" + std::to_string(number);
  std::string quoted;
  for (const char letter : message) {
    if (letter == '"' || letter == '\\') quoted += '\\';
    quoted += letter == '\n' || letter == '\t' ? ' ' : letter;
  }
  return asm_line(".pushsection .rodata.str1.1,\"aMS\",@progbits,1") + name + ":" +
         asm_line(".string \"" + quoted + "\"") + asm_line(".popsection") + frame_prologue(base) +
         store_address(name + "(%rip)") + engine_call(AsmCall::kUnknown, 0, 0) +
         frame_epilogue(base);
}

}  // namespace mcheck::command
