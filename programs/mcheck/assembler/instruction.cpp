// SPDX-License-Identifier: MIT
#include "programs/mcheck/assembler/instruction.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>

namespace mcheck::command {
namespace {

using Name = std::string_view;

template <std::size_t kCount>
bool is_among(const std::array<Name, kCount>& names, Name name) {
  return std::ranges::find(names, name) != names.end();
}

// May have a suffix that gives the operand's width.
constexpr std::array<Name, 34> kSuffixed = {
    "mov", "xchg", "xadd", "cmpxchg", "add",  "sub", "and",  "or",  "xor", "adc",   "sbb", "inc",
    "dec", "not",  "neg",  "cmp",     "test", "bt",  "bts",  "btr", "btc", "shl",   "shr", "sal",
    "sar", "rol",  "ror",  "imul",    "mul",  "div", "idiv", "bsf", "bsr", "popcnt"};
constexpr std::array<Name, 17> kReading = {"add",  "sub", "and",    "or",    "xor",  "adc",
                                           "sbb",  "cmp", "test",   "imul",  "mul",  "div",
                                           "idiv", "bsf", "popcnt", "lzcnt", "tzcnt"};
constexpr std::array<Name, 18> kModifying = {"add", "sub", "and", "or",  "xor", "adc",
                                             "sbb", "inc", "dec", "not", "neg", "shl",
                                             "shr", "sal", "sar", "rol", "ror", "xadd"};
// Have an operand that looks like memory, but do not access memory that threads share.
constexpr std::array<Name, 14> kNoAccess = {
    "lea",        "leaq",       "leal",        "leaw",    "prefetch",   "prefetchw", "prefetcht0",
    "prefetcht1", "prefetcht2", "prefetchnta", "clflush", "clflushopt", "clwb",      "nop"};
// Unsupported, although no operand is in memory.
constexpr std::array<Name, 25> kUnsupported = {
    "xbegin", "xend",   "xabort", "syscall", "sysenter", "int",   "call",  "callq", "monitor",
    "mwait",  "umwait", "xlat",   "xlatb",   "lodsb",    "lodsw", "lodsl", "lodsq", "scasb",
    "scasw",  "scasl",  "scasq",  "cmpsb",   "cmpsw",    "cmpsl", "cmpsq"};

unsigned suffix_bytes(char suffix) {
  switch (suffix) {
    case 'b': return 1;
    case 'w': return 2;
    case 'l': return 4;
    case 'q': return 8;
    default: return 0;
  }
}

struct Mnemonic {
  std::string base;
  unsigned bytes = 0;
};

Mnemonic without_suffix(const std::string& name) {
  if (is_among(kSuffixed, Name(name)) || name.size() < 2) return {name, 0};
  const std::string shorter = name.substr(0, name.size() - 1);
  const unsigned bytes = suffix_bytes(name.back());
  if (bytes != 0 && is_among(kSuffixed, Name(shorter))) return {shorter, bytes};
  return {name, 0};
}

// movzbl, movswq, movslq: the bytes that are read.
unsigned bytes_widened(const std::string& name) {
  const bool widens = name.starts_with("movz") || name.starts_with("movs");
  if (!widens || name.size() != 6) return 0;
  const unsigned from = suffix_bytes(name[4]);
  return from < suffix_bytes(name[5]) ? from : 0;
}

// The width of the first register operand that is not a part of an address.
unsigned operand_bytes(const AsmStatement& statement) {
  for (const std::string& operand : statement.operands) {
    if (const unsigned bytes = register_bytes(operand); bytes != 0) return bytes;
  }
  return 0;
}

bool is_thread_private(std::string_view operand) {
  return operand.starts_with("%fs:") || operand.starts_with("%gs:") ||
         operand.find("@GOT") != std::string_view::npos;
}

AsmInstruction unknown() { return {.effect = AsmEffect::kUnknown, .value = {}}; }
AsmInstruction none() { return {.value = {}}; }

// `lock orl $0, (%rsp)`: no other thread reads that address; the instruction is a fence.
bool is_fence_on_stack(const AsmStatement& statement, const std::string& base) {
  return (base == "or" || base == "add") && statement.operands.size() == 2 &&
         (statement.operands[0] == "$0" || statement.operands[0] == "$0x0") &&
         is_relative_to_stack(statement.operands[1]);
}

std::optional<AsmAtomicOperation> atomic_operation_of(const std::string& base) {
  if (base == "add" || base == "inc" || base == "xadd") return AsmAtomicOperation::kAdd;
  if (base == "sub" || base == "dec") return AsmAtomicOperation::kSubtract;
  if (base == "and") return AsmAtomicOperation::kAnd;
  if (base == "or") return AsmAtomicOperation::kOr;
  if (base == "xor" || base == "not") return AsmAtomicOperation::kXor;
  if (base == "xchg") return AsmAtomicOperation::kExchange;
  if (base == "cmpxchg") return AsmAtomicOperation::kCompareExchange;
  if (base == "neg") return AsmAtomicOperation::kNegate;
  return {};
}

bool is_bit_operation(const std::string& base) {
  return base == "bts" || base == "btr" || base == "btc" || base == "bt";
}

// bt, bts, btr, btc: 0 to 3; +4: locked; +8: the bit's index is in a register, so that it can
// address bits outside of the operand.
AsmInstruction classify_bit_operation(const AsmStatement& statement, const std::string& base,
                                      AsmInstruction result) {
  if (result.memory != 1 || statement.operands.size() != 2) return unknown();
  result.effect = AsmEffect::kBitOperation;
  result.value = statement.operands[0];
  result.detail = base == "bt" ? 0 : base == "bts" ? 1 : base == "btr" ? 2 : 3;
  if (statement.has_prefix("lock")) result.detail += 4;
  if (register_bytes(result.value) != 0) result.detail += 8;
  return result;
}

AsmInstruction classify_atomic(const AsmStatement& statement, const std::string& base,
                               AsmInstruction result) {
  const std::optional<AsmAtomicOperation> operation = atomic_operation_of(base);
  const std::size_t count = statement.operands.size();
  if (!operation || count > 2) return unknown();
  result.effect = AsmEffect::kAtomic;
  result.operation = *operation;
  if (count == 2) {
    result.value = statement.operands[1 - result.memory];
    const bool last = result.memory == 1 || base == "xchg";
    return last ? result : unknown();
  }
  if (base == "inc" || base == "dec") result.value = "$1";
  if (base == "not") result.value = "$-1";
  if (result.value.empty() && base != "neg") return unknown();
  return result;
}

AsmInstruction classify_double_width_exchange(const AsmStatement& statement, unsigned bytes) {
  AsmInstruction result{.effect = AsmEffect::kAtomic,
                        .operation = AsmAtomicOperation::kCompareExchangePair,
                        .bytes = bytes,
                        .value = {}};
  return statement.has_prefix("lock") && statement.operands.size() == 1 ? result : unknown();
}

// Exactly one operand is in memory, and the instruction is not locked.
AsmInstruction classify_plain_access(const AsmStatement& statement, const std::string& base,
                                     AsmInstruction result) {
  const bool last = result.memory + 1 == statement.operands.size();
  if (base == "mov") {
    result.effect = last ? AsmEffect::kStore : AsmEffect::kLoad;
  } else if (base.starts_with("set") && statement.operands.size() == 1) {
    result.effect = AsmEffect::kStore;
    result.bytes = 1;
  } else if (base == "cmp" || base == "test" || !last || base.ends_with("mul") ||
             base.ends_with("div")) {
    const bool reads = is_among(kReading, Name(base)) || base == "bsr" || base.starts_with("cmov");
    result.effect = reads ? AsmEffect::kLoad : AsmEffect::kUnknown;
  } else if (is_among(kModifying, Name(base)) || base == "cmpxchg") {
    result.effect = AsmEffect::kReadModifyWrite;
  } else {
    return unknown();
  }
  return result.bytes == 0 ? unknown() : result;
}

AsmInstruction classify_memory_access(const AsmStatement& statement, std::size_t memory) {
  const std::string& name = statement.mnemonic;
  if (is_among(kNoAccess, Name(name)) || name.starts_with("nop") || name.starts_with("j") ||
      name.starts_with("loop") || is_thread_private(statement.operands[memory])) {
    return none();
  }
  for (const std::string& operand : statement.operands) {
    const bool general = is_memory(operand) || operand.starts_with("$") || register_bytes(operand);
    if (!general || is_stack_pointer(operand)) return unknown();
  }
  if (name == "cmpxchg8b") return classify_double_width_exchange(statement, 8);
  if (name == "cmpxchg16b") return classify_double_width_exchange(statement, 16);
  AsmInstruction result{.memory = memory, .value = {}};
  if (const unsigned bytes = bytes_widened(name); bytes != 0 && memory == 0) {
    result.effect = AsmEffect::kLoad;
    result.bytes = bytes;
    return statement.operands.size() == 2 ? result : unknown();
  }
  auto [base, bytes] = without_suffix(name);
  result.bytes = bytes != 0 ? bytes : operand_bytes(statement);
  const bool locked = statement.has_prefix("lock");
  // The count of a shift does not determine the width.
  const bool shifts = base.starts_with("sh") || base.starts_with("sa") || base.starts_with("ro");
  if (result.bytes == 0 && !base.starts_with("set")) return unknown();
  if (shifts && bytes == 0) return unknown();
  if (is_bit_operation(base)) return classify_bit_operation(statement, base, result);
  if (locked && is_fence_on_stack(statement, base))
    return {.effect = AsmEffect::kFence, .value = {}};
  if (locked || base == "xchg") return classify_atomic(statement, base, result);
  return classify_plain_access(statement, base, result);
}

// movsb and stosq: the width; +16: movs. 0: neither.
unsigned string_detail(const std::string& name) {
  const bool moves = name.starts_with("movs");
  if ((!moves && !name.starts_with("stos")) || name.size() != 5) return 0;
  const unsigned bytes = suffix_bytes(name.back());
  return bytes == 0 ? 0 : bytes + (moves ? 16 : 0);
}

bool has_unsupported_prefix(const AsmStatement& statement) {
  return std::ranges::any_of(statement.prefixes, [](const std::string& prefix) {
    return prefix != "lock" && prefix != "xacquire" && prefix != "xrelease" && prefix != "notrack";
  });
}

AsmInstruction classify_string_operation(const AsmStatement& statement) {
  AsmInstruction result{.effect = AsmEffect::kStringOperation, .value = {}};
  result.detail = string_detail(statement.mnemonic);
  if (statement.has_prefix("rep")) result.detail += 32;
  const bool plain =
      statement.prefixes.empty() || statement.prefixes == std::vector<std::string>{"rep"};
  return plain ? result : unknown();
}

}  // namespace

AsmInstruction classify_instruction(const AsmStatement& statement) {
  const std::string& name = statement.mnemonic;
  const auto& operands = statement.operands;
  if (name == "mfence" || name == "lfence" || name == "sfence") {
    return {.effect = AsmEffect::kFence, .value = {}};
  }
  if (operands.empty() && string_detail(name) != 0) return classify_string_operation(statement);
  if (is_among(kUnsupported, Name(name))) return unknown();
  const auto found =
      std::ranges::find_if(operands, [](Name operand) { return is_memory(operand); });
  if (found == operands.end()) {
    // `call *%rax` is unsupported and is excluded above; `push %rax` writes thread-private memory.
    return statement.has_prefix("lock") ? unknown() : none();
  }
  if (has_unsupported_prefix(statement)) return unknown();
  if (std::count_if(operands.begin(), operands.end(), [](Name each) { return is_memory(each); }) >
      1) {
    return unknown();
  }
  return classify_memory_access(statement, static_cast<std::size_t>(found - operands.begin()));
}

}  // namespace mcheck::command
