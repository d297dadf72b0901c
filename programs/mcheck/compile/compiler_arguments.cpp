// SPDX-License-Identifier: MIT
#include "programs/mcheck/compile/compiler_arguments.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace mcheck::command {
namespace {

// Options whose value is the next argument. If the value is joined ("-Ifoo"), the argument differs
// from these and takes no further value.
constexpr std::array kOptionsWithValue = {
    "-o",
    "-x",
    "-I",
    "-D",
    "-U",
    "-L",
    "-l",
    "-A",
    "-B",
    "-F",
    "-T",
    "-u",
    "-z",
    "-e",
    "-G",
    "-V",
    "-b",
    "-MF",
    "-MT",
    "-MQ",
    "-MJ",
    "-include",
    "-imacros",
    "-include-pch",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-iprefix",
    "-iwithprefix",
    "-iwithprefixbefore",
    "-isysroot",
    "-imultilib",
    "-imultiarch",
    "-cxx-isystem",
    "-ivfsoverlay",
    "-Xlinker",
    "-Xassembler",
    "-Xpreprocessor",
    "-Xclang",
    "-Xanalyzer",
    "-mllvm",
    "-mthread-model",
    "-aux-info",
    "-dumpbase",
    "-dumpbase-ext",
    "-dumpdir",
    "-wrapper",
    "-target",
    "-arch",
    "-gcc-toolchain",
    "-resource-dir",
    "-working-directory",
    "-rpath",
    "-framework",
    "-serialize-diagnostics",
    "--param",
    "--sysroot",
    "--target",
    "--output",
    "--language",
    "--entry",
    "--include",
    "--imacros",
    "--include-directory",
    "--library-directory",
    "--define-macro",
    "--undefine-macro",
    "--for-linker",
    "--for-assembler",
    "--serialize-diagnostics",
};

constexpr std::array<std::string_view, 25> kSources = {
    "c", "i",   "ii",   "cc",  "cp",   "cxx",  "cpp", "CPP", "c++", "C",   "m",  "mi", "mm",
    "M", "mii", "cppm", "ccm", "cxxm", "c++m", "ixx", "cl",  "cu",  "hip", "bc", "ll"};
constexpr std::array<std::string_view, 9> kHeaders = {"h",   "H",   "hh",  "hp", "hxx",
                                                      "hpp", "HPP", "h++", "tcc"};
constexpr std::array<std::string_view, 3> kAssemblers = {"s", "S", "sx"};

template <typename Words>
bool contains(const Words& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

ArgumentKind kind_by_language(const std::string& language) {
  if (language.starts_with("assembler")) return ArgumentKind::kAssembler;
  if (language.ends_with("-header")) return ArgumentKind::kHeader;
  for (const char* known : {"c", "c++", "cpp-output", "c++-cpp-output", "objective-c",
                            "objective-c++", "c++-module", "cuda", "ir"}) {
    if (language == known) return ArgumentKind::kSource;
  }
  return language.starts_with("objective-c") ? ArgumentKind::kSource : ArgumentKind::kLinked;
}

ArgumentKind kind_by_name(const std::string& name) {
  const std::size_t dot = name.rfind('.');
  const std::size_t slash = name.rfind('/');
  if (dot == std::string::npos || (slash != std::string::npos && dot < slash)) {
    return ArgumentKind::kLinked;
  }
  const std::string_view suffix = std::string_view(name).substr(dot + 1);
  if (contains(kSources, suffix)) return ArgumentKind::kSource;
  if (contains(kHeaders, suffix)) return ArgumentKind::kHeader;
  return contains(kAssemblers, suffix) ? ArgumentKind::kAssembler : ArgumentKind::kLinked;
}

}  // namespace

std::vector<CompilerArgument> parse_compiler_arguments(const std::vector<std::string>& arguments) {
  std::vector<CompilerArgument> words;
  std::string language;
  bool only_inputs = false;  // after clang's "--"
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& text = arguments[i];
    if (only_inputs || text == "-" || !text.starts_with('-')) {
      const ArgumentKind kind = language.empty() ? kind_by_name(text) : kind_by_language(language);
      words.push_back({kind, {text}, language});
      continue;
    }
    CompilerArgument word{ArgumentKind::kOption, {text}, ""};
    if (contains(kOptionsWithValue, text) && i + 1 < arguments.size())
      word.texts.push_back(arguments[++i]);
    only_inputs = text == "--";
    if (word.starts_with("-x")) {
      language = value_of(word, "-x");
      if (language == "none") language.clear();
    }
    words.push_back(std::move(word));
  }
  return words;
}

std::string value_of(const CompilerArgument& word, const std::string& option) {
  if (word.texts.size() > 1) return word.texts[1];
  return word.text().substr(std::min(option.size(), word.text().size()));
}

}  // namespace mcheck::command
