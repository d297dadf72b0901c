// SPDX-License-Identifier: MIT
#include "programs/mcheck/compile_refusals.hpp"

#include <string_view>

#include "programs/mcheck/complaint.hpp"

namespace mcheck::command {
namespace {

[[noreturn]] void refuse(const std::string& what, const std::vector<Remark>& remarks) {
  throw UsageError{complaint(what, remarks)};
}

// These replace the same functions of the C library as mcheck does, or change the memory layout.
bool is_incompatible(std::string_view sanitizer) {
  for (const char* name : {"address", "memory", "leak", "dataflow", "scudo", "safe-stack"}) {
    if (sanitizer.find(name) != std::string_view::npos) return true;
  }
  return false;
}

void check_sanitizers(const CompilerWord& word) {
  constexpr std::string_view kStart = "-fsanitize=";
  if (!word.starts_with(kStart.data())) return;
  for (const std::string& sanitizer : parts_of(word.text().substr(kStart.size()))) {
    if (!is_incompatible(sanitizer)) continue;
    refuse("'-fsanitize=" + sanitizer + "' and mcheck do not go together",
           {{"because", "both put themselves in the place of malloc() and of the accesses"},
            {"try", "the same line without it; -fsanitize=undefined may stay"}});
  }
}

void check_target(const CompilerWord& word) {
  if (!word.is("-m32") && !word.is("-mx32") && !word.is("-m16")) return;
  refuse("'" + word.text() + "' builds for a machine that mcheck cannot explore",
         {{"wanted", "x86-64"}, {"try", "the same line without it"}});
}

void check_library(const CompilerWord& word) {
  if (!word.is("-stdlib=libc++")) return;
  refuse("'-stdlib=libc++' and mcheck do not go together",
         {{"because", "mcheck brings libstdc++, and one program cannot throw through both"},
          {"try", "the same line without it"}});
}

bool asks_for_static(const CompilerWord& word) {
  if (word.is("-static") || word.is("--static") || word.is("-static-pie")) return true;
  if (word.is("-Xlinker")) return word.texts.back() == "-static";
  if (!word.starts_with("-Wl,")) return false;
  for (const std::string& part : parts_of(word.text().substr(4))) {
    if (part == "-static") return true;
  }
  return false;
}

void check_static(const CompilerWord& word) {
  if (!asks_for_static(word)) return;
  refuse("a program that is linked statically as a whole cannot be explored",
         {{"because", "mcheck calls the shared C library, in whose place it puts itself"},
          {"try", "the same line without " + word.text() +
                      "; -static-libstdc++ and -static-libgcc may stay"}});
}

bool names_other_runtime(const CompilerWord& word) {
  const std::string& last = word.texts.back();
  if (word.starts_with("-l")) return value_of(word, "-l") == "tsan";
  if (word.is("-Xlinker") || word.starts_with("-Wl,") || word.kind == WordKind::kLinked) {
    return last.find("libtsan.") != std::string::npos || last.ends_with("-ltsan") ||
           last.find("libtsan_preinit.") != std::string::npos ||
           last.find("libclang_rt.tsan") != std::string::npos;
  }
  return false;
}

void check_other_runtime(const CompilerWord& word) {
  if (!names_other_runtime(word)) return;
  refuse("'" + word.texts.back() + "' would bring the sanitizer's own run-time library",
         {{"because", "it defines what mcheck's object defines, and runs real threads"},
          {"try", "the same line without it"}});
}

}  // namespace

void refuse_what_cannot_be(const std::vector<CompilerWord>& words, bool links) {
  for (const CompilerWord& word : words) {
    check_sanitizers(word);
    check_target(word);
    check_library(word);
    if (links) check_static(word);
    check_other_runtime(word);
  }
}

std::vector<std::string> parts_of(const std::string& list) {
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
