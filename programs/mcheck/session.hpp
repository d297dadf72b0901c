// SPDX-License-Identifier: MIT
// What the commands do with a program: ask it for its tests, explore one, replay a schedule. Each
// is one conversation, or two: a program that died is started again to tell its trace up to there.
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
  std::string shares{};  // of a strategy: by "parts" or "seeds", or not at all
};

// What a program says of itself.
struct Introduction {
  std::string program;  // base name, as schedules hold it
  std::vector<Named> tests;
  std::vector<Named> strategies;
  // It waits to be asked for a search: to start it once more would cost as much as a small search.
  std::shared_ptr<Conversation> waiting{};

  [[nodiscard]] std::vector<std::string> test_names() const;
  [[nodiscard]] std::vector<std::string> strategy_names() const;
  // How several processes share a search with it: by "parts" or "seeds"; "" if not at all.
  [[nodiscard]] std::string shares_of(const std::string& strategy) const;
};

// All of these throw UsageError and InternalError.
[[nodiscard]] Introduction introduce(const Invocation& invocation);
// The same before a search: the program may wait afterwards.
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
