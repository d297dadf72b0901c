// SPDX-License-Identifier: MIT
// Memory of frames that other threads use: programs/frames.cpp, wrong and right.
#include "tests/intercept/unmodified.hpp"

namespace mcheck {
namespace {

using unmodified_programs::outcome_of;

const char* const kNatures[] = {"return",           "atomic",       "exception", "longjmp",
                                "thread_end",       "pthread_exit", "lambda",    "function",
                                "memcpy",           "alloca",       "mutex",     "run_loop",
                                "recursion",        "reuse",        "first_use", "latch",
                                "binary_semaphore", "future",       "semaphore", "main",
                                "later_frame"};

bool is_found(const std::string& outcome) { return outcome == "race" || outcome == "dead-stack"; }

void judge(const std::string& nature, const std::string& options) {
  INFO(nature << " " << options);
  const std::string wrong = outcome_of("frames", options, nature);
  INFO(wrong);
  CHECK(is_found(wrong));
  CHECK(outcome_of("frames", options, nature + " right") == "verified");
}

}  // namespace

TEST_CASE("a use of a frame that nothing orders before its end is found, and no other") {
  for (const char* nature : kNatures) judge(nature, "");
}

TEST_CASE("what is known of frames is put back with memory, in every strategy") {
  for (const char* options : {"--backtrack rerun", "--strategy dfs --backtrack restore",
                              "--strategy dfs --backtrack rerun"}) {
    for (const char* nature :
         {"return", "mutex", "run_loop", "reuse", "first_use", "later_frame"}) {
      judge(nature, options);
    }
  }
}

// It is incomplete where a thread polls.
TEST_CASE("optimal DPOR by race reversals judges frames alike") {
  for (const char* nature :
       {"lambda", "run_loop", "first_use", "semaphore", "latch", "later_frame"}) {
    judge(nature, "--strategy odpor");
  }
}

TEST_CASE("a random walk meets what is used after its frame") {
  for (const char* nature : {"return", "lambda", "semaphore"}) {
    CHECK(is_found(outcome_of("frames", "--strategy random --executions 50", nature)));
  }
}

}  // namespace mcheck
