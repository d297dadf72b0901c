// SPDX-License-Identifier: MIT
#include "programs/mcheck/assembler/dead_values.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "programs/mcheck/assembler/prefixes.hpp"
#include "programs/mcheck/assembler/register_use.hpp"

namespace mcheck::command {
namespace {

using Lines = std::vector<std::string_view>;
using Labels = std::vector<std::string_view>;

// Not a directive, a label or a comment.
bool is_instruction(std::string_view line) {
  return line.size() > 1 && line[0] == '\t' &&
         std::isalpha(static_cast<unsigned char>(line[1])) != 0;
}

std::string_view instruction_in(std::string_view line) {
  line.remove_prefix(1);
  line = line.substr(0, line.find('#'));
  return line.substr(0, line.find_last_not_of(" \t") + 1);
}

// Nothing but a comment follows.
bool is_alone(std::string_view line, std::size_t from) {
  const std::size_t next = line.find_first_not_of(" \t", from);
  return next == line.npos || line[next] == '#';
}

// "" if the line defines none.
std::string_view label_in(std::string_view line) {
  if (line.empty() || line[0] == '\t' || line[0] == '#' || line[0] == ' ') return {};
  const std::size_t colon = line.find(':');
  return colon == line.npos ? std::string_view{} : line.substr(0, colon);
}

// The last one of a directive: ".LLSDA3" of "\t.cfi_lsda 0x1b,.LLSDA3".
std::string_view argument_of(std::string_view line) {
  line = line.substr(0, line.find('#'));
  line = line.substr(0, line.find_last_not_of(" \t") + 1);
  return line.substr(line.find_last_of(" \t,") + 1);
}

bool is_directive(std::string_view line, std::string_view name) {
  return line.starts_with("\t") && line.substr(1).starts_with(name);
}

// Where exceptions continue, by the label of the table that says so.
using LandingPads = std::unordered_map<std::string_view, Labels>;

// GCC's .LLSDA12, and .LLSDAC12 for code that rarely runs, but not the labels within; clang's.
bool names_table(std::string_view label) {
  if (label.starts_with(".Lexception")) return true;
  return label.starts_with(".LLSDA") && !label.starts_with(".LLSDACS") &&
         !label.starts_with(".LLSDATT");
}

// A table has four numbers for each range of calls: where it begins, how long it is, where its
// landing pad is or 0, and an action.
LandingPads landing_pads_in(const Lines& lines) {
  LandingPads all;
  std::string_view name;
  Labels* table = nullptr;
  std::size_t numbers = 0;
  for (const std::string_view line : lines) {
    const std::string_view label = label_in(line);
    if (names_table(label)) name = label;
    if (label.starts_with(".LLSDACSB") || label.starts_with(".Lcst_begin")) {
      table = &all[name];
      numbers = 0;
    } else if (!label.empty()) {
      table = nullptr;
    } else if (table != nullptr && line.starts_with("\t.") && numbers++ % 4 == 2) {
      const std::string_view pad = argument_of(line);
      if (pad != "0") table->push_back(pad.substr(0, pad.find('-')));
    }
  }
  return all;
}

using Symbols = std::unordered_set<std::string_view>;

// "\t.type\tcounts, @function"
Symbols functions_in(const Lines& lines) {
  Symbols all;
  for (const std::string_view line : lines) {
    if (!is_directive(line, ".type") || !line.ends_with("function")) continue;
    const std::string_view name = line.substr(line.find_first_of(" \t", 2) + 1);
    all.insert(name.substr(0, name.find(',')));
  }
  return all;
}

// Not a hook of a plain access.
bool may_suspend(std::string_view function) {
  constexpr std::array<std::string_view, 6> kNever = {"__tsan_read",      "__tsan_write",
                                                      "__tsan_unaligned", "__tsan_func_",
                                                      "__tsan_vptr",      kThreadLocalAddress};
  return !starts_with_any(function, kNever);
}

// Hooks whose convention is that of C. Clang knows functions that have arguments in preserved
// registers (regcall, swiftcall), and its output does not say which.
bool has_convention_of_c(std::string_view function) {
  constexpr std::array<std::string_view, 8> kStarts = {
      "pthread_", "sem_", "mtx_", "cnd_", "thrd_", "__tsan_atomic", "_ZNSt", "_ZSt"};
  return starts_with_any(function, kStarts);
}

// One function, from .cfi_startproc to .cfi_endproc.
class FunctionLiveness {
 public:
  FunctionLiveness(const LandingPads& landing_pads, const Symbols& functions, bool is_gcc)
      : landing_pads_(landing_pads), functions_(functions), is_gcc_(is_gcc) {}

