// SPDX-License-Identifier: MIT
#include "programs/mcheck/assembler/register_use.hpp"

#include <algorithm>
#include <array>

#include "programs/mcheck/assembler/prefixes.hpp"

namespace mcheck::command {
namespace {

bool is_one_of(std::string_view word, auto const& words) {
  return std::ranges::find(words, word) != std::end(words);
}

std::string_view mnemonic_of(std::string_view text) {
  return text.substr(0, std::min(text.find_first_of(" \t"), text.size()));
}

std::string_view operands_of(std::string_view text) {
  text.remove_prefix(mnemonic_of(text).size());
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  return text;
}

// The register, in any of its widths, whose name begins at the %; 0 if it is another one.
RegisterSet register_at(std::string_view text) {
  constexpr std::array<std::string_view, 5> kNames = {"%rbx", "%ebx", "%bx", "%bl", "%bh"};
  if (starts_with_any(text, kNames)) return 1;
  if (text.size() < 4 || !text.starts_with("%r1") || text[3] < '2' || text[3] > '5') return 0;
  return static_cast<RegisterSet>(2u << static_cast<unsigned>(text[3] - '2'));
}

RegisterSet mentioned(std::string_view text) {
  unsigned all = 0;
  for (std::size_t at = text.find('%'); at != text.npos; at = text.find('%', at + 1))
    all |= register_at(text.substr(at));
  return static_cast<RegisterSet>(all);
}

// The register, if the operand is one of 32 or 64 bits: writing these changes all 64.
RegisterSet whole_register(std::string_view operand) {
  if (operand == "%rbx" || operand == "%ebx") return 1;
  const bool is_whole = operand.size() == 4 || (operand.size() == 5 && operand[4] == 'd');
  return is_whole && operand.starts_with("%r1") ? register_at(operand) : RegisterSet{0};
}

// Of the last operand. Commas in parentheses belong to an address.
std::size_t begin_of_last(std::string_view operands) {
  int depth = 0;
  for (std::size_t i = operands.size(); i > 0; --i) {
    const char letter = operands[i - 1];
    if (letter == ')') ++depth;
    if (letter == '(') --depth;
    if (letter == ',' && depth == 0) return i;
  }
  return 0;
}

// Whether the mnemonic only writes its last operand.
bool is_move(std::string_view mnemonic) {
  constexpr std::array<std::string_view, 18> kMoves = {
      "mov",    "movl",   "movq",   "movabs", "movabsq", "movzbl", "movzwl", "movzbq", "movzwq",
      "movsbl", "movswl", "movsbq", "movswq", "movslq",  "movd",   "lea",    "leal",   "leaq"};
  return is_one_of(mnemonic, kMoves);
}

bool clears_itself(std::string_view mnemonic, std::string_view source, std::string_view target) {
  constexpr std::array<std::string_view, 6> kClearing = {"xor", "xorl", "xorq",
                                                         "sub", "subl", "subq"};
  return source == target && is_one_of(mnemonic, kClearing);
}

RegisterUse use_of_operands(std::string_view mnemonic, std::string_view operands) {
  RegisterUse use{.read = mentioned(operands)};
  const std::size_t last = begin_of_last(operands);
  std::string_view target = operands.substr(last);
  target.remove_prefix(std::min(target.find_first_not_of(" \t"), target.size()));
  const RegisterSet written = whole_register(target);
  if (written == 0) return use;
  if (last == 0) {
    if (mnemonic == "pop" || mnemonic == "popq") return {.written = written};
    return use;
  }
  const std::string_view source = operands.substr(0, last - 1);
  if (clears_itself(mnemonic, source, target)) return {.written = written};
  if (!is_move(mnemonic)) return use;
  return {.read = mentioned(source), .written = written};
}

RegisterUse use_of_jump(std::string_view mnemonic, std::string_view operands) {
  const bool always = mnemonic.starts_with("jmp");
  RegisterUse use{.read = mentioned(operands),
                  .flow = always ? ControlFlow::kJump : ControlFlow::kBranch,
                  .target = operands};
  if (operands.starts_with("*")) use.target = "";
  return use;
}

// Functions that return twice, and those that have arguments in preserved registers: code that
// jumps to where a register points has the register's name in its own.
bool has_other_convention(std::string_view function) {
  constexpr std::array<std::string_view, 8> kOther = {"setjmp",     "_setjmp",     "__setjmp",
                                                      "sigsetjmp",  "__sigsetjmp", "vfork",
                                                      "getcontext", "__morestack"};
  constexpr std::array<std::string_view, 3> kThunks = {"__x86_indirect_", "__x86_return_",
                                                       "__llvm_"};
  return is_one_of(function, kOther) || starts_with_any(function, kThunks);
}

// Wherever an exception continues is a landing pad, or in a function that called this one.
bool never_returns(std::string_view function) {
  constexpr std::array<std::string_view, 12> kNever = {"abort",
                                                       "exit",
                                                       "_exit",
                                                       "quick_exit",
                                                       "pthread_exit",
                                                       "__assert_fail",
                                                       "__stack_chk_fail",
                                                       "__cxa_throw",
                                                       "__cxa_rethrow",
                                                       "_Unwind_Resume",
                                                       "_ZSt9terminatev",
                                                       "__cxa_bad_cast"};
  const bool throws = function.starts_with("_ZSt") && function.find("__throw_") != function.npos;
  return throws || is_one_of(function, kNever);
}

RegisterUse use_of_call(std::string_view operands) {
  RegisterUse use{.read = mentioned(operands), .flow = ControlFlow::kCall};
  const bool is_by_address = operands.starts_with("*%") || operands.starts_with("*(");
  if (!is_by_address) {  // also *name@GOTPCREL(%rip)
    use.target = operands.substr(operands.starts_with("*") ? 1 : 0);
    use.target = use.target.substr(0, use.target.find_first_of("@("));
  }
  if (operands.find("@TLSCALL") != operands.npos || operands.find("@tlscall") != operands.npos)
    use.target = kThreadLocalAddress;
  // A call within a function is one of a sequence that changes where it returns to.
  use.understood = !has_other_convention(use.target) && !use.target.starts_with(".L");
  if (never_returns(use.target)) use.flow = ControlFlow::kEnd;
  return use;
}

// Instructions with operands that are not written, or that jump.
bool has_hidden_operands(std::string_view mnemonic) {
  constexpr std::array<std::string_view, 12> kHidden = {
      "cmpxchg8b", "cmpxchg16b", "cpuid", "xlat", "loop", "xbegin",
      "xabort",    "enter",      "iret",  "sys",  "int",  "lcall"};
  return starts_with_any(mnemonic, kHidden);
}

}  // namespace

RegisterUse register_use(std::string_view instruction) {
  constexpr std::array<std::string_view, 10> kPrefixes = {
      "lock", "rep", "repz", "repe", "repnz", "repne", "notrack", "bnd", "data16", "rex64"};
  std::string_view mnemonic = mnemonic_of(instruction);
  while (is_one_of(mnemonic, kPrefixes)) {
    instruction = operands_of(instruction);
    mnemonic = mnemonic_of(instruction);
  }
  const std::string_view operands = operands_of(instruction);
  if (instruction.find_first_of(";{") != instruction.npos) return {.understood = false};
  const bool is_large_model = instruction.find("@PLTOFF") != instruction.npos ||
                              instruction.find("@pltoff") != instruction.npos;
  if (is_large_model) return {.understood = false};
  if (has_hidden_operands(mnemonic)) return {.understood = false};
  if (mnemonic.starts_with("call")) return use_of_call(operands);
  if (mnemonic.starts_with("ret")) return {.read = kAllPreserved, .flow = ControlFlow::kEnd};
  if (mnemonic.starts_with("j")) return use_of_jump(mnemonic, operands);
  return use_of_operands(mnemonic, operands);
}

}  // namespace mcheck::command
