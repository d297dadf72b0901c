// SPDX-License-Identifier: MIT
// The command line of a compiler, split into its options, each with its value, and its inputs, each
// with what it is: the suffix of a file says that, unless -x does. It knows which options of GCC
// and clang take their value from the next word, because such a value is no input; of what the
// options mean it knows nothing.
#pragma once

#include <string>
#include <vector>

namespace mcheck::command {

enum class WordKind {
  kOption,
  kSource,     // C, C++ and what is near to them: gets the sanitizer's flags
  kHeader,     // a header that is an input by itself: is precompiled
  kAssembler,  // has no accesses that a compiler could instrument
  kLinked,     // an object, an archive, a library: whatever is left to the linker
};

struct CompilerWord {
  WordKind kind = WordKind::kOption;
  std::vector<std::string> texts;  // {"-o", "x"}, {"-O2"}, {"a.cpp"}
  std::string language;            // of an input: what -x said, or ""

  [[nodiscard]] const std::string& text() const { return texts.front(); }
  // The option itself, and nothing behind it.
  [[nodiscard]] bool is(const char* option) const {
    return kind == WordKind::kOption && texts.front() == option;
  }
  [[nodiscard]] bool starts_with(const char* start) const {
    return kind == WordKind::kOption && texts.front().starts_with(start);
  }
};

[[nodiscard]] std::vector<CompilerWord> read_compiler_words(
    const std::vector<std::string>& arguments);

// What an option that takes a value has for it, in the same word or in the next: "-ox", "-o x".
[[nodiscard]] std::string value_of(const CompilerWord& word, const std::string& option);

}  // namespace mcheck::command