  void add(std::string_view line, std::size_t number) {
    if (line.starts_with("#APP") || line.starts_with("\t#APP")) in_assembly_ = true;
    if (line.starts_with("#NO_APP") || line.starts_with("\t#NO_APP")) in_assembly_ = false;
    if (in_assembly_) {
      steps_.push_back({.line = number, .use = {.read = kAllPreserved}});
    } else if (is_instruction(line)) {
      RegisterUse use = register_use(instruction_in(line));
      // A function of this file may have any name.
      if (use.flow == ControlFlow::kEnd && functions_.contains(use.target))
        use.flow = ControlFlow::kCall;
      steps_.push_back({.line = number, .use = use, .saved = saved_.back()});
    } else if (const std::string_view label = label_in(line); !label.empty()) {
      labels_.emplace(label, steps_.size());
      is_understood_ &= is_alone(line, label.size() + 1);
    } else if (is_directive(line, ".")) {
      add_directive(line);
    } else {
      is_understood_ &= is_alone(line, 0);
    }
  }

  // The registers to clear before a line, in the order of the lines.
  struct Clearing {
    std::size_t line;
    RegisterSet registers;
    bool stack;  // also below what is in use
  };
  void find(std::vector<Clearing>& clearings) {
    const bool is_understood = is_understood_ && std::ranges::all_of(steps_, [](const Step& step) {
                                 return step.use.understood;
                               });
    if (!is_understood) return;
    find_live_registers();
    const std::size_t already = clearings.size();
    RegisterSet unread = 0;  // written, and not read since
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      const Step& step = steps_[i];
      unread &= static_cast<RegisterSet>(~step.use.read);
      if (step.use.flow == ControlFlow::kCall && may_suspend(step.use.target)) {
        RegisterSet dead = 0;
        if (is_gcc_ || has_convention_of_c(step.use.target))
          dead = static_cast<RegisterSet>(step.saved & ~live_after(i) & ~step.use.read);
        // No compiler writes to a register what nobody reads: this may be an argument.
        if ((dead & unread) != 0) return clearings.resize(already);
        const bool may_be_hook = !functions_.contains(step.use.target) &&
                                 !step.use.target.empty() &&
                                 !step.use.target.starts_with("__tsan_");
        if (dead != 0 || may_be_hook) clearings.push_back({step.line, dead, may_be_hook});
      }
      unread = step.use.flow == ControlFlow::kNext || step.use.flow == ControlFlow::kCall
                   ? static_cast<RegisterSet>(unread | step.use.written)
                   : RegisterSet{0};
    }
  }

 private:
  struct Step {
    std::size_t line = 0;
    RegisterUse use{};
    RegisterSet saved = 0;  // where the callers' values are in memory: not in these registers
    RegisterSet live = 0;   // before it
  };

  void add_directive(std::string_view line) {
    if (is_directive(line, ".cfi_lsda")) {
      const auto found = landing_pads_.find(argument_of(line));
      is_understood_ &= found != landing_pads_.end();
      if (found != landing_pads_.end()) pads_ = &found->second;
    } else if (is_directive(line, ".cfi_def_cfa ") || is_directive(line, ".cfi_def_cfa_register")) {
      // A frame that another register than rbp and rsp points to.
      const std::string_view which = line.substr(line.find_first_of(" \t", 2) + 1);
      is_understood_ &= which.starts_with("6") || which.starts_with("7") ||
                        which.starts_with("%rbp") || which.starts_with("%rsp");
    } else if (is_directive(line, ".cfi_escape")) {
      is_understood_ = false;
    } else if (is_directive(line, ".cfi_offset") || is_directive(line, ".cfi_rel_offset")) {
      saved_.back() |= register_of(line);
    } else if (is_directive(line, ".cfi_remember_state")) {
      saved_.push_back(saved_.back());
    } else if (is_directive(line, ".cfi_restore_state")) {
      if (saved_.size() > 1) saved_.pop_back();
    } else if (is_directive(line, ".cfi_restore") || is_directive(line, ".cfi_same_value")) {
      saved_.back() &= static_cast<RegisterSet>(~register_of(line));
    }
  }

  // Of a directive: by its number or name.
  static RegisterSet register_of(std::string_view line) {
    std::string_view which = line.substr(line.find_first_of(" \t", 2) + 1);
    which = which.substr(0, which.find(','));
    constexpr const char* kNumbers[] = {"3", "12", "13", "14", "15"};
    constexpr const char* kNames[] = {"%rbx", "%r12", "%r13", "%r14", "%r15"};
    for (unsigned bit = 0; bit < std::size(kNumbers); ++bit) {
      if (which == kNumbers[bit] || which == kNames[bit])
        return static_cast<RegisterSet>(1u << bit);
    }
    return 0;
  }

