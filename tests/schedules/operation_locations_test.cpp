// SPDX-License-Identifier: MIT
// Operations on named objects as locations of a schedule file.
#include <unistd.h>

#include "engine/trace/semantics/operation_names.hpp"
#include "tests/programs/verdicts/expected.hpp"

namespace mcheck::expected::operation_locations_test {
namespace {

const std::string kMcheck = quoted(kBinaries + "mcheck");

ShellResult explored_with(const std::string& program, const std::string& statements,
                          const std::string& words = "") {
  const std::filesystem::path file = std::filesystem::temp_directory_path() /
                                     ("mcheck-operations-" + std::to_string(getpid()) + ".gates");
  std::ofstream(file) << "schedule 1\n" + statements;
  ShellResult ran = run_shell(kMcheck + " explore " + quoted(kBinaries + program) + " --schedule " +
                              quoted(file) + " --keep-going --minimise off " + words + " 2>&1");
  std::filesystem::remove(file);
  return ran;
}

const std::string kLostUpdate =
    "at load count in add_one by T1: event first\n"
    "at load count in add_one by T2: event second\n"
    "at store count in add_one: event stored\n"
    "order first & second -> stored\n";

}  // namespace

TEST_CASE("an operation on a global forces the lost update, and the other order excludes it") {
  const ShellResult forced = explored_with("unmodified/lost_update", kLostUpdate, "--final-states");
  INFO(forced.out);
  CHECK(forced.code == 1);
  CHECK_THAT(forced.out, !Catch::Contains("× finished"));
  const std::string one_by_one =
      "at store count by T1: event stored\n"
      "at load count by T2: event loaded\n"
      "order stored -> loaded\n";
  const ShellResult excluded = explored_with("unmodified/lost_update", one_by_one);
  INFO(excluded.out);
  CHECK(excluded.code == 0);
  CHECK_THAT(excluded.out, Catch::Contains("1 execution"));
}

TEST_CASE("a schedule of operations means the same to each strategy and in each process") {
  for (const char* words : {"--strategy dfs", "--strategy odpor", "--strategy trust",
                            "--backtrack rerun", "--isolate fork", "--jobs 2"}) {
    const ShellResult ran = explored_with("unmodified/lost_update", kLostUpdate, words);
    INFO(words << "\n" << ran.out);
    CHECK(ran.code == 1);
    CHECK_THAT(ran.out, Catch::Contains("MC002"));
  }
}

TEST_CASE("an event has happened after its operation, and a thread waits before it") {
  // T2 cannot lock `a` before T1 holds it, and T1 cannot lock `b` before T2 holds that.
  const ShellResult ran = explored_with("unmodified/abba_deadlock",
                                        "at lock a by T1: event a1\n"
                                        "at lock a by T2: event a2\n"
                                        "at lock b by T1: event b1\n"
                                        "at lock b by T2: event b2\n"
                                        "order a1 -> a2, b2 -> b1\n",
                                        "--final-states");
  INFO(ran.out);
  CHECK(ran.code == 1);
  CHECK_THAT(ran.out, Catch::Contains("MC004 deadlock"));
  CHECK_THAT(ran.out, !Catch::Contains("× finished"));
}

TEST_CASE("gates stand at operations as events do, and access means each operation") {
  const ShellResult ran = explored_with("unmodified/lost_update",
                                        "gate loaded after 2\n"
                                        "at load count in add_one: open loaded\n"
                                        "at store count: wait loaded\n");
  INFO(ran.out);
  CHECK(ran.code == 1);
  const ShellResult access = explored_with("unmodified/lost_update",
                                           "at access count by T1 time 2: event stored\n"
                                           "at access count by T2 time 1: event loaded\n"
                                           "order stored -> loaded\n");
  INFO(access.out);
  CHECK(access.code == 0);
}

TEST_CASE("what is wrong with an operation as a location is said before the search") {
  const auto check_error = [](const std::string& statement, const std::string& error) {
    const ShellResult ran = explored_with("unmodified/lost_update", statement);
    INFO(statement << ran.out);
    CHECK(ran.code == 2);
    CHECK_THAT(ran.out, Catch::Contains(error));
  };
  check_error("at load count in : event a\n", ":2:4: expected a function after `in`");
  check_error("at access: event a\n", ":2:4: expected an object to access");
  check_error("at lode count: event a\n",
              ":2:4: expected FILE:LINE, entry FUNCTION, exit FUNCTION, throw, end of THREAD or an "
              "operation\n  nearest  load\n  known    access, acquire, allocate from");
  check_error("at load count in ad_one: event a\n",
              ":2:4: the program has no function ad_one\n  nearest  add_one");
  check_error("impossible fails\n", ":2:12: expected `passes`");
}

TEST_CASE("an impossible schedule passes only if the file says so and its objects exist") {
  const std::string orders =
      "at store %: event stored\n"
      "at load %: event loaded\n"
      "order stored -> loaded\n";
  const auto with_object = [&](const std::string& object) {
    std::string text = orders;
    for (std::size_t at = text.find('%'); at != std::string::npos; at = text.find('%'))
      text.replace(at, 1, object);
    return text;
  };
  // Each thread loads before it stores.
  CHECK(explored_with("unmodified/lost_update", with_object("count")).code == 1);
  const ShellResult passes =
      explored_with("unmodified/lost_update", "impossible passes\n" + with_object("count"));
  INFO(passes.out);
  CHECK(passes.code == 0);
  CHECK_THAT(passes.out,
             Catch::Contains("no execution can follow the file, which says that this passes"));
  const ShellResult unknown =
      explored_with("unmodified/lost_update",
                    "impossible passes\n" + with_object("count") + "at load cuont: event other\n");
  INFO(unknown.out);
  CHECK(unknown.code == 3);
  CHECK_THAT(unknown.out, Catch::Contains("no thread uses `cuont`"));
}

TEST_CASE("the longest operation that a text begins with is meant") {
  CHECK(operation_at_begin_of("lock guard") == "lock");
  CHECK(operation_at_begin_of("lock_shared guard") == "lock_shared");
  CHECK(operation_at_begin_of("timed lock guard") == "timed lock");
  CHECK(operation_at_begin_of("fetch_add counter in f") == "fetch_add");
  CHECK(operation_at_begin_of("join") == "join");
  CHECK(operation_at_begin_of("lock.cpp:12").empty());
  CHECK(operation_at_begin_of("locksmith").empty());
  CHECK(operation_at_begin_of("open gate").empty());
}

}  // namespace mcheck::expected::operation_locations_test
