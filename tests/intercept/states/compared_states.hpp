// SPDX-License-Identifier: MIT
// A program searched by comparing states and by depth-first search, which is the oracle: the same
// verdict, the same failures, and as many schedules through the states as there are executions.
#pragma once

#include <catch2/catch.hpp>
#include <cstdint>
#include <regex>
#include <set>
#include <string>
#include <string_view>

#include "engine/base/json.hpp"
#include "tests/support/shell.hpp"

#ifndef MCHECK_BINARY_DIRECTORY  // each header compiles alone, too
#define MCHECK_BINARY_DIRECTORY ""
#endif

namespace mcheck::compared_states {

struct Searched {
  std::string verdict;
  std::string reason;
  std::set<std::string> failures;  // kind and message
  std::uint64_t executions = 0;
  std::uint64_t states = 0;
  double schedules = -1;  // through the states; below 0: there is a cycle
  bool without_symmetry = false;
  bool is_robust = false;  // RC11 permits nothing else; both false: it makes no difference
  bool is_not_robust = false;
  // Everything was explored.
  [[nodiscard]] bool is_complete() const { return verdict == "verified" || verdict == "bug"; }
};

// `program` and `words` as a shell takes them; `limit` executions at most.
inline Searched search(const std::string& program, const std::string& words,
                       const std::string& strategy, std::uint64_t limit) {
  const ShellResult ran = run_shell(
      quoted(MCHECK_BINARY_DIRECTORY "/mcheck") + " explore " + program + " --json - --strategy " +
      strategy + " --keep-going --executions " + std::to_string(limit) +
      (words.find("--memory") == words.npos ? " --memory sc " : " ") + words);
  INFO(ran.what << "\n" << ran.out.substr(0, 2000));
  const auto parsed = Json::parse(ran.out);
  REQUIRE(std::holds_alternative<Json>(parsed));
  const Json& result = std::get<Json>(parsed);
  Searched searched{.verdict = result["complete"].boolean() ? result["verdict"].text() : "unknown",
                    .reason = result["reason"].text(),
                    .failures = {},
                    .executions = result["executions"].natural()};
  for (const Json& failure : result["failures"].elements()) {
    searched.failures.insert(failure["kind"].text() + ": " + failure["message"].text());
  }
  for (const Json& remark : result["remarks"].elements()) {
    searched.without_symmetry |= remark.text().starts_with("searched without symmetry");
    searched.is_robust |= remark.text().starts_with("robust: ");
    searched.is_not_robust |= remark.text().starts_with("not robust: ");
  }
  const Json& states = result["states"];
  if (states.is_null()) {
    searched.schedules = static_cast<double>(searched.executions);  // no choice was made
  } else {
    searched.states = states.natural();
    const Json& schedules = result["schedules"];
    if (!schedules.is_null()) searched.schedules = schedules.number();
  }
  return searched;
}

// Which of several equal threads it was does not matter: another one would have failed the same
// way.
inline std::set<std::string> without_threads(const std::set<std::string>& failures) {
  std::set<std::string> all;
  for (const std::string& failure : failures)
    all.insert(std::regex_replace(failure, std::regex("T[0-9]+|0x[0-9a-f]+"), "T"));
  return all;
}

// A lost wake-up as the deadlock that follows from it: a state does not know whether, and by whom,
// there was a notify too early.
inline std::set<std::string> as_deadlocks(const std::set<std::string>& failures) {
  constexpr std::string_view kLost = "lost-wake-up";
  std::set<std::string> all;
  for (const std::string& failure : failures) {
    const bool is_lost = failure.starts_with(kLost);
    all.insert(is_lost ? "deadlock" + failure.substr(kLost.size(),
                                                     failure.find("; the notify") - kLost.size())
                       : failure);
  }
  return all;
}

// False: there are more executions than the limit, so nothing was compared.
inline bool compare(const std::string& program, const std::string& words, std::uint64_t limit) {
  const Searched all = search(program, words, "dfs", limit);
  if (!all.is_complete()) return false;
  const Searched found = search(program, words, "states", 2 * limit);
  INFO(program << " " << words << "\n" << found.reason);
  CHECK(found.verdict == all.verdict);
  CHECK(without_threads(found.failures) == without_threads(all.failures));
  CHECK(found.schedules == static_cast<double>(all.executions));
  return true;
}

}  // namespace mcheck::compared_states
