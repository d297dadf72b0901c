// SPDX-License-Identifier: MIT
#include "tests/programs/verdicts/gate_project.hpp"

namespace mcheck {

const std::string& gate_binaries() {
  static const std::string kDirectory = MCHECK_BINARY_DIRECTORY "/";
  return kDirectory;
}

}  // namespace mcheck
