// SPDX-License-Identifier: MIT
// Gates and orders of events in unmodified programs: programs/gates, and tests in the manner of
// IMUnit (orders/), each with a form that sleeps.
#include <chrono>
#include <set>

#include "tests/schedules/built_folder.hpp"

namespace mcheck::expected::forced_schedules_test {
namespace {

const std::string kOrders = kBinaries + "orders";
const std::string kWithoutMcheck = kBinaries + "orders_without_mcheck";
const std::string kSleeps = kBinaries + "orders_by_sleeps";

// Paths in options are relative to the repository.
std::string options_of(const Row& row) {
  std::string options = row.options;
  const std::size_t path = options.find("programs/");
  return path == std::string::npos ? options : options.insert(path, MCHECK_SOURCE_DIRECTORY "/");
}

std::vector<std::string> names_of_tests() {
  const ShellResult listed = run_shell(quoted(kWithoutMcheck), 10);
  INFO(listed.out);
  REQUIRE(listed.code == 0);
  std::istringstream lines(listed.out);
  std::vector<std::string> names;
  for (std::string name; std::getline(lines, name);) names.push_back(name);
  return names;
}

// Seconds that all tests of the program take, one after the other; none of them fails.
double run_all(const std::string& program) {
  const auto begin = std::chrono::steady_clock::now();
  const ShellResult ran = run_shell(quoted(program) + " --all 2>&1", 100);
  INFO(ran.out);
  CHECK(ran.code == 0);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

TEST_CASE("every program of programs/gates gets the verdict of its row") {
  std::set<std::string> with_row;
  for (const Row& row : rows_of("gates")) {
    judge(kBinaries + "gates/" + row.program, options_of(row), row);
    with_row.insert(row.program);
  }
  for (const auto& entry : std::filesystem::directory_iterator(kPrograms / "gates")) {
    if (entry.path().extension() != ".cpp") continue;
    INFO(entry.path());
    CHECK(with_row.contains(entry.path().stem()));
  }
}

TEST_CASE("a forced schedule has its result in a thousand of a thousand random executions") {
  for (const Row& row : rows_of("gates")) {
    if (row.verdict != "verified") continue;
    const Outcome outcome = explore(kBinaries + "gates/" + row.program,
                                    "--strategy random --executions 1000 " + options_of(row));
    INFO(row.program);
    CHECK(outcome.verdict == "incomplete");
    CHECK(outcome.kind.empty());
    CHECK(outcome.executions == 1000);
  }
}

TEST_CASE("more than forty tests with orders of events are verified") {
  const std::vector<std::string> names = names_of_tests();
  CHECK(names.size() >= 40);
  for (const std::string& name : names) {
    const Outcome outcome = explore(kOrders, "-- " + name);
    INFO(name);
    CHECK(outcome.verdict == "verified");
    CHECK(outcome.executions > 0);
  }
}

TEST_CASE("without mcheck the same tests wait for real, and take a third of the time of sleeps") {
  const double ordered = run_all(kWithoutMcheck);
  const double sleeping = run_all(kSleeps);
  INFO(ordered << " s with orders, " << sleeping << " s with sleeps");
  CHECK(3 * ordered < sleeping);
}

TEST_CASE("an impossible schedule is one for several processes, too") {
  const std::string program = kBinaries + "gates/impossible_order";
  const Outcome alone = explore(program, "");
  CHECK(alone.kind == "unmet-schedule");
  const Outcome shared = explore(program, "--jobs 2");
  CHECK(shared.verdict == "bug");
  CHECK(shared.kind == "unmet-schedule");
  CHECK(shared.executions == alone.executions);
}

TEST_CASE("an impossible schedule cannot be suppressed") {
  const std::string file = std::filesystem::temp_directory_path() / "mcheck-schedule.supp";
  std::ofstream(file) << "deadlock:main\nmutex:main\nrace:main\n";
  const Outcome outcome =
      explore(kBinaries + "gates/impossible_order", "--suppressions " + quoted(file));
  std::filesystem::remove(file);
  CHECK(outcome.kind == "unmet-schedule");
}

TEST_CASE("gdb shows by name the gate that a thread waits at") {
  const std::string mcheck = quoted(kBinaries + "mcheck");
  const std::string program = quoted(kBinaries + "gates/impossible_order");
  const ShellResult ran =
      run_shell("token=$(" + mcheck + " explore " + program +
                    " --quiet | sed -n 's/replay: *mcheck replay [^ ]* //p'); "
                    "printf 'run\\nmcheck threads\\nkill\\nquit\\n' | " +
                    mcheck + " replay " + program + " $token --gdb --break failure 2>&1",
                60);
  INFO(ran.out);
  CHECK_THAT(ran.out,
             Catch::Contains("main     waits for event `half_written`, which no thread can"));
}

TEST_CASE("a report names events as the schedule does") {
  const BuiltFolder folder;
  folder.write("events.cpp", R"(#include <mcheck/events.hpp>
#include <thread>
int main() {
  MCHECK_SCHEDULE("taken#2 | [failed] -> done, done -> taken#1");
  std::thread taker([] { MCHECK_EVENT("taken"); });
  MCHECK_EVENT("done");
  taker.join();
}
)");
  folder.build("events.cpp -o events");
  for (const char* words : {"", "--isolate fork"}) {
    const ShellResult ran = folder.run(kMcheck + " explore ./events " + words);
    INFO(ran.out);
    CHECK(ran.code == 1);
    for (const char* text : {"main waits for event `taken#2 | [failed]`, which no thread can reach",
                             "T1 waits for event `done`", "arrive taken"})
      CHECK_THAT(ran.out, Catch::Contains(text));
  }
}

TEST_CASE("the compiler says what is wrong with a schedule, and where") {
  const auto errors_of = [](const std::string& schedule) {
    return run_shell(
               "printf '#include <mcheck/events.hpp>\\nvoid f() { MCHECK_SCHEDULE(\"" + schedule +
                   "\"); }\\n' | " MCHECK_COMPILER " -std=c++20 -x c++ -I" MCHECK_SOURCE_DIRECTORY
                   "/engine/include -fsyntax-only - 2>&1",
               60)
        .out;
  };
  CHECK(errors_of("a -> b, [b] -> c, a & (b | c#2@T1) -> d").empty());
  const std::vector<std::pair<std::string, std::string>> kWrong = {
      {"a > b", "expected_an_arrow, 3>"},
      {"", "expected_an_event, 1>"},
      {"a -> ", "expected_an_event, 6>"},
      {"[a -> b", "expected_a_closing_bracket, 4>"},
      {"(a | b -> c", "expected_a_closing_parenthesis, 8>"},
      {"a#0 -> b", "expected_a_number_of_at_least_1, 4>"},
      {"a -> b c", "expected_a_comma_or_the_end, 8>"},
      {"a -> [b]", "the_event_after_the_arrow_cannot_be_in_brackets, 6>"},
      {"[a] -> a", "an_event_waits_for_itself, 9>"},
      {"a -> b, b -> c, [c] -> a", "events_wait_for_each_other_in_a_circle, 25>"},
  };
  for (const auto& [schedule, error] : kWrong) {
    INFO(schedule);
    CHECK_THAT(errors_of(schedule), Catch::Contains(error));
  }
}

}  // namespace mcheck::expected::forced_schedules_test
