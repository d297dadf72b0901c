// SPDX-License-Identifier: MIT
#include "programs/mcheck/cli/options.hpp"

#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>

#include "programs/mcheck/cli/diagnostic.hpp"
#include "programs/mcheck/cli/invocation.hpp"
#include "programs/mcheck/cli/option_values.hpp"

namespace mcheck::command::options_test {
namespace {

using Words = std::vector<std::string>;
using Variables = std::map<std::string, std::string>;

Invocation invocation_of(const Words& words, const Variables& variables = {}) {
  const auto line = read_command_line(words, [&](const char* name) {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  });
  REQUIRE(std::holds_alternative<CommandLine>(line));
  return interpret(std::get<CommandLine>(line));
}

std::string refused(const Words& words, const Variables& variables = {}) {
  try {
    static_cast<void>(invocation_of(words, variables));
  } catch (const UsageError& error) {
    return error.message;
  }
  return "accepted";
}

std::string printed(const Words& words) {
  const auto text = read_command_line(words, [](const char*) -> const char* { return nullptr; });
  return std::holds_alternative<std::string>(text) ? std::get<std::string>(text) : "";
}

TEST_CASE("without options the defaults are those of mcheck::options") {
  const Invocation invocation = invocation_of({"explore", "./prog"});
  CHECK(invocation.program == "./prog");
  CHECK(invocation.search.strategy == "auto");
  CHECK(invocation.search.bound == -1);
  CHECK(invocation.search.stop_after == 1);
  CHECK(invocation.search.timeouts);
  CHECK_FALSE(invocation.test.has_value());
}

TEST_CASE("every option arrives") {
  const Invocation invocation = invocation_of({"explore",
                                               "--bound",
                                               "3",
                                               "./prog",
                                               "--test",
                                               "rmw",
                                               "--executions",
                                               "10",
                                               "--time",
                                               "2m",
                                               "--steps",
                                               "500",
                                               "--stop-after=4",
                                               "--seed=7",
                                               "--depth=2",
                                               "--spurious=1",
                                               "--timeouts=off",
                                               "--backtrack=rerun",
                                               "--patience=500ms",
                                               "--jobs=3",
                                               "--checkpoint=kept",
                                               "--json",
                                               "-",
                                               "--draw",
                                               "x.svg",
                                               "--final-states",
                                               "--full",
                                               "--quiet",
                                               "--verbose",
                                               "--color",
                                               "never",
                                               "--strategy",
                                               "pct",
                                               "--",
                                               "3",
                                               "--bound"});
  CHECK(invocation.search.bound == 3);
  CHECK(invocation.test == "rmw");
  CHECK(invocation.search.executions == 10);
  CHECK(invocation.search.seconds == 120);
  CHECK(invocation.search.steps == 500);
  CHECK(invocation.search.stop_after == 4);
  CHECK(invocation.search.seed == 7);
  CHECK(invocation.search.depth == 2);
  CHECK(invocation.search.spurious == 1);
  CHECK_FALSE(invocation.search.timeouts);
  CHECK(invocation.search.backtrack == backtracking::rerun);
  CHECK(invocation.search.patience == 0.5);
  CHECK(invocation.search.strategy == "pct");
  CHECK(invocation.jobs == 3);
  CHECK(invocation.checkpoint == "kept");
  CHECK(invocation.json == "-");
  CHECK(invocation.draw == "x.svg");
  CHECK(invocation.final_states);
  CHECK((invocation.full && invocation.quiet && invocation.verbose));
  CHECK(invocation.colour == Colour::kNever);
  CHECK(invocation.arguments == Words{"3", "--bound"});
}

TEST_CASE("the environment sets options, and the command line wins") {
  const Variables variables = {{"MCHECK_BOUND", "5"}, {"MCHECK_KEEP_GOING", "1"}};
  CHECK(invocation_of({"explore", "p"}, variables).search.bound == 5);
  CHECK(invocation_of({"explore", "p"}, variables).search.stop_after == 0);
  CHECK(invocation_of({"explore", "p", "--bound", "2"}, variables).search.bound == 2);
  CHECK(invocation_of({"explore", "p", "--stop-after", "2"}, variables).search.stop_after == 2);
}

TEST_CASE("a replay takes a program and a schedule") {
  const Invocation invocation =
      invocation_of({"replay", "p", "mc1.p..aaaa.1", "--json", "f", "--html", "x.html"});
  CHECK(invocation.command == Command::kReplay);
  CHECK(invocation.schedule == "mc1.p..aaaa.1");
  CHECK(invocation.json == "f");
  CHECK(invocation.html == "x.html");
}

TEST_CASE("lengths of time have units") {
  CHECK(parse_seconds("30s") == 30);
  CHECK(parse_seconds("500ms") == 0.5);
  CHECK(parse_seconds("2m") == 120);
  CHECK(parse_seconds("1.5h") == 5400);
  CHECK(parse_seconds("7") == 7);
  for (const char* nonsense : {"", "s", "-3s", "3x", "1e3", "inf", "nan", "3 s"}) {
    CAPTURE(nonsense);
    CHECK_FALSE(parse_seconds(nonsense).has_value());
  }
}

TEST_CASE("nonsense numbers are refused with what was wanted") {
  CHECK(refused({"explore", "p", "--bound", "banana"}) ==
        "mcheck: '--bound banana' is not a valid number\n"
        "  wanted   a whole number from 0 to 1,000,000, or two: 0..3\n"
        "  try      --bound 3\n");
  CHECK(refused({"explore", "p", "--bound", "-1"}) ==
        "mcheck: '--bound -1' is not a valid number\n"
        "  wanted   a whole number from 0 to 1,000,000, or two: 0..3\n"
        "  try      --bound 3\n");
  CHECK(refused({"explore", "p", "--executions", "0"}) ==
        "mcheck: '--executions 0' is out of range\n"
        "  wanted   a whole number from 1 to 18,446,744,073,709,551,615\n"
        "  try      --executions 100000\n");
  CHECK(refused({"explore", "p"}, {{"MCHECK_TIME", "soon"}}) ==
        "mcheck: 'MCHECK_TIME=soon' is not a duration\n"
        "  wanted   a positive duration: 30s, 500ms, 2m, or seconds\n"
        "  try      --time 30s\n");
}

TEST_CASE("words that are none of the known ones are refused with the nearest") {
  CHECK(refused({"explore", "p", "--backtrack", "restor"}) ==
        "mcheck: '--backtrack restor' is unknown\n"
        "  wanted   one of auto, restore and rerun\n"
        "  try      --backtrack restore\n");
  CHECK(refused({"explore", "p", "--draw", "x.bmp"}) ==
        "mcheck: '--draw x.bmp' is not a picture format\n"
        "  wanted   a file that ends in .svg, .png, .pdf, .dot, .mmd or .json\n"
        "  try      --draw bug.svg\n");
  CHECK(refused({"explore", "p", "--bond", "3"}) ==
        "mcheck: '--bond' is not an option of mcheck explore\n"
        "  try      --bound\n");
  CHECK(refused({"list", "p", "--bound", "3"}) ==
        "mcheck: '--bound' is not an option of mcheck list\n"
        "  try      mcheck list --help\n");
  CHECK(refused({"explroe", "./p"}) ==
        "mcheck: there is no command 'explroe'\n"
        "  known    explore, replay, draw, conflicts, synth, convert-sleeps, orders, gate, list, "
        "doctor, explain, c++ and cc\n"
        "  try      mcheck explore ./p\n");
  CHECK(refused({"./p"}) ==
        "mcheck: there is no command './p'\n"
        "  known    explore, replay, draw, conflicts, synth, convert-sleeps, orders, gate, list, "
        "doctor, explain, c++ and cc\n"
        "  try      mcheck explore ./p\n");
}

TEST_CASE("what is missing is named") {
  CHECK(refused({}) ==
        "mcheck: no command was given\n"
        "  known    explore, replay, draw, conflicts, synth, convert-sleeps, orders, gate, list, "
        "doctor, explain, c++ and cc\n"
        "  try      mcheck explore ./prog\n");
  CHECK(refused({"explore"}) ==
        "mcheck: no program was given to mcheck explore\n"
        "  try      mcheck explore ./prog\n");
  CHECK(refused({"replay", "./p"}) ==
        "mcheck: no schedule was given to mcheck replay\n"
        "  usually  a report of mcheck explore ends with the whole line to type\n"
        "  try      mcheck replay ./p mc1.…\n");
  CHECK(refused({"explore", "p", "--bound"}) ==
        "mcheck: '--bound' needs exactly one value\n"
        "  try      mcheck explore --help\n");
}

TEST_CASE("what is too much is named") {
  CHECK(refused({"explore", "p", "3"}) ==
        "mcheck: '3' is an unexpected argument of mcheck explore\n"
        "  usually  it is an argument of the program: those come after --\n"
        "  try      mcheck explore PROGRAM -- 3\n");
  CHECK(refused({"replay", "p", "mc1.x", "--", "3"}) ==
        "mcheck: mcheck replay takes no arguments for the program\n"
        "  because  the schedule contains the original arguments\n"
        "  try      the same line without -- and what follows\n");
  CHECK(refused({"explore", "p", "--keep-going", "--stop-after", "3"}) ==
        "mcheck: '--stop-after' and '--keep-going' contradict each other\n"
        "  try      one of them\n");
}

TEST_CASE("conflicts has options of its own") {
  const Invocation invocation =
      invocation_of({"conflicts", "./prog", "--cases", "one,two", "--out", "there", "--format",
                     "sarif", "--config", "classes.toml", "--executions", "7", "--", "word"});
  CHECK(invocation.command == Command::kConflicts);
  CHECK(invocation.cases == Words{"one", "two"});
  CHECK(invocation.out == "there");
  CHECK(invocation.format == "sarif");
  CHECK(invocation.config == "classes.toml");
  CHECK(invocation.search.executions == 7);
  CHECK(invocation.arguments == Words{"word"});
  CHECK(invocation_of({"conflicts", "./prog"}).format == "text");
  CHECK(refused({"conflicts", "./prog", "--format", "xml"}) ==
        "mcheck: '--format xml' is unknown\n"
        "  wanted   one of text, json and sarif\n"
        "  try      --format text\n");
}

TEST_CASE("orders has a cache and a patch, and memory orders are checked as they are typed") {
  const Invocation invocation = invocation_of(
      {"orders", "./prog", "--cache", "found", "--patch", "--jobs", "2", "--", "word"});
  CHECK(invocation.command == Command::kOrders);
  CHECK(invocation.cache == "found");
  CHECK(invocation.patch);
  CHECK(invocation.jobs == 2);
  CHECK(invocation.arguments == Words{"word"});
  CHECK(invocation_of({"explore", "p", "--memory", "rc11", "--orders", "a.cpp:3:store=release"})
            .search.orders == "a.cpp:3:store=release");
  CHECK(refused({"explore", "p", "--memory", "rc11", "--orders", "a.cpp:3:store=acquire"}) ==
        "mcheck: --orders: a store cannot be acquire\n"
        "  allowed  FILE:LINE:OPERATION=ORDER, with commas between\n"
        "  try      --orders ring.cpp:12:store=release\n");
  CHECK(invocation_of({"explore", "p", "--orders", "a.cpp:3:store=release"}).search.memory ==
        memory_model::rc11);
  CHECK(refused({"explore", "p", "--memory", "sc", "--orders", "a.cpp:3:store=release"}) ==
        "mcheck: --orders changes nothing under sequential consistency\n"
        "  try      --memory rc11\n");
}

TEST_CASE("docs/cli.md holds the help of every command, word for word") {
  std::ostringstream document;
  document << std::ifstream(MCHECK_SOURCE_DIRECTORY "/docs/cli.md").rdbuf();
  for (const Words& words :
       {Words{"--help"}, Words{"explore", "--help"}, Words{"replay", "--help"},
        Words{"draw", "--help"}, Words{"conflicts", "--help"}, Words{"gate", "--help"},
        Words{"synth", "--help"}, Words{"convert-sleeps", "--help"}, Words{"orders", "--help"},
        Words{"list", "--help"}, Words{"doctor", "--help"}, Words{"explain", "--help"}}) {
    CAPTURE(words);
    CHECK(document.str().find("```text\n" + printed(words) + "```\n") != std::string::npos);
  }
  CHECK(printed({"--version"}).starts_with("mcheck "));
}

}  // namespace
}  // namespace mcheck::command::options_test
