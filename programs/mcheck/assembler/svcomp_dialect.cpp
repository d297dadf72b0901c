// SPDX-License-Identifier: MIT
#include "programs/mcheck/assembler/svcomp_dialect.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <utility>

namespace mcheck::command {
namespace {

constexpr std::string_view kSectionPrefix = "__VERIFIER_atomic_";
constexpr const char* kEnterSection = "\tcall mcheck_runtime_atomic_begin@PLT\n";
constexpr const char* kLeaveSection = "\tcall mcheck_runtime_atomic_end@PLT\n";

// Whether the symbol is the name of a C function, or of a C++ function outside of namespaces:
// "_Z11reach_errorv".
bool is_named(std::string_view symbol, std::string_view name, bool prefix_only) {
  if (symbol.starts_with("_Z")) {
    symbol.remove_prefix(2);
    while (!symbol.empty() && std::isdigit(static_cast<unsigned char>(symbol[0])) != 0) {
      symbol.remove_prefix(1);
    }
    if (symbol.starts_with(name)) return prefix_only || symbol.substr(name.size()) == "v";
    return false;
  }
  return prefix_only ? symbol.starts_with(name) : symbol == name;
}

bool is_atomic_section(std::string_view function) {
  if (is_named(function, "__VERIFIER_atomic_begin", false)) return false;
  return !is_named(function, "__VERIFIER_atomic_end", false) &&
         is_named(function, kSectionPrefix, true);
}

// The symbol that a line calls or jumps to, without @PLT and similar suffixes.
std::optional<std::string_view> call_target(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  if (first == line.npos || first == 0) return std::nullopt;
  line.remove_prefix(first);
  if (!line.starts_with("call") && !line.starts_with("jmp")) return std::nullopt;
  const std::size_t space = line.find_first_of(" \t");
  if (space == line.npos) return std::nullopt;
  line.remove_prefix(space);
  line.remove_prefix(std::min(line.find_first_not_of(" \t*"), line.size()));
  return line.substr(0, line.find_first_of("@( \t#"));
}

struct Replacement {
  std::string_view name;
  const char* by;
};
constexpr std::array<Replacement, 3> kReplacements = {{
    {"reach_error", "mcheck_runtime_reach_error"},
    {"__VERIFIER_error", "mcheck_runtime_verifier_error"},
    {"abort", "mcheck_runtime_end_of_path"},
}};

class DialectRewriter {
 public:
  std::string run(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      process_line(text.substr(at, end - at));
      at = end + 1;
    }
    return std::move(result_);
  }

 private:
  void process_line(std::string_view line) {
    track_label(line);
    const std::optional<std::string_view> called = call_target(line);
    if (!called) return emit(line);
    for (const Replacement& each : kReplacements) {
      if (!is_named(*called, each.name, false)) continue;
      const bool jumps = line.find("jmp") != line.npos;
      result_ += std::string(jumps ? "\tjmp " : "\tcall ") + each.by + "@PLT\n";
      return;
    }
    if (in_atomic_section_ && *called == "__tsan_func_exit") result_ += kLeaveSection;
    emit(line);
    if (in_atomic_section_ && *called == "__tsan_func_entry") result_ += kEnterSection;
  }

  void emit(std::string_view line) {
    result_ += line;
    result_ += '\n';
  }

  // The compiler's local labels begin with a dot. The name of a cloned function contains one.
  void track_label(std::string_view line) {
    if (line.empty() || line[0] == '.' || line[0] == '#') return;
    if (std::isspace(static_cast<unsigned char>(line[0])) != 0) return;
    const std::size_t colon = line.find(':');
    if (colon == line.npos) return;
    const std::string_view label = line.substr(0, colon);
    in_atomic_section_ = is_atomic_section(label.substr(0, label.find('.')));
  }

  std::string result_;
  bool in_atomic_section_ = false;
};

}  // namespace

std::string rewrite_dialect(std::string_view text) { return DialectRewriter().run(text); }

}  // namespace mcheck::command
