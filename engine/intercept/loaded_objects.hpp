// SPDX-License-Identifier: MIT
// What was loaded into this process, and which functions each part of it takes from elsewhere.
#pragma once

#include <string>
#include <vector>

namespace mcheck {

struct LoadedObject {
  std::string name;  // base name; "" for the executable
  std::vector<std::string> imports;

  [[nodiscard]] bool is_executable() const { return name.empty(); }
};

[[nodiscard]] std::vector<LoadedObject> loaded_objects();

// Of an import: it is about threads or synchronisation, and leads neither here nor to something
// that does no harm.
[[nodiscard]] bool is_unseen(const std::string& import);

}  // namespace mcheck
