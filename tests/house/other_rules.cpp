// SPDX-License-Identifier: MIT
// Rules about the opening of a file, assembly, the top level, and writable variables.
#include <algorithm>
#include <set>
#include <sstream>

#include "tests/house/rules.hpp"

namespace mcheck::house {
namespace {

const std::set<std::string>& top_level() {
  static const std::set<std::string> names = {
      "CMakeLists.txt", "README.md", "LICENSE",           "engine",   "dpor", "programs", "tests",
      "visualize",      "docs",      "CMakePresets.json", "Makefile",
  };
  return names;
}

// A line of `objdump -t -C`. Its columns are fixed, except for the section's name:
// "0000000000000008 l     O .bss	0000000000000004 mcheck::(anonymous namespace)::count"
struct Symbol {
  bool is_variable = false;
  std::string section;
  std::string name;
};

Symbol symbol_of(const std::string& line) {
  constexpr std::size_t kType = 23;
  constexpr std::size_t kSection = 25;
  constexpr std::size_t kSizeWidth = 17;
  const std::size_t tab = line.find('\t');
  if (tab == std::string::npos || tab < kSection || line.size() < tab + 1 + kSizeWidth) return {};
  const std::string section = line.substr(kSection, tab - kSection);
  const bool is_thread_local = section.starts_with(".t") && line[kType - 1] != 'd';
  return {.is_variable = line[kType] == 'O' || (is_thread_local && line[kType] != 'F'),
          .section = section,
          .name = line.substr(tab + 1 + kSizeWidth)};
}

// Sections that are writable at run time, except mcheck_host.
bool is_writable(const std::string& section) {
  if (section.starts_with(".data.rel.ro")) return false;
  for (const char* start : {".data", ".bss", ".tdata", ".tbss", "*COM*"}) {
    if (section.starts_with(start)) return true;
  }
  return false;
}

// Variables of the compiler that nothing changes at run time.
bool is_compiler_generated(const std::string& name) {
  return name.find("DW.ref.") != std::string::npos || name.find("__odr_asan") != std::string::npos;
}

// Variables that are restored on purpose: the program's state, although the engine stores it.
bool is_program_state(const std::string& name) {
  // The thread_local objects that a thread has to destroy belong to that thread, and so does what a
  // schedule has still to do in it.
  return name.ends_with("::thread_local_destructors") || name.ends_with("::thread_actions");
}

// Programs that tests compile as a user would; reports name their lines.
bool is_test_input(std::string_view path) {
  return path.find("/samples/") != std::string_view::npos || path.starts_with("tests/consumer/");
}

// A comment after the licence; or, in a source, an include of a header that has one.
bool has_opening_paragraph(const Source& source) {
  if (source.lines.size() < 2) return false;
  const std::string& second = source.lines[1];
  if (second.starts_with("// ")) return true;
  const bool is_own_include =
      second.starts_with("#include \"") || second.starts_with("#include <mcheck/");
  return is_own_include && !source.is_header();
}

}  // namespace

Breaches opening_breaches(const Source& source) {
  Breaches breaches;
  if (source.lines.empty() || source.lines.front() != "// SPDX-License-Identifier: MIT") {
    breaches.push_back(source.path + ": the first line does not name the licence");
  }
  if (!has_opening_paragraph(source) && !is_test_input(source.path)) {
    breaches.push_back(source.path + ": no paragraph after the licence says what this is");
  }
  if (source.is_header() && std::ranges::find(source.lines, "#pragma once") == source.lines.end()) {
    breaches.push_back(source.path + ": no #pragma once");
  }
  return breaches;
}

Breaches platform_breaches(const Source& source) {
  Breaches breaches;
  if (!source.path.starts_with("engine/") || source.path.starts_with("engine/platform/")) return {};
  for (const std::string& line : source.lines) {
    const std::string code = line.substr(0, line.find("//"));
    const bool statement =
        code.find_first_not_of(' ') == code.find("asm(") && code.find("asm(") != std::string::npos;
    const bool instruction = code.find("asm volatile(") != std::string::npos &&
                             code.find("asm volatile(\"\"") == std::string::npos;
    const bool own = code.find("_mm_") != std::string::npos ||
                     code.find("<asm/") != std::string::npos ||
                     code.find("__builtin_ia32") != std::string::npos;
    if (statement || instruction || own) {
      breaches.push_back(source.path +
                         ": code that depends on the processor belongs into engine/platform");
    }
  }
  return breaches;
}

Breaches top_level_breaches(const std::vector<std::string>& names) {
  Breaches breaches;
  for (const std::string& name : names) {
    if (name.starts_with('.') || name == "build" || top_level().contains(name)) continue;
    breaches.push_back(name + ": the top level contains only what users need");
  }
  for (const std::string& name : top_level()) {
    if (std::ranges::find(names, name) == names.end()) breaches.push_back(name + ": missing");
  }
  return breaches;
}

Breaches symbol_breaches(std::string_view objdump) {
  Breaches breaches;
  std::string member;
  std::istringstream lines{std::string(objdump)};
  for (std::string line; std::getline(lines, line);) {
    if (const std::size_t end = line.find(":     file format"); end != std::string::npos) {
      member = line.substr(0, end);
    }
    const Symbol symbol = symbol_of(line);
    if (!symbol.is_variable || !is_writable(symbol.section)) continue;
    if (!is_compiler_generated(symbol.name) && !is_program_state(symbol.name)) {
      breaches.push_back(member + ": " + symbol.name + " is in " + symbol.section +
                         ": mark it MCHECK_HOST_STATE, or make it a constant");
    }
  }
  return breaches;
}

}  // namespace mcheck::house
