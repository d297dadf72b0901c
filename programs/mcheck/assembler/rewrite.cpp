// SPDX-License-Identifier: MIT
#include "programs/mcheck/assembler/rewrite.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <map>
#include <set>
#include <vector>

#include "programs/mcheck/assembler/call_sequence.hpp"

namespace mcheck::command {
namespace {

// Directives after which a block cannot be parsed instruction by instruction.
bool changes_syntax(const std::string& directive) {
  for (const char* start : {".macro", ".altmacro", ".rept", ".irp", ".if", ".else", ".endif",
                            ".intel_syntax", ".code", ".include", ".incbin", ".arch"}) {
    if (directive.starts_with(start)) return true;
  }
  return false;
}

// Data directives, whose bytes may encode instructions.
bool is_data(const std::string& directive) {
  static constexpr std::array<std::string_view, 16> kData = {
      ".byte",  ".word", ".value", ".short", ".hword", ".2byte", ".long",  ".int",
      ".4byte", ".quad", ".8byte", ".octa",  ".fill",  ".ascii", ".asciz", ".string"};
  return std::ranges::find(kData, std::string_view(directive)) != kData.end();
}

std::string demangled(const std::string& name) {
  if (!name.starts_with("_Z")) return name;
  int status = 0;
  char* text = abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status);
  std::string result = status == 0 ? text : name;
  std::free(text);
  return result;
}

// The text between the last two quotation marks.
std::string quoted_in(std::string_view text) {
  const std::size_t end = text.rfind('"');
  if (end == std::string_view::npos || end == 0) return "";
  const std::size_t begin = text.rfind('"', end - 1);
  return begin == std::string_view::npos ? ""
                                         : std::string(text.substr(begin + 1, end - begin - 1));
}

// Tracks the current function and source line by labels and directives.
class AsmPosition {
 public:
  void advance(std::string_view line) {
    if (line.empty()) return;
    if (line[0] == '#') return track_marker(line);
    if (line[0] != '\t' && line[0] != '.' && line[0] != ' ') {
      if (const auto colon = line.find(':'); colon != line.npos) label_ = line.substr(0, colon);
      return;
    }
    const std::size_t first = line.find_first_not_of(" \t");
    if (first == line.npos) return;
    line.remove_prefix(first);
    if (line.starts_with(".cfi_")) track_frame(line.substr(5));
    if (line.starts_with(".file")) files_[std::atoi(line.data() + 5)] = quoted_in(line);
    if (line.starts_with(".loc")) track_location(line);
  }

  [[nodiscard]] FrameBase frame() const { return frames_.back(); }
  [[nodiscard]] bool in_function() const { return !function_.empty(); }
  // For reports: "try_lock (lock.c:12)".
  [[nodiscard]] std::string text() const {
    return demangled(function_) + " (" + file_ + ":" + std::to_string(line_) + ")";
  }

 private:
  void track_frame(std::string_view directive) {
    const bool names_register = directive.starts_with("def_cfa_register");
    if (directive.starts_with("startproc")) {
      function_ = label_;
      frames_ = {FrameBase::kStackPointer};
    } else if (directive.starts_with("endproc")) {
      function_.clear();
    } else if (directive.starts_with("remember_state")) {
      frames_.push_back(frames_.back());
    } else if (directive.starts_with("restore_state") && frames_.size() > 1) {
      frames_.pop_back();
    } else if (names_register || directive.starts_with("def_cfa ") ||
               directive.starts_with("def_cfa\t")) {
      const std::string_view which = directive.substr(directive.find_first_of(" \t") + 1);
      const bool stack = which.starts_with("7") || which.starts_with("%rsp");
      frames_.back() = stack ? FrameBase::kStackPointer : FrameBase::kFramePointer;
    }
  }

  // GCC's line marker: # 12 "lock.c" 1
  void track_marker(std::string_view line) {
    if (line.size() < 4 || line[1] != ' ') return;
    const int number = std::atoi(std::string(line.substr(2)).c_str());
    if (number == 0) return;
    line_ = number;
    file_ = quoted_in(line);
  }

