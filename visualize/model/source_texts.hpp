// SPDX-License-Identifier: MIT
// The source lines that a result names, for pages that show them. Compilers record file names as
// they were given, so a relative name is searched for in the current directory and in the
// directories above the program. Unreadable files are omitted; of long files only the parts around
// the named lines are kept.
#pragma once

#include <string>
#include <vector>

#include "engine/trace/results/result.hpp"

namespace mcheck {

struct SourcePart {
  int first = 1;  // the number of the first line
  std::vector<std::string> lines;
};

struct SourceText {
  std::string file;    // as the steps name it
  bool newer = false;  // than the program: lines may have moved
  std::vector<SourcePart> parts;
};

// `program` is the executable's path, or "" if it is unknown.
[[nodiscard]] std::vector<SourceText> source_texts(const std::vector<Result>& results,
                                                   const std::string& program);

// The path of such a file; unchanged if it is not found.
[[nodiscard]] std::string locate_source(const std::string& file, const std::string& program);

}  // namespace mcheck
