// SPDX-License-Identifier: MIT
// What `mcheck c++ …` runs in place of the compiler that it stands for: the user's own line,
// changed so that every access and every synchronisation of the program reaches mcheck.
//
//   compile   -fsanitize=thread calls a function at each access. Optimisation merges accesses
//   before
//             that, and with them the races: what does so is switched off. assert() stays.
//   link      without the sanitizer's own run-time library, with mcheck's object in its place.
//   both      in one line: one command for each source, then one that links. A single command could
//             not say -fsanitize=thread to the compiler and not to the linker.
//
// Nothing is run, and no file is read here.
#pragma once

#include <string>
#include <vector>

namespace mcheck::command {

enum class CompilerFamily { kGcc, kClang };

struct CompileSettings {
  CompilerFamily family = CompilerFamily::kGcc;
  bool cxx = true;                  // the compiler brings the C++ library by itself
  bool keep_optimisation = false;   // MCHECK_OPTIMISE=keep
  bool keep_ndebug = false;         // MCHECK_KEEP_NDEBUG=1
  bool keep_functions = false;      // each stays one of its own: --dialect
  std::string object;               // mcheck_unmodified.o
  std::string header;               // mcheck_unmodified.hpp; empty: there is none
  std::string includes;             // where <mcheck/…> is; empty: it is not there
  std::string assembler;            // the directory of our `as`; empty: there is none
  std::string scratch = "scratch";  // a directory for the objects of a line that does both
};

struct CompilePlan {
  std::vector<std::vector<std::string>> commands;  // without the compiler's name, one after another
  bool uses_object = false;
  bool uses_scratch = false;
};

// Whether the line only asks the compiler something (--version, -print-…, no input at all): it is
// the compiler's, word for word.
[[nodiscard]] bool asks_only(const std::vector<std::string>& arguments);

// Throws UsageError for what cannot be explored when it is built. REQUIRES: no response files.
[[nodiscard]] CompilePlan plan_compile(const std::vector<std::string>& arguments,
                                       const CompileSettings& settings);

// What is added to every compilation. engine/instrument.cmake says the same, and a test compares.
[[nodiscard]] std::vector<std::string> compile_flags(CompilerFamily family);

// What keeps every access, in place of the -O that would not; by itself at any other level than 0.
[[nodiscard]] std::vector<std::string> optimise_flags(CompilerFamily family);

}  // namespace mcheck::command
