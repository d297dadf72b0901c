// SPDX-License-Identifier: MIT
#include "engine/host/process/pass_through.hpp"

#include <unistd.h>

#include <cstdio>
#include <limits>

#include "engine/host/process/registered_tests.hpp"
#include "engine/host/report/report_replay.hpp"

namespace mcheck {
namespace {

// A schedule in which every thread runs, even if one spins.
constexpr const char* kFairStrategy = "random";

int exit_code_for(const Failure& failure) {
  const bool memory = failure.message.find("SIGSEGV") != std::string::npos ||
                      failure.kind == FailureKind::kStackOverflow;
  return memory ? 139 : 134;
}

}  // namespace

int run_pass_through(int argc, char** argv) {
  const options how{.strategy = kFairStrategy,
                    .steps = std::numeric_limits<std::uint64_t>::max(),
                    .patience = 0,
                    .any_exit_status = true};
  const std::string program = argc > 0 ? argv[0] : "program";
  const Subject subject =
      subject_of(program, find_test(program, ""), std::vector<std::string>(argv + 1, argv + argc));
  Identities identities;
  Machine machine(subject.body, behaviour_of(how));
  machine.assume_none_spins(true);
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
  _exit(found != nullptr ? exit_code_for(found->failure) : machine.exit_status());
}

}  // namespace mcheck
