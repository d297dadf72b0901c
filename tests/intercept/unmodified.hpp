// SPDX-License-Identifier: MIT
// Explores a program of tests/intercept/programs with the command, and says what came of it.
#pragma once

#include <catch2/catch.hpp>
#include <string>

#include "engine/base/json.hpp"
#include "tests/support/shell.hpp"

#ifndef MCHECK_BINARY_DIRECTORY  // each header compiles alone, too
#define MCHECK_BINARY_DIRECTORY ""
#endif

namespace mcheck {

struct Explored {
  std::string verdict;
  std::string kind;     // of the failure; empty: none
  std::string message;  // of the same
  std::uint64_t executions = 0;
};

inline Explored explored(const std::string& program, const std::string& argument = "",
                         const std::string& options = "") {
  const std::string binaries = MCHECK_BINARY_DIRECTORY "/";
  const Ran ran = run_shell(quoted(binaries + "mcheck") + " explore " + quoted(binaries + program) +
                            " --json - " + options + " -- " + quoted(argument));
  INFO(ran.what << "\n" << ran.out);
  const auto parsed = Json::parse(ran.out);
  REQUIRE(std::holds_alternative<Json>(parsed));
  const Json& result = std::get<Json>(parsed);
  Explored explored{.verdict = result["verdict"].text(),
                    .kind = "",
                    .message = result["reason"].text(),
                    .executions = result["executions"].natural()};
  if (explored.verdict == "bug") {
    const Json& failure = result["failures"].elements()[0];
    explored.kind = failure["kind"].text();
    explored.message = failure["message"].text();
  }
  return explored;
}

}  // namespace mcheck
