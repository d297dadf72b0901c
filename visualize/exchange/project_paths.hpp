// SPDX-License-Identifier: MIT
// File names relative to the project's root, as other tools expect them. Compilers record names as
// they were given, often relative to the compiler's working directory; such files are located as
// source_texts.hpp does.
#pragma once

#include <map>
#include <string>

namespace mcheck {

class ProjectPaths {
 public:
  // `root` is the project's root; `program` the executable's path, or "" if it is unknown.
  ProjectPaths(std::string root, std::string program);

  // Relative to the root if the file lies below it; otherwise unchanged.
  [[nodiscard]] const std::string& from_root(const std::string& file);

 private:
  std::string root_;
  std::string program_;
  std::map<std::string, std::string> from_root_;
};

}  // namespace mcheck
