// SPDX-License-Identifier: MIT
// The source lines that a result names, for pages that show them. Compilers write names of files
// as they were given them, so a relative one is looked for from here and from around the program.
// A file that cannot be read is left out; of long ones there are only the parts near the lines.
#pragma once

#include <string>
#include <vector>

#include "engine/trace/result.hpp"

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

// `program` is the executable's path, or "" where it is not known.
[[nodiscard]] std::vector<SourceText> source_texts(const std::vector<Result>& results,
                                                   const std::string& program);

// Where such a file lies; as it is named where it is not found.
[[nodiscard]] std::string found_source(const std::string& file, const std::string& program);

}  // namespace mcheck
