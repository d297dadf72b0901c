// SPDX-License-Identifier: MIT
// Names of files as the tools of a project want them: from the project's folder on. Compilers write
// names as they were given them, often from the folder that they ran in; those are looked for as
// the sources of pages are.
#pragma once

#include <map>
#include <string>

namespace mcheck {

class ToldPaths {
 public:
  // `root` is the project's folder; `program` the executable's path, or "" where it is not known.
  ToldPaths(std::string root, std::string program);

  // From the root on, where the file lies below it; otherwise as it is.
  [[nodiscard]] const std::string& told(const std::string& file);

 private:
  std::string root_;
  std::string program_;
  std::map<std::string, std::string> told_;
};

}  // namespace mcheck
