// SPDX-License-Identifier: MIT
// for_all, for_some and exactly_one: what a test claims of the executions that follow its schedule.
#include <unistd.h>

#include <mcheck/detail/event_orders.hpp>

#include "tests/programs/verdicts/expected.hpp"

namespace mcheck::expected::quantifiers_test {
namespace {

const std::string kLostUpdate = "unmodified/lost_update";

// T1 stores before T2 loads, or the other way round: nothing is lost.
const std::string kInTurns =
    "at store count by T1: event stored\n"
    "at load count by T2: event loaded\n"
    "order stored -> loaded\n";
// Both load before one stores: an update is lost in each execution.
const std::string kBothLoad =
    "at load count in add_one by T1: event first\n"
    "at load count in add_one by T2: event second\n"
    "at store count in add_one: event stored\n"
    "order first & second -> stored\n";
// Each thread loads before it stores.
const std::string kCannot =
    "at store count: event stored\n"
    "at load count: event loaded\n"
    "order stored -> loaded\n";

ShellResult claimed(const std::string& program, const std::string& statements,
                    const std::string& words) {
  const std::filesystem::path file = std::filesystem::temp_directory_path() /
                                     ("mcheck-quantifier-" + std::to_string(getpid()) + ".gates");
  std::ofstream(file) << "schedule 1\n" + statements;
  const std::string schedule = statements.empty() ? "" : " --schedule " + quoted(file);
  ShellResult ran = run_shell(quoted(kBinaries + "mcheck") + " explore " +
                              quoted(kBinaries + program) + schedule + " " + words + " 2>&1");
  std::filesystem::remove(file);
  return ran;
}

void check_claim(const ShellResult& ran, int code, const std::string& text) {
  INFO(ran.what << "\n" << ran.out);
  CHECK(ran.code == code);
  CHECK_THAT(ran.out, Catch::Contains(text));
}

}  // namespace

TEST_CASE("for_some passes if one execution that follows the schedule passes") {
  const std::string some = "--quantifier for_some";
  check_claim(claimed(kLostUpdate, "", ""), 1, "bug: MC002");
  check_claim(claimed(kLostUpdate, "", some), 0, "verified for_some: test main");
  check_claim(claimed(kLostUpdate, kInTurns, some), 0,
              "for_some: other executions were not judged");
  check_claim(claimed(kLostUpdate, "for_some\n" + kInTurns, ""), 0, "execution 1 passes");
  check_claim(claimed(kLostUpdate, kInTurns, some + " --isolate fork"), 0, "verified for_some");
  check_claim(claimed(kLostUpdate, "", some + " --strategy random --executions 1000"), 0,
              "verified for_some");
}

TEST_CASE("for_some fails if every execution that follows the schedule fails, or none follows it") {
  const std::string some = "--quantifier for_some";
  const ShellResult none_passes = claimed(kLostUpdate, kBothLoad, some);
  check_claim(none_passes, 1, "bug: MC002");
  check_claim(none_passes, 1, "for_some: no execution that follows the schedule passes");
  check_claim(claimed(kLostUpdate, kCannot, some), 1, "bug: MC031 impossible schedule");
  // Unless others were not searched.
  check_claim(claimed(kLostUpdate, kBothLoad, some + " --strategy random --executions 20"), 3,
              "for_some is not decided: stopped after 20 executions");
}

TEST_CASE("exactly_one passes if there is one class of executions, and it passes") {
  for (const char* strategy : {"trust", "odpor", "source", "sleep", "dfs"}) {
    const std::string words = std::string("--strategy ") + strategy;
    check_claim(claimed("gates/open_order_right", "", words), 0, "verified exactly_one: test main");
    check_claim(claimed("gates/open_order", "", words), 1, "bug: MC034 open schedule");
  }
  const std::string one = "--quantifier exactly_one";
  check_claim(claimed(kLostUpdate, kInTurns, one), 0, "verified exactly_one");
  check_claim(claimed(kLostUpdate, "exactly_one\n" + kInTurns, ""), 0, "verified exactly_one");
  check_claim(claimed("unmodified/lost_update_right", "", one), 1, "bug: MC034 open schedule");
  check_claim(claimed(kLostUpdate, kBothLoad, one), 1, "bug: MC002");
  check_claim(claimed(kLostUpdate, kCannot, one), 1, "bug: MC031");
  check_claim(claimed(kLostUpdate, kInTurns, one + " --strategy random --executions 20"), 3,
              "exactly_one is not decided");
  // Without a preemption T1 stores before T2 loads. With one it does not have to.
  const std::string loads_first =
      "at load count by T1: event first\n"
      "at load count by T2: event second\n"
      "order first -> second\n";
  check_claim(claimed(kLostUpdate, loads_first, one + " --bound 0"), 3,
              "exactly_one is not decided");
  check_claim(claimed(kLostUpdate, loads_first, one), 1, "bug: MC002");
}

TEST_CASE("both executions that exactly_one finds can be replayed") {
  const ShellResult ran = claimed("gates/open_order", "", "");
  std::istringstream words(ran.out);
  std::size_t tokens = 0;
  for (std::string word; words >> word;) {
    if (!word.starts_with("mc1.")) continue;
    ++tokens;
    const ShellResult replayed =
        run_shell(quoted(kBinaries + "mcheck") + " replay " +
                  quoted(kBinaries + "gates/open_order") + " " + word + " 2>&1");
    check_claim(replayed, 3, "no failure with this schedule");
  }
  CHECK(tokens == 2);
}

TEST_CASE("a program that is started by hand says which quantifier was requested") {
  const ShellResult one = run_shell("" + quoted(kBinaries + "gates/open_order_right") + " 2>&1");
  check_claim(one, 0, "main: verified exactly_one (1 execution");
  check_claim(run_shell("MCHECK_QUANTIFIER=for_some " + quoted(kBinaries + kLostUpdate) + " 2>&1"),
              0, "main: verified for_some");
  check_claim(run_shell("MCHECK_QUANTIFIER=some " + quoted(kBinaries + kLostUpdate) + " 2>&1"), 2,
              "for_all, for_some or exactly_one");
}

TEST_CASE("what contradicts a quantifier is said before the search") {
  const std::string some = "--quantifier for_some";
  check_claim(claimed(kLostUpdate, kInTurns, "--quantifier some"), 2,
              "'--quantifier some' is unknown");
  check_claim(claimed(kLostUpdate, "exactly_one\n" + kInTurns, some), 2,
              "it says `exactly_one`, and `for_some` is requested");
  check_claim(claimed(kLostUpdate, "for_some\nexactly_one\n" + kInTurns, ""), 2,
              ":3:1: the file says what it claims above already");
  check_claim(claimed(kLostUpdate, "impossible passes\nfor_some\n" + kInTurns, ""), 2,
              "`impossible passes` contradicts `for_some`");
  check_claim(claimed(kLostUpdate, "impossible passes\n" + kInTurns, some), 2,
              "`impossible passes` contradicts `for_some`");
  check_claim(claimed(kLostUpdate, "order for_some: a -> b\n", ""), 2,
              ":2:7: expected `for_some` on a line of its own");
  check_claim(claimed(kLostUpdate, kInTurns, some + " --progress lock-free"), 2,
              "--progress is about all executions");
}

TEST_CASE("a quantifier is never ignored where other processes run the executions") {
  const std::string refused = "other processes run the executions";
  for (const char* words : {"--jobs 2", "--isolate fork"})
    check_claim(claimed("gates/open_order", "", words), 2, refused);
  check_claim(claimed(kLostUpdate, "exactly_one\n" + kInTurns, "--jobs 2"), 2,
              "exactly_one needs one process");
  check_claim(claimed("gates/open_order", "", "--isolate fork --quantifier exactly_one"), 1,
              "MC034");
}

TEST_CASE("a quantifier of orders is no part of the name of an event") {
  using detail::parse_event_orders;
  static_assert(parse_event_orders("for_some: a -> b").quantifier == quantifier::for_some);
  static_assert(parse_event_orders(" exactly_one: [a] -> b").quantifier == quantifier::exactly_one);
  static_assert(parse_event_orders("for_all: a -> b").error == detail::ScheduleError::none);
  static_assert(parse_event_orders("a -> b").quantifier == quantifier::for_all);
  constexpr auto named = parse_event_orders("for_some: -> b");
  static_assert(named.quantifier == quantifier::for_all && named.names[0].name.size == 9);
  static_assert(parse_event_orders("for_some:a -> b").quantifier == quantifier::for_all);
  CHECK(parse_event_orders("for_some: ").error == detail::ScheduleError::expected_an_event);
}

}  // namespace mcheck::expected::quantifiers_test