  void track_location(std::string_view line) {
    const std::string numbers(line.substr(4));
    char* rest = nullptr;
    const long file = std::strtol(numbers.c_str(), &rest, 10);
    line_ = std::atoi(rest);
    file_ = files_[static_cast<int>(file)];
  }

  std::vector<FrameBase> frames_ = {FrameBase::kStackPointer};  // stack of .cfi_remember_state
  std::string label_;
  std::string function_;
  std::string file_;
  int line_ = 0;
  std::map<int, std::string> files_;
};

class AsmRewriter {
 public:
  explicit AsmRewriter(RewriteMode mode) : mode_(mode) {}

  std::optional<std::string> run(std::string_view text) {
    find_macros(text);
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      process_line(text.substr(at, end - at));
      at = end + 1;
    }
    end_block();
    if (!changed_) return {};
    for (const unsigned bytes : sizes_) result_ += size_registration(bytes);
    return std::move(result_);
  }

 private:
  void find_macros(std::string_view text) {
    constexpr std::string_view kMacro = ".macro";
    for (std::size_t at = text.find(kMacro); at != text.npos; at = text.find(kMacro, at + 1)) {
      std::string_view name = text.substr(at + kMacro.size());
      name.remove_prefix(std::min(name.find_first_not_of(" \t"), name.size()));
      macros_.emplace(name.substr(0, name.find_first_of(" \t,\n;")));
    }
  }

  void process_line(std::string_view line) {
    if (line.starts_with("#APP") || line.starts_with("\t#APP")) {
      in_block_ = true;
    } else if (line.starts_with("#NO_APP") || line.starts_with("\t#NO_APP")) {
      end_block();
      in_block_ = false;
    } else if (in_block_ && position_.in_function()) {
      block_.push_back(line);
      return;
    }
    position_.advance(line);
    emit(line);
    if (!in_block_) append_register_clearing(line);
  }

  void emit(std::string_view line) {
    result_ += line;
    result_ += '\n';
  }

  // Clears the registers that the hook left dirty: otherwise the engine would save dead values with
  // each access, and iterations of a loop that have the same effect would compare unequal.
  void append_register_clearing(std::string_view line) {
    const std::size_t hook = line.find("__tsan_");
    const std::size_t called = line.find("call");
    if (hook == line.npos || called == line.npos || called > hook || line[0] == '#') return;
    const std::string_view name = line.substr(hook);
    if (name.starts_with("__tsan_atomic128") || name.starts_with("__tsan_mem")) return;
    const bool returns = name.starts_with("__tsan_atomic") && name.find("_store") == name.npos &&
                         name.find("_fence") == name.npos;
    result_ += "\tcall *__tsan_inline_assembly_";
    result_ += returns ? "clear_but_result" : "clear";
    result_ += "@GOTPCREL(%rip)\n";
  }

  [[nodiscard]] bool is_opaque_block() const {
    bool comment = false;
    for (const std::string_view line : block_) {
      for (const std::string& text : split_statements(line, comment)) {
        if (changes_syntax(parse_statement(text).mnemonic)) return true;
      }
    }
    return false;
  }

  void end_block() {
    if (is_opaque_block()) {
      for (const std::string_view line : block_) position_.advance(line);
      emit_report("assembly with macros or in another syntax");
      for (const std::string_view line : block_) emit(line);
    } else {
      section_depth_ = 0;
      for (const std::string_view line : block_) rewrite_line(line);
      emit_prefixes();
    }
    block_.clear();
  }

  void rewrite_line(std::string_view line) {
    if (line.starts_with("#")) {
      position_.advance(line);
      return emit(line);
    }
    const bool began_in_comment = in_comment_;
    std::vector<AsmStatement> statements;
    for (const std::string& text : split_statements(line, in_comment_)) {
      statements.push_back(parse_statement(text));
    }
    const bool plain = !began_in_comment && !in_comment_ && prefixes_.empty();
    if (plain &&
        std::ranges::all_of(statements, [&](const auto& each) { return is_unchanged(each); })) {
      for (const AsmStatement& each : statements) update_section(each);
      return emit(line);
    }
    for (const AsmStatement& statement : statements) rewrite_statement(statement);
  }

