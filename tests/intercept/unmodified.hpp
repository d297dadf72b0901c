// SPDX-License-Identifier: MIT
// Shared by the tests of unmodified programs: runs a program of tests/intercept/programs by itself
// or by the command, and returns the result.
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
  const ShellResult ran =
      run_shell(quoted(binaries + "mcheck") + " explore " + quoted(binaries + program) +
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
  if (const Json& limit = result["limit"]; explored.verdict == "incomplete" && limit.is_object()) {
    explored.kind = limit["kind"].text();
    explored.message = limit["message"].text();
  }
  return explored;
}

}  // namespace mcheck

namespace mcheck::unmodified_programs {

// The path of the built program tests/intercept/programs/NAME.cpp.
inline std::string program(const std::string& name) {
  return quoted(MCHECK_BINARY_DIRECTORY "/unmodified_" + name);
}

inline std::string explore(const std::string& name, const std::string& options,
                           const std::string& words = "") {
  return quoted(MCHECK_BINARY_DIRECTORY "/mcheck") + " explore " + program(name) + " " + options +
         (words.empty() ? "" : " -- " + words);
}

// The result of an exploration, from its JSON.
inline Json result_of(const std::string& name, const std::string& options,
                      const std::string& words = "") {
  const ShellResult ran = run_shell(explore(name, options + " --json -", words));
  INFO(ran.what << "\n" << ran.out);
  auto result = Json::parse(ran.out);
  REQUIRE(std::holds_alternative<Json>(result));
  return std::get<Json>(std::move(result));
}

// "verified", or the kind of the first failure, or another verdict. A simpler schedule would make
// no difference.
inline std::string outcome_of(const std::string& name, const std::string& options,
                              const std::string& words = "") {
  const Json result = result_of(name, options + " --minimise 10ms", words);
  if (result["failures"].elements().empty()) return result["verdict"].text();
  return result["failures"].elements()[0]["kind"].text();
}

}  // namespace mcheck::unmodified_programs
