# SPDX-License-Identifier: MIT
# The test suites of the external project, with their failing tests: a part of run.sh.

check_suites() {
  cd "$build"
  ./catch_suite --list-tests "*" >"$scratch/said" || true
  says "$scratch/said" "both additions count"
  says "$scratch/said" "an ordinary test is an ordinary test"
  refused ./catch_suite "[wrong]"
  says "$scratch/said" "catch_suite.cpp:"
  says "$scratch/said" "MC002 failed check in test both_additions_count of ./catch_suite"
  says "$scratch/said" "check failed: CHECK(value == wanted), which is 1 == 2"
  says "$scratch/said" "  main                T1"
  says "$scratch/said" "* 5  store count: 1 > 1"
  says "$scratch/said" "SECTION in a MCHECK_TEST_CASE: write one for each section"
  says "$scratch/said" "MC009 process exit in test the_process_ends"
  says "$scratch/said" "REQUIRE_THROWS(must_be(1, 1)): nothing was thrown"
  says "$scratch/said" "MC011 crash in test it_crashes"
  says "$scratch/said" "test cases: 6 | 1 passed | 5 failed"

  # The commands that a report prints work, and so does the replay without the command.
  local schedule
  schedule=$(sed -n 's/.*replay:   mcheck replay .*catch_suite \(mc1[^ ]*\)$/\1/p;T;q' "$scratch/said")
  refused mcheck replay ./catch_suite "$schedule"
  says "$scratch/said" "overwrites T1's value (step 4)"
  MCHECK_REPLAY=$schedule refused ./catch_suite "both additions count"
  says "$scratch/said" "overwrites T1's value (step 4)"
  says "$scratch/said" "test cases: 1 | 1 failed"
  MCHECK_BOUND=0 ./catch_suite "both additions count" >"$scratch/said" || fail "MCHECK_BOUND"
  MCHECK_BOUND=few refused ./catch_suite "both additions count"
  says "$scratch/said" "MCHECK_BOUND is 'few' where a number from 0 is expected"
  MCHECK_EXECUTIONS=1 refused ./catch_suite "an exchange gives one thread the token"
  says "$scratch/said" "incomplete"
  MCHECK_EXECUTIONS=1 MCHECK_UNDECIDED=pass ./catch_suite "an exchange*" >"$scratch/said" ||
    fail "MCHECK_UNDECIDED"

  mcheck list ./catch_suite >"$scratch/said"
  says "$scratch/said" "an_exchange_gives_one_thread_the_token"
  mcheck explore ./catch_suite --test an_exchange_gives_one_thread_the_token >"$scratch/said"
  says "$scratch/said" "verified"

  refused ./gtest_suite --gtest_also_run_disabled_tests
  says "$scratch/said" "gtest_suite.cpp:"
  says "$scratch/said" "check failed: Expected equality of these values:; count; Which is: 1; 2"
  says "$scratch/said" "◆ 5  store count: 1 → 1"
  says "$scratch/said" "[  PASSED  ] 2 tests."
}
