// SPDX-License-Identifier: MIT
// A project with a gate, in a temporary folder, for tests of `mcheck gate` end to end.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "tests/support/shell.hpp"

namespace mcheck {

namespace files = std::filesystem;

// The directory of the built programs, with a slash.
[[nodiscard]] const std::string& gate_binaries();

inline bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

inline std::size_t times(const std::string& text, const std::string& part) {
  std::size_t number = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++number;
  }
  return number;
}

class GateProject {
 public:
  explicit GateProject(const std::string& toml)
      : folder_(files::temp_directory_path() / ("mcheck gate " + std::to_string(getpid()))) {
    files::remove_all(folder_);
    files::create_directories(folder_);
    write("mcheck.toml", toml);
  }
  GateProject(const GateProject&) = delete;
  GateProject& operator=(const GateProject&) = delete;
  ~GateProject() { files::remove_all(folder_); }

  GateProject& with(const std::string& program) {
    files::copy_file(gate_binaries() + program, folder_ / files::path(program).filename());
    return *this;
  }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
  }
  [[nodiscard]] std::string read(const std::string& name) const {
    std::ifstream file(folder_ / name);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
  }
  [[nodiscard]] ShellResult gate(const std::string& options = "") const {
    return run_shell("cd " + quoted(folder_.string()) + " && " +
                     quoted(gate_binaries() + "mcheck") + " gate " + options + " 2>&1");
  }
  [[nodiscard]] files::path path(const std::string& name) const { return folder_ / name; }

 private:
  files::path folder_;
};

inline std::string kernel(const std::string& program, const std::string& more = "") {
  return "[[kernel]]\nprogram = \"" + program + "\"\n" + more;
}

}  // namespace mcheck
