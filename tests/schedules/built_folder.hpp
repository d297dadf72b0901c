// SPDX-License-Identifier: MIT
// A folder for programs that a test writes, builds and explores.
#pragma once

#include <unistd.h>

#include "tests/programs/verdicts/expected.hpp"

namespace mcheck::expected {

inline const std::string kMcheck = quoted(kBinaries + "mcheck");

class BuiltFolder {
 public:
  BuiltFolder()
      : path_(std::filesystem::temp_directory_path() /
              ("mcheck-built-" + std::to_string(getpid()))) {
    std::filesystem::create_directories(path_);
  }
  ~BuiltFolder() { std::filesystem::remove_all(path_); }
  BuiltFolder(const BuiltFolder&) = delete;
  BuiltFolder& operator=(const BuiltFolder&) = delete;

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name) << text;
  }
  [[nodiscard]] ShellResult run(const std::string& command) const {
    return run_shell("cd " + quoted(path_) + " && " + command + " 2>&1", 60);
  }
  void build(const std::string& words) const {
    const ShellResult built = run(kMcheck + " c++ -std=c++20 -g -O1 " + words);
    INFO(built.out);
    REQUIRE(built.code == 0);
  }

 private:
  std::filesystem::path path_;
};

}  // namespace mcheck::expected
