// SPDX-License-Identifier: MIT
// Plans what `mcheck c++ …` runs: the user's command line, changed so that every access and every
// synchronisation of the program reaches mcheck. Does not run anything and does not read files.
//
//   compile   -fsanitize=thread inserts a hook at each access. Optimisations that merge accesses
//             before that, and with them the races, are switched off. assert() stays active.
//   link      without the sanitizer's run-time library, with mcheck's object instead.
//   both      if one line does both: one command for each source, then one that links, because a
//             single command cannot pass -fsanitize=thread to the compiler only.
#pragma once

#include <string>
#include <vector>

namespace mcheck::command {

enum class CompilerFamily { kGcc, kClang };

struct CompileSettings {
  CompilerFamily family = CompilerFamily::kGcc;
  bool cxx = true;                  // the driver links the C++ library by default
  bool keep_optimisation = false;   // MCHECK_OPTIMISE=keep
  bool keep_ndebug = false;         // MCHECK_KEEP_NDEBUG=1
  bool keep_functions = false;      // --dialect: no inlining or merging of functions
  std::string object;               // mcheck_unmodified.o
  std::string header;               // mcheck_unmodified.hpp; empty: not found
  std::string includes;             // the directory of <mcheck/…>; empty: not found
  std::string assembler;            // the directory of our `as`; empty: not found
  std::string scratch = "scratch";  // a directory for temporary objects
};

struct CompilePlan {
  std::vector<std::vector<std::string>> commands;  // to run in order, without the compiler's name
  bool uses_object = false;
  bool uses_scratch = false;
};

// Whether the line only queries the compiler (--version, -print-…, no input): it is passed on
// unchanged.
[[nodiscard]] bool is_query_only(const std::vector<std::string>& arguments);

// Throws UsageError for programs that mcheck could not explore. REQUIRES: response files are
// expanded.
[[nodiscard]] CompilePlan plan_compile(const std::vector<std::string>& arguments,
                                       const CompileSettings& settings);

// Added to every compilation. A test checks that engine/instrument.cmake has the same flags.
[[nodiscard]] std::vector<std::string> compile_flags(CompilerFamily family);

// Replaces -O at levels above 0: optimises without removing accesses.
[[nodiscard]] std::vector<std::string> optimise_flags(CompilerFamily family);

}  // namespace mcheck::command
