// SPDX-License-Identifier: MIT
// Which shared libraries a program loads, as the dynamic linker says (LD_TRACE_LOADED_OBJECTS).
//
// To ask it takes a new process. Programs that name the same libraries and the same search paths
// load the same files, so it is asked once for all of them.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace mcheck::command {

// What decides which libraries a program loads, apart from the environment: its dynamic linker, and
// the names and paths in its dynamic section. Paths may be relative to the program ($ORIGIN), so
// its folder is part of it. Empty if the file is not a 64-bit ELF program that names any.
[[nodiscard]] std::string dynamic_dependencies(const std::string& program);

class LibraryPaths {
 public:
  const std::vector<std::string>& of(const std::string& program) &;

 private:
  std::map<std::string, std::vector<std::string>> paths_;  // by dynamic_dependencies()
  std::vector<std::string> own_;                           // of a program without them
};

}  // namespace mcheck::command
