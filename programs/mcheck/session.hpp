// SPDX-License-Identifier: MIT
// Operations on a checked program: list its tests, explore one, replay a schedule. Each takes one
// protocol session, or two: if a program dies, a second session replays its trace.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/trace/result.hpp"
#include "programs/mcheck/conversation.hpp"
#include "programs/mcheck/invocation.hpp"

namespace mcheck::command {

struct Named {
  std::string name;
  std::string description;
  std::string shares{};  // of a strategy: by "parts" or "seeds"; "" if not
};

// What a program reports about itself.
struct Introduction {
  std::string program;  // base name, as in schedules
  std::vector<Named> tests;
  std::vector<Named> strategies;
  // A started program that waits for a request: starting it again may cost as much as a small
  // search.
  std::shared_ptr<Conversation> waiting{};

  [[nodiscard]] std::vector<std::string> test_names() const;
  [[nodiscard]] std::vector<std::string> strategy_names() const;
  // How processes can share a search by this strategy: "parts" or "seeds"; "" if not at all.
  [[nodiscard]] std::string shares_of(const std::string& strategy) const;
};

// All of these throw UsageError and InternalError.
[[nodiscard]] Introduction introduce(const Invocation& invocation);
// The same before a search: keeps the started program if possible.
[[nodiscard]] Introduction introduce_to_explore(const Invocation& invocation);

[[nodiscard]] Result explore(const Invocation& invocation, Introduction& program,
                             const std::string& test, const Progress& progress);

[[nodiscard]] Result replay(const Invocation& invocation, const Introduction& program);

[[nodiscard]] ConflictList find_conflicts(const Invocation& invocation, const std::string& test,
                                          const std::vector<UserClass>& classes,
                                          const Progress& progress);

struct Diagnosis {
  std::vector<std::string> lines;
  bool ok = false;
};
[[nodiscard]] Diagnosis diagnose(const Invocation& invocation, const std::string& test);

}  // namespace mcheck::command
