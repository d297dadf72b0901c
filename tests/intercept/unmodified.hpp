// SPDX-License-Identifier: MIT
// What tests of unmodified programs have in common: a program run by hand, or by the command.
#pragma once

#include <catch2/catch.hpp>
#include <string>

#include "engine/base/json.hpp"
#include "tests/support/shell.hpp"

#ifndef MCHECK_BINARY_DIRECTORY  // each header compiles alone, too
#define MCHECK_BINARY_DIRECTORY ""
#endif

namespace mcheck::unmodified_programs {

// The path of tests/intercept/programs/NAME.cpp, built.
inline std::string program(const std::string& name) {
  return quoted(MCHECK_BINARY_DIRECTORY "/unmodified_" + name);
}

inline std::string explore(const std::string& name, const std::string& options,
                           const std::string& words = "") {
  return quoted(MCHECK_BINARY_DIRECTORY "/mcheck") + " explore " + program(name) + " " + options +
         (words.empty() ? "" : " -- " + words);
}

// The result of an exploration, as JSON tells it.
inline Json result_of(const std::string& name, const std::string& options,
                      const std::string& words = "") {
  const Ran ran = run_shell(explore(name, options + " --json -", words));
  INFO(ran.what << "\n" << ran.out);
  auto result = Json::parse(ran.out);
  REQUIRE(std::holds_alternative<Json>(result));
  return std::get<Json>(std::move(result));
}

// "verified", or the kind of the first failure, or another verdict.
inline std::string outcome_of(const std::string& name, const std::string& options,
                              const std::string& words = "") {
  const Json result = result_of(name, options, words);
  if (result["failures"].elements().empty()) return result["verdict"].text();
  return result["failures"].elements()[0]["kind"].text();
}

}  // namespace mcheck::unmodified_programs
