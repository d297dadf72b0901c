// SPDX-License-Identifier: MIT
// Parses one statement of AT&T assembly into prefixes, mnemonic and operands, and classifies
// register names. Does not know the semantics of instructions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mcheck::command {

struct AsmStatement {
  std::vector<std::string> labels;    // with their colons
  std::vector<std::string> prefixes;  // "lock", "rep"
  std::string mnemonic;               // "" if there is none
  std::vector<std::string> operands;

  [[nodiscard]] bool is_directive() const { return mnemonic.starts_with("."); }
  [[nodiscard]] bool has_prefix(std::string_view prefix) const;
  // The statement without its labels.
  [[nodiscard]] std::string text() const;
};

// Splits a line at `;` into statements and drops comments. `in_comment` is in and out: whether the
// line begins, and ends, inside of a comment that spans lines.
[[nodiscard]] std::vector<std::string> split_statements(std::string_view line, bool& in_comment);

[[nodiscard]] AsmStatement parse_statement(std::string_view text);

// Whether the operand is neither a register nor an immediate value.
[[nodiscard]] bool is_memory(std::string_view operand);
// The size of a general-purpose register, or 0.
[[nodiscard]] unsigned register_bytes(std::string_view operand);
[[nodiscard]] bool is_stack_pointer(std::string_view operand);
// Whether the address is relative to the stack pointer.
[[nodiscard]] bool is_relative_to_stack(std::string_view operand);

}  // namespace mcheck::command
