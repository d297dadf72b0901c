// SPDX-License-Identifier: MIT
// One statement of assembly in AT&T syntax, split into its prefixes, its mnemonic and its operands;
// and what registers are called. It knows nothing of what instructions do.
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
  // Without its labels.
  [[nodiscard]] std::string text() const;
};

// A line's statements, which `;` separates; comments are left out. `in_comment` says whether the
// line begins within a comment over several lines, and afterwards whether it ends so.
[[nodiscard]] std::vector<std::string> split_statements(std::string_view line, bool& in_comment);

[[nodiscard]] AsmStatement parse_statement(std::string_view text);

// An operand that is neither a register nor an immediate value.
[[nodiscard]] bool is_memory(std::string_view operand);
// The bytes of a general register; 0: it is none.
[[nodiscard]] unsigned register_bytes(std::string_view operand);
[[nodiscard]] bool is_stack_pointer(std::string_view operand);
// Whether the address is relative to the stack pointer.
[[nodiscard]] bool is_on_stack(std::string_view operand);

}  // namespace mcheck::command
