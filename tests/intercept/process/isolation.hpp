// SPDX-License-Identifier: MIT
// Runs the command on one of the unmodified programs of this folder; returns its output as JSON.
#pragma once

#include <catch2/catch.hpp>
#include <string>

#include "engine/base/json.hpp"
#include "tests/support/shell.hpp"

#ifndef MCHECK_BINARY_DIRECTORY  // each header compiles alone, too
#define MCHECK_BINARY_DIRECTORY ""
#endif

namespace mcheck {

inline ShellResult mcheck_on(const std::string& command, const std::string& program,
                             const std::string& more) {
  const std::string binaries = MCHECK_BINARY_DIRECTORY "/";
  return run_shell(quoted(binaries + "mcheck") + " " + command + " " + quoted(binaries + program) +
                   " " + more + " 2>&1");
}

inline Json explored_as_json(const std::string& program, const std::string& options,
                             const std::string& words) {
  const ShellResult ran = mcheck_on("explore --json -", program, options + " -- " + words);
  INFO(ran.what << "\n" << ran.out);
  auto result = Json::parse(ran.out);
  REQUIRE(std::holds_alternative<Json>(result));
  return std::get<Json>(std::move(result));
}

inline bool mentions(const Json& lines, const std::string& words) {
  for (const std::string& line : lines.texts()) {
    if (line.find(words) != std::string::npos) return true;
  }
  return false;
}

}  // namespace mcheck
