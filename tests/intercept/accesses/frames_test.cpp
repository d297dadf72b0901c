// SPDX-License-Identifier: MIT
// Stack frames whose memory other threads use, wrong and right: frames.cpp in programs, and
// later_frames.cpp, where a later frame covers that memory; the latter as all programs are
// compiled, and with -O0 and -O2.
#include <sstream>
#include <vector>

#include "tests/intercept/unmodified.hpp"

namespace mcheck::frames_test {
namespace {

using unmodified_programs::outcome_of;

const char* const kScenarios[] = {"return",           "atomic",       "exception", "longjmp",
                                  "thread_end",       "pthread_exit", "lambda",    "function",
                                  "memcpy",           "alloca",       "mutex",     "run_loop",
                                  "recursion",        "reuse",        "first_use", "latch",
                                  "binary_semaphore", "future",       "semaphore", "main",
                                  "later_frame"};

bool is_found(const std::string& outcome) { return outcome == "race" || outcome == "dead-stack"; }

void check_scenario(const std::string& scenario, const std::string& options,
                    const std::string& program = "frames") {
  INFO(program << " " << scenario << " " << options);
  const std::string wrong = outcome_of(program, options, scenario);
  INFO(wrong);
  CHECK(is_found(wrong));
  CHECK(outcome_of(program, options, scenario + " right") == "verified");
}

std::vector<std::string> later_scenarios() {
  const ShellResult ran =
      run_shell("MCHECK_PASS_THROUGH=1 " + unmodified_programs::program("later_frames") + " list");
  std::istringstream lines(ran.out);
  std::vector<std::string> scenarios;
  for (std::string scenario; std::getline(lines, scenario);) scenarios.push_back(scenario);
  CHECK(scenarios.size() >= 21);
  return scenarios;
}

}  // namespace

TEST_CASE("a use of a frame that nothing orders before its end is found, and no other") {
  for (const char* scenario : kScenarios) check_scenario(scenario, "");
}

// Each scenario in each build, with one of the other conditions in turn.
TEST_CASE("a use of a frame that a later frame covers is found, with all levels of optimisation") {
  const std::string builds[] = {"later_frames", "later_frames_O0", "later_frames_O2"};
  const std::string conditions[] = {"",      " touched",        " thread",      " flag",
                                    " lock", " touched thread", " flag touched"};
  std::size_t iteration = 0;
  for (const std::string& scenario : later_scenarios()) {
    for (const std::string& build : builds) {
      check_scenario(scenario + conditions[iteration % std::size(conditions)], "", build);
      ++iteration;
    }
  }
}

TEST_CASE("what is known of frames is restored with memory, in every strategy") {
  for (const char* options : {"--backtrack rerun", "--strategy dfs --backtrack restore",
                              "--strategy dfs --backtrack rerun"}) {
    for (const char* scenario :
         {"return", "mutex", "run_loop", "reuse", "first_use", "later_frame"}) {
      check_scenario(scenario, options);
    }
    for (const char* scenario : {"barrier", "spin_lock touched", "long_jump"}) {
      check_scenario(scenario, options, "later_frames");
    }
  }
}

// It is incomplete where a thread spins.
TEST_CASE("optimal DPOR by race reversals finds the same in frames") {
  for (const char* scenario :
       {"lambda", "run_loop", "first_use", "semaphore", "latch", "later_frame"}) {
    check_scenario(scenario, "--strategy odpor");
  }
  for (const char* scenario : {"barrier touched", "spin_lock", "coroutine touched", "long_jump"}) {
    check_scenario(scenario, "--strategy odpor", "later_frames");
  }
}

TEST_CASE("a random walk finds what is used after its frame") {
  for (const char* scenario : {"return", "lambda", "semaphore"}) {
    CHECK(is_found(outcome_of("frames", "--strategy random --executions 50", scenario)));
  }
}

// When a barrier is destroyed, the C library waits for the threads that leave it, and only then.
TEST_CASE("a barrier in a frame may be left by others after its end where it was destroyed") {
  CHECK(outcome_of("later_frames", "", "left_barrier right") == "verified");
  CHECK(is_found(outcome_of("later_frames", "", "left_barrier")));
}

// A thread that continues after an operation enters the next frame in the same step.
TEST_CASE("a use that nothing orders after the beginning of the frame that is there is found") {
  CHECK(outcome_of("later_frames", "", "between") == "race");
  CHECK(outcome_of("later_frames", "--strategy dfs", "between") == "race");
  CHECK(outcome_of("later_frames", "", "between right") == "verified");
}

// Frames that fibers leave and enter hide nothing of the thread's own stack.
TEST_CASE("a frame is judged that is left before a fiber runs") {
  CHECK(is_found(outcome_of("later_frames", "", "fiber")));
  CHECK(outcome_of("later_frames", "", "fiber right") == "verified");
}

}  // namespace mcheck::frames_test
