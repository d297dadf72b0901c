// SPDX-License-Identifier: MIT
// Fingerprints of files. Programs with debug information are large: a file with the same size,
// inode and times is not read again.
#pragma once

#include <map>
#include <string>

#include "engine/base/fingerprint.hpp"
#include "engine/base/json.hpp"

namespace mcheck::command {

class FileFingerprints {
 public:
  FileFingerprints() = default;
  explicit FileFingerprints(const Json& json);

  // All zero if the file cannot be read.
  [[nodiscard]] Fingerprint of(const std::string& path);
  [[nodiscard]] Json to_json() const;

 private:
  struct Entry {
    std::string stamp;  // size, inode and times
    Fingerprint fingerprint_value;
  };
  std::map<std::string, Entry> files_;
};

}  // namespace mcheck::command
