// SPDX-License-Identifier: MIT
// What was loaded into this process, and which functions each part of it takes from elsewhere.
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
// Of such a name: the C and C++ libraries and what belongs to them. Their calls come here, or mean
// nothing to the program.
[[nodiscard]] bool is_of_the_system(std::string_view file);

// Whether a file is the run-time library of an OpenMP compiler. What its threads wait for is in
// inline instructions and system calls of its own: whoever waits there never comes back.
[[nodiscard]] bool is_openmp(std::string_view file);
// The same of the library in which the code is.
[[nodiscard]] bool is_in_openmp(const void* code);

// Of an import: it is about threads or synchronisation, and leads neither here nor to something
// that does no harm.
[[nodiscard]] bool is_unseen(const std::string& import);

}  // namespace mcheck