  [[nodiscard]] RegisterSet live_at(std::string_view label) const {
    const auto found = labels_.find(label);
    if (found == labels_.end()) return kAllPreserved;
    return live_before(found->second);
  }
  // No function continues at its end.
  [[nodiscard]] RegisterSet live_before(std::size_t i) const {
    return i < steps_.size() ? steps_[i].live : RegisterSet{0};
  }
  [[nodiscard]] RegisterSet live_after(std::size_t i) const {
    const RegisterUse& use = steps_[i].use;
    RegisterSet live = live_in_pads_;
    const bool goes_on = use.flow != ControlFlow::kJump && use.flow != ControlFlow::kEnd;
    if (goes_on) live |= live_before(i + 1);
    const bool jumps = use.flow == ControlFlow::kJump || use.flow == ControlFlow::kBranch;
    if (jumps) live |= use.target.empty() ? kAllPreserved : live_at(use.target);
    return live;
  }

  // Any instruction may throw.
  void find_live_registers() {
    for (bool changed = true; changed;) {
      changed = false;
      if (pads_ != nullptr) {
        for (const std::string_view pad : *pads_) live_in_pads_ |= live_at(pad);
      }
      for (std::size_t i = steps_.size(); i-- > 0;) {
        const RegisterUse& use = steps_[i].use;
        const auto live = static_cast<RegisterSet>(use.read | (live_after(i) & ~use.written));
        changed |= live != steps_[i].live;
        steps_[i].live = live;
      }
    }
  }

  const LandingPads& landing_pads_;
  const Symbols& functions_;  // of this file
  bool is_gcc_;
  std::vector<Step> steps_;
  std::unordered_map<std::string_view, std::size_t> labels_;  // the step after each
  std::vector<RegisterSet> saved_ = {0};                      // a stack of .cfi_remember_state
  const Labels* pads_ = nullptr;
  RegisterSet live_in_pads_ = 0;
  bool in_assembly_ = false;
  bool is_understood_ = true;
};

std::vector<FunctionLiveness::Clearing> clearings_in(const Lines& lines, bool is_gcc) {
  std::vector<FunctionLiveness::Clearing> all;
  const LandingPads landing_pads = landing_pads_in(lines);
  const Symbols functions = functions_in(lines);
  std::optional<FunctionLiveness> function;
  bool in_assembly = false;  // by hand, perhaps of whole functions
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].find("#APP") != std::string_view::npos) in_assembly = true;
    if (lines[i].find("#NO_APP") != std::string_view::npos) in_assembly = false;
    if (is_directive(lines[i], ".cfi_startproc") && !in_assembly) {
      function.emplace(landing_pads, functions, is_gcc);
    } else if (is_directive(lines[i], ".cfi_endproc") && function) {
      function->find(all);
      function.reset();
    } else if (function) {
      function->add(lines[i], i);
    }
  }
  return all;
}

// The frame of the called function covers the stack below, and may leave words of it as they are.
void append_clearing(std::string& result, const FunctionLiveness::Clearing& clearing) {
  constexpr int kWords = 8;
  for (unsigned bit = 0; (kAllPreserved >> bit) != 0; ++bit) {
    const std::string name = kPreservedNames[bit];
    if ((clearing.registers >> bit & 1u) != 0) result += "\txorl\t" + name + ", " + name + "\n";
  }
  if (!clearing.stack) return;
  for (int i = 0; i < kWords; ++i) result += "\tpushq\t$0\n";
  result += "\tleaq\t" + std::to_string(kWords * 8) + "(%rsp), %rsp\n";
}

Lines lines_of(std::string_view text) {
  Lines lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

}  // namespace

std::optional<std::string> clear_dead_values(std::string_view text) {
  if (text.find(".intel_syntax") != text.npos || text.find(".macro") != text.npos) return {};
  const Lines lines = lines_of(text);
  const bool is_gcc = text.find(".ident\t\"GCC: (") != text.npos;
  const auto clearings = clearings_in(lines, is_gcc);
  if (clearings.empty()) return {};
  std::string result;
  result.reserve(text.size() + text.size() / 16);
  auto next = clearings.begin();
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (next != clearings.end() && next->line == i) {
      append_clearing(result, *next);
      ++next;
    }
    result += lines[i];
    result += '\n';
  }
  return result;
}

}  // namespace mcheck::command
