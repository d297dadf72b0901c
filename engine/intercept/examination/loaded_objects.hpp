// SPDX-License-Identifier: MIT
// The objects that are loaded into this process, and the functions that each of them imports.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mcheck {

struct LoadedObject {
  std::string name;  // base name; "" for the executable
  std::vector<std::string> imports;

  [[nodiscard]] bool is_executable() const { return name.empty(); }
};

[[nodiscard]] std::vector<LoadedObject> loaded_objects();

[[nodiscard]] inline std::string_view file_name(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}
// Whether a file of this name is the C or C++ library or belongs to them. Their calls are
// intercepted, or do not concern the program.
[[nodiscard]] bool is_system_library(std::string_view file);

// Whether a file is the run-time library of an OpenMP compiler. Its threads wait in inline
// instructions and system calls of their own: under mcheck such a wait never ends.
[[nodiscard]] bool is_openmp(std::string_view file);
// The same for the library that contains the code.
[[nodiscard]] bool is_in_openmp(const void* code);

// Whether an import concerns threads or synchronisation, is not harmless, and does not lead to the
// engine.
[[nodiscard]] bool is_unintercepted(const std::string& import);

}  // namespace mcheck