  [[nodiscard]] bool is_unchanged(const AsmStatement& statement) const {
    if (statement.mnemonic.empty()) return statement.prefixes.empty();
    return effect_of(statement).effect == AsmEffect::kNone;
  }

  [[nodiscard]] AsmInstruction effect_of(const AsmStatement& statement) const {
    AsmInstruction instruction{.value = {}};
    if (section_depth_ > 0) return instruction;
    if (is_data(statement.mnemonic) || macros_.contains(statement.mnemonic)) {
      instruction.effect = AsmEffect::kUnknown;
    } else if (!statement.is_directive() && !is_assignment(statement)) {
      instruction = classify_instruction(statement);
    }
    const bool touches = instruction.effect != AsmEffect::kNone;
    if (touches && mode_ == RewriteMode::kReportOnly) instruction.effect = AsmEffect::kUnknown;
    return instruction;
  }

  // `name = 4`
  static bool is_assignment(const AsmStatement& statement) {
    return statement.mnemonic.find('=') != std::string::npos ||
           (!statement.operands.empty() && statement.operands[0].starts_with("="));
  }

  // Code in another section does not belong to the current function.
  void update_section(const AsmStatement& statement) {
    const std::string& name = statement.mnemonic;
    if (name == ".pushsection" || name == ".section" || name == ".subsection" || name == ".data") {
      ++section_depth_;
    } else if (name == ".popsection" || name == ".previous" || name == ".text") {
      section_depth_ = std::max(section_depth_ - 1, 0);
    }
  }

  void emit_prefixes() {
    for (const std::string& prefix : prefixes_) emit("\t" + prefix);
    prefixes_.clear();
  }

  // "lock; xaddl …" consists of two statements, but is one instruction.
  void rewrite_statement(AsmStatement statement) {
    for (const std::string& label : statement.labels) emit(label);
    statement.labels.clear();
    if (statement.mnemonic.empty()) {
      prefixes_.insert(prefixes_.end(), statement.prefixes.begin(), statement.prefixes.end());
      return;
    }
    if (statement.is_directive()) {
      // The Linux kernel puts `.section .smp_locks …` between a prefix and its instruction.
      update_section(statement);
    } else if (section_depth_ == 0) {
      statement.prefixes.insert(statement.prefixes.begin(), prefixes_.begin(), prefixes_.end());
      prefixes_.clear();
    }
    const AsmInstruction instruction = effect_of(statement);
    if (instruction.effect == AsmEffect::kNone) return emit("\t" + statement.text());
    if (instruction.effect == AsmEffect::kUnknown) {
      emit_report("`" + statement.text() + "`");
      return emit("\t" + statement.text());
    }
    changed_ = true;
    if (instruction.bytes != 0) sizes_.insert(instruction.bytes);
    result_ += sequence_for(statement, instruction, position_.frame());
  }

  void emit_report(const std::string& what) {
    changed_ = true;
    result_ += report_sequence(what + " in " + position_.text(), reports_++, position_.frame());
  }

  const RewriteMode mode_;
  AsmPosition position_;
  std::set<std::string> macros_;
  std::vector<std::string_view> block_;
  std::vector<std::string> prefixes_;
  std::string result_;
  bool in_block_ = false;
  bool in_comment_ = false;
  bool changed_ = false;
  int section_depth_ = 0;  // nesting of other sections
  unsigned reports_ = 0;
  std::set<unsigned> sizes_;  // operand sizes that occur
};

}  // namespace

std::optional<std::string> rewrite_assembly(std::string_view text, RewriteMode mode) {
  if (text.find("#APP") == std::string_view::npos) return {};
  return AsmRewriter(mode).run(text);
}

}  // namespace mcheck::command
