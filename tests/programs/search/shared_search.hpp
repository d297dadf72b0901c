// SPDX-License-Identifier: MIT
// Shared by the tests of --jobs and --checkpoint: a search with known counts that takes about a
// second, and helpers to read its result.
#pragma once

#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdio>
#include <string>

#include "engine/base/json.hpp"
#include "tests/support/shell.hpp"

#ifndef MCHECK_BINARY_DIRECTORY  // each header compiles alone, too
#define MCHECK_BINARY_DIRECTORY ""
#endif

namespace mcheck {

inline const std::string kBinaries = MCHECK_BINARY_DIRECTORY "/";

// 4 threads add 3 times: 12!/(3!)^4 interleavings.
inline constexpr std::uint64_t kInterleavings = 369'600;

// A temporary file of this process, removed at the end.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& name)
      : path_("/tmp/mcheck_" + name + "_" + std::to_string(getpid())) {
    std::remove(path_.c_str());
  }
  ~TemporaryFile() { std::remove(path_.c_str()); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// "mcheck explore families --test rmw … -- 4 3"
inline std::string rmw(const std::string& options, const std::string& arguments = "4 3") {
  return quoted(kBinaries + "mcheck") + " explore " + quoted(kBinaries + "families") +
         " --test rmw --strategy dfs --keep-going " + options + " -- " + arguments;
}

// For searches to be disturbed: running each execution from its start takes longer.
inline const std::string kRerunFromStart = "--backtrack rerun ";

inline Json parsed(const ShellResult& ran) {
  INFO(ran.what << "\n" << ran.out);
  auto result = Json::parse(ran.out);
  REQUIRE(std::holds_alternative<Json>(result));
  return std::get<Json>(std::move(result));
}

// Runs the command in the background as $pid, then the script, and waits. The output is that of
// both, the exit code that of the command.
inline ShellResult run_with_script(const std::string& command, const std::string& script) {
  return run_shell(command + " & pid=$!; " + script + "; wait $pid");
}

}  // namespace mcheck
