// SPDX-License-Identifier: MIT
// Operations on a checked program: list its tests, explore one, replay a schedule. Each takes one
// protocol session, or two: if a program dies, a second session replays its trace.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/trace/protocol/schedule.hpp"
#include "engine/trace/results/result.hpp"
#include "programs/mcheck/cli/invocation.hpp"
#include "programs/mcheck/supervise/protocol_session.hpp"

namespace mcheck::command {

struct ListEntry {
  std::string name;
  std::string description;
  std::string sharing{};   // of a strategy: by "parts" or "seeds"; "" if not
  std::string strategy{};  // that a test asks for; "" if any
};

// What a program reports about itself.
struct ProgramInfo {
  std::string program;  // base name, as in schedules
  std::vector<ListEntry> tests;
  std::vector<ListEntry> strategies;
  bool has_class_tests = false;
  bool writes_at_start = false;  // two processes of it would share files
  // A started program that waits for a request: starting it again may cost as much as a small
  // search.
  std::shared_ptr<ProtocolSession> waiting_session{};

  [[nodiscard]] std::vector<std::string> test_names() const;
  [[nodiscard]] std::vector<std::string> strategy_names() const;
  // How processes can share a search by this strategy: "parts" or "seeds"; "" if not at all.
  [[nodiscard]] std::string sharing_of(const std::string& strategy) const;
  // Which is to explore the test: the test's own one, unless the command line says.
  [[nodiscard]] std::string strategy_for(const Invocation& invocation,
                                         const std::string& test) const;
};

// Parts of the operations below.
[[nodiscard]] Call call_for(const Invocation& invocation, std::string command, std::string test);
[[nodiscard]] ProgramInfo program_info_from(const Call& call, const Json& hello);

// All of these throw UsageError and InternalError.
[[nodiscard]] ProgramInfo query_program(const Invocation& invocation);
// The same before a search: keeps the started program if possible.
[[nodiscard]] ProgramInfo start_for_exploration(const Invocation& invocation);

[[nodiscard]] Result explore(const Invocation& invocation, ProgramInfo& program,
                             const std::string& test, const ProgressCallback& progress);

[[nodiscard]] Result replay(const Invocation& invocation, const ProgramInfo& program);

// The same of an execution that passes: the trace of its "failure" is the trace of it all.
[[nodiscard]] Result trace_of(const Invocation& invocation, const ProgramInfo& program);

// An exploration of the test whose schedule is replayed, with the options it was found with.
[[nodiscard]] Invocation exploration_of(const Invocation& invocation, const ProgramInfo& program);

[[nodiscard]] ConflictList find_conflicts(const Invocation& invocation, const std::string& test,
                                          const std::vector<UserClass>& classes,
                                          const ProgressCallback& progress);

struct Diagnosis {
  std::vector<std::string> lines;
  bool ok = false;
};
[[nodiscard]] Diagnosis diagnose(const Invocation& invocation, const std::string& test);

}  // namespace mcheck::command
