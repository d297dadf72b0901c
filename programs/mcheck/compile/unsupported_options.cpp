// SPDX-License-Identifier: MIT
#include "programs/mcheck/compile/unsupported_options.hpp"

#include <string_view>

#include "programs/mcheck/cli/diagnostic.hpp"

namespace mcheck::command {
namespace {

[[noreturn]] void throw_unsupported(const std::string& what, const std::vector<Remark>& remarks) {
  throw UsageError{diagnostic(what, remarks)};
}

// These replace the same functions of the C library as mcheck does, or change the memory layout.
bool is_incompatible(std::string_view sanitizer) {
  for (const char* name : {"address", "memory", "leak", "dataflow", "scudo", "safe-stack"}) {
    if (sanitizer.find(name) != std::string_view::npos) return true;
  }
  return false;
}

void check_sanitizers(const CompilerArgument& word) {
  constexpr std::string_view kStart = "-fsanitize=";
  if (!word.starts_with(kStart.data())) return;
  for (const std::string& sanitizer : split_commas(word.text().substr(kStart.size()))) {
    if (!is_incompatible(sanitizer)) continue;
    throw_unsupported("'-fsanitize=" + sanitizer + "' cannot be combined with mcheck",
                      {{"because", "both intercept malloc() and memory accesses"},
                       {"try", "the same line without it; -fsanitize=undefined may stay"}});
  }
}

void check_target(const CompilerArgument& word) {
  if (!word.is("-m32") && !word.is("-mx32") && !word.is("-m16")) return;
  throw_unsupported("'" + word.text() + "' builds for a processor that mcheck does not support",
                    {{"wanted", "x86-64"}, {"try", "the same line without it"}});
}

void check_library(const CompilerArgument& word) {
  if (!word.is("-stdlib=libc++")) return;
  throw_unsupported(
      "'-stdlib=libc++' cannot be combined with mcheck",
      {{"because", "mcheck brings libstdc++, and one program cannot throw through both"},
       {"try", "the same line without it"}});
}

bool links_statically(const CompilerArgument& word) {
  if (word.is("-static") || word.is("--static") || word.is("-static-pie")) return true;
  if (word.is("-Xlinker")) return word.texts.back() == "-static";
  if (!word.starts_with("-Wl,")) return false;
  for (const std::string& part : split_commas(word.text().substr(4))) {
    if (part == "-static") return true;
  }
  return false;
}

void check_static(const CompilerArgument& word) {
  if (!links_statically(word)) return;
  throw_unsupported("a program that is linked statically as a whole cannot be explored",
                    {{"because", "mcheck intercepts the shared C library"},
                     {"try", "the same line without " + word.text() +
                                 "; -static-libstdc++ and -static-libgcc may stay"}});
}

bool names_other_runtime(const CompilerArgument& word) {
  const std::string& last = word.texts.back();
  if (word.starts_with("-l")) return value_of(word, "-l") == "tsan";
  if (word.is("-Xlinker") || word.starts_with("-Wl,") || word.kind == ArgumentKind::kLinked) {
    return last.find("libtsan.") != std::string::npos || last.ends_with("-ltsan") ||
           last.find("libtsan_preinit.") != std::string::npos ||
           last.find("libclang_rt.tsan") != std::string::npos;
  }
  return false;
}

void check_other_runtime(const CompilerArgument& word) {
  if (!names_other_runtime(word)) return;
  throw_unsupported("'" + word.texts.back() + "' would bring the sanitizer's own run-time library",
                    {{"because", "it defines what mcheck's object defines, and runs real threads"},
                     {"try", "the same line without it"}});
}

}  // namespace

void reject_unsupported(const std::vector<CompilerArgument>& words, bool links) {
  for (const CompilerArgument& word : words) {
    check_sanitizers(word);
    check_target(word);
    check_library(word);
    if (links) check_static(word);
    check_other_runtime(word);
  }
}

std::vector<std::string> split_commas(const std::string& list) {
  std::vector<std::string> parts(1);
  for (const char letter : list) {
    if (letter == ',') {
      parts.emplace_back();
    } else {
      parts.back() += letter;
    }
  }
  return parts;
}

}  // namespace mcheck::command
