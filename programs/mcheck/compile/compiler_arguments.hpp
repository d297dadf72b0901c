// SPDX-License-Identifier: MIT
// Splits a compiler's command line into options with their values, and inputs with their kind, by
// -x or by the file's suffix. Knows which options of GCC and clang take the next argument as their
// value, since such a value is not an input. Does not know what options mean.
#pragma once

#include <string>
#include <vector>

namespace mcheck::command {

enum class ArgumentKind {
  kOption,
  kSource,     // C, C++ and related languages: compiled with the sanitizer's flags
  kHeader,     // a header as an input: will be precompiled
  kAssembler,  // has no accesses that a compiler could instrument
  kLinked,     // an object, an archive, a library: for the linker
};

struct CompilerArgument {
  ArgumentKind kind = ArgumentKind::kOption;
  std::vector<std::string> texts;  // {"-o", "x"}, {"-O2"}, {"a.cpp"}
  std::string language;            // of an input: the language of -x, or ""

  [[nodiscard]] const std::string& text() const { return texts.front(); }
  // Whether this is exactly that option.
  [[nodiscard]] bool is(const char* option) const {
    return kind == ArgumentKind::kOption && texts.front() == option;
  }
  [[nodiscard]] bool starts_with(const char* start) const {
    return kind == ArgumentKind::kOption && texts.front().starts_with(start);
  }
};

[[nodiscard]] std::vector<CompilerArgument> parse_compiler_arguments(
    const std::vector<std::string>& arguments);

// The value of an option, joined or as a separate argument: "-ox", "-o x".
[[nodiscard]] std::string value_of(const CompilerArgument& word, const std::string& option);

}  // namespace mcheck::command
