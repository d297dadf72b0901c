// SPDX-License-Identifier: MIT
#include "tests/visualize/support/approved.hpp"

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace mcheck {

std::string approved(const std::string& file, const std::string& text) {
  const std::string path = MCHECK_SOURCE_DIRECTORY "/tests/visualize/goldens/" + file;
  if (std::getenv("MCHECK_APPROVE") != nullptr) {
    std::ofstream(path) << text;
    return text;
  }
  std::ostringstream content;
  content << std::ifstream(path).rdbuf();
  return content.str();
}

}  // namespace mcheck
