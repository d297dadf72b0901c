// SPDX-License-Identifier: MIT
#include "engine/host/pass_through.hpp"

#include <unistd.h>

#include <cstdio>
#include <limits>

#include "engine/host/programs.hpp"
#include "engine/host/retelling.hpp"

namespace mcheck {
namespace {

// A schedule in which every thread runs, even if one spins.
constexpr const char* kFair = "random";

int code_for(const Failure& failure) {
  const bool memory = failure.message.find("SIGSEGV") != std::string::npos ||
                      failure.kind == FailureKind::kStackOverflow;
  return memory ? 139 : 134;
}

}  // namespace

int run_through(int count, char** words) {
  const options how{.strategy = kFair,
                    .steps = std::numeric_limits<std::uint64_t>::max(),
                    .patience = 0,
                    .any_exit_status = true};
  const std::string program = count > 0 ? words[0] : "program";
  const Subject subject = subject_of(program, find_test(program, ""),
                                     std::vector<std::string>(words + 1, words + count));
  Identities identities;
  Machine machine(subject.body, behaviour_of(how));
  machine.suspect_nothing(true);
  Execution execution(identities);
  const std::unique_ptr<Strategy> strategy = make_strategy(how);
  Search search(
      execution, machine, *strategy,
      {.executions = 1, .steps = how.steps, .stop_after = 1, .backtrack = Backtrack::kRerun});
  const SearchReport report = search.explore();
  const FoundFailure* const found = first_found(report);
  std::fflush(nullptr);
  if (found != nullptr) {
    const Failure& failure = found->failure;
    std::fprintf(stderr, "%s: %s: %s\n", program.c_str(), name_of(failure.kind),
                 failure.message.c_str());
  }
  _exit(found != nullptr ? code_for(found->failure) : machine.exit_status());
}

}  // namespace mcheck
