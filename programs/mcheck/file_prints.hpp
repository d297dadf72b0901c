// SPDX-License-Identifier: MIT
// Fingerprints of files. Programs with what debuggers want are large: one whose size and times are
// as they were is not read again.
#pragma once

#include <map>
#include <string>

#include "engine/base/fingerprint.hpp"
#include "engine/base/json.hpp"

namespace mcheck::command {

class FilePrints {
 public:
  FilePrints() = default;
  explicit FilePrints(const Json& json);

  // All zero for what cannot be read.
  [[nodiscard]] Fingerprint of(const std::string& path);
  [[nodiscard]] Json to_json() const;

 private:
  struct Known {
    std::string stamp;  // size, number and times
    Fingerprint print;
  };
  std::map<std::string, Known> files_;
};

}  // namespace mcheck::command
