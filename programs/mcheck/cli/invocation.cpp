// SPDX-License-Identifier: MIT
#include "programs/mcheck/cli/invocation.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "engine/trace/failures/known_faults.hpp"
#include "engine/trace/failures/suppressions.hpp"
#include "engine/trace/protocol/flight_record.hpp"
#include "engine/trace/semantics/order_change.hpp"
#include "programs/mcheck/cli/diagnostic.hpp"
#include "programs/mcheck/cli/option_reader.hpp"
#include "programs/mcheck/cli/option_values.hpp"
#include "programs/mcheck/cli/synth_options.hpp"
#include "visualize/graph/render.hpp"
#include "visualize/model/wording.hpp"

namespace mcheck::command {
namespace {

constexpr std::uint64_t kMaxBound = 1'000'000;
constexpr std::uint64_t kMaxNondet = 10'000;

void read_failures(const OptionReader& reader, options& search) {
  const bool keep_going = reader.flag("keep-going");
  reader.whole("stop-after", {.least = 1}, "10", search.stop_after);
  if (!keep_going) return;
  const GivenOption* stop = reader.find("stop-after");
  const GivenOption* keep = reader.find("keep-going");
  const auto typed = [](const GivenOption* option) { return option->source.starts_with("--"); };
  if (stop != nullptr && typed(stop) == typed(keep)) {
    throw UsageError{
        diagnostic("'" + stop->source + "' and '" + keep->source + "' contradict each other",
                   {{"try", "one of them"}})};
  }
  if (stop == nullptr || typed(keep)) search.stop_after = 0;
}

// "3", or "0..3": bound 0, then 1, and so on.
void read_bound(const OptionReader& reader, options& search) {
  const GivenOption* given = reader.find("bound");
  if (given == nullptr) return;
  const std::string_view text = given->text;
  const std::size_t dots = text.find("..");
  const auto last = parse_whole(dots == std::string_view::npos ? text : text.substr(dots + 2));
  const auto first = dots == std::string_view::npos ? last : parse_whole(text.substr(0, dots));
  if (!first || !last || *last > kMaxBound || *first > *last) {
    OptionReader::reject(*given, "is not a valid number",
                         "a whole number from 0 to " + grouped(kMaxBound) + ", or two: 0..3",
                         "--bound 3");
  }
  search.bound = static_cast<int>(*last);
  if (dots != std::string_view::npos) search.bound_from = static_cast<int>(*first);
}

std::optional<int> parse_nondet_value(std::string_view text) {
  const bool negative = text.starts_with('-');
  const auto number = parse_whole(negative ? text.substr(1) : text);
  if (!number || *number > kMaxNondet) return std::nullopt;
  return negative ? -static_cast<int>(*number) : static_cast<int>(*number);
}

// "3", or "-1..1": each of these values.
void read_nondet(const OptionReader& reader, options& search) {
  const GivenOption* given = reader.find("nondet");
  if (given == nullptr) return;
  const std::string_view text = given->text;
  const std::size_t dots = text.find("..");
  const auto first = parse_nondet_value(text.substr(0, dots));
  const auto last =
      dots == std::string_view::npos ? first : parse_nondet_value(text.substr(dots + 2));
  if (!first || !last || *first > *last || *last - *first >= static_cast<int>(kMaxNondet)) {
    OptionReader::reject(*given, "is not a valid range",
                         "a whole number up to " + grouped(kMaxNondet) + ", or two: 0..1",
                         "--nondet 0..1");
  }
  search.nondet_from = *first;
  search.nondet_to = *last;
}

void read_minimise(const OptionReader& reader, options& search) {
  const GivenOption* given = reader.find("minimise");
  if (given != nullptr && given->text == "off") {
    search.minimise = 0;
  } else {
    reader.seconds("minimise", "2s", search.minimise);
  }
}

void read_search(const OptionReader& reader, options& search) {
  if (reader.find("strategy") != nullptr) search.strategy = reader.text("strategy");
  read_bound(reader, search);
  reader.whole("executions", {.least = 1}, "100000", search.executions);
  reader.seconds("time", "30s", search.seconds);
  reader.whole("steps", {.least = 1, .most = FlightRecord::kMaxSteps}, "10000", search.steps);
  search.fail_at_steps = reader.flag("fail-at-steps");
  reader.whole("seed", {}, "42", search.seed);
  reader.whole("depth", {.least = 1, .most = 1'000}, "3", search.depth);
  reader.whole("spurious", {.most = 65'535}, "1", search.spurious);
  reader.on_or_off("timeouts", search.timeouts);
  search.any_exit_status =
      reader.one_of<bool>("exit-status", {{"zero", false}, {"any", true}}, search.any_exit_status);
  search.plain_points =
      reader.one_of<bool>("points", {{"sync", false}, {"all", true}}, search.plain_points);
  search.ignore_races =
      reader.one_of<bool>("races", {{"report", false}, {"ignore", true}}, search.ignore_races);
  search.quantifier = reader.one_of<quantifier>("quantifier",
                                                {{"for_all", quantifier::for_all},
                                                 {"for_some", quantifier::for_some},
                                                 {"exactly_one", quantifier::exactly_one}},
                                                search.quantifier);
  search.allow_endless =
      reader.one_of<bool>("endless", {{"report", false}, {"allow", true}}, search.allow_endless);
  search.progress = reader.one_of<guarantee>("progress",
                                             {{"none", guarantee::none},
                                              {"obstruction-free", guarantee::obstruction_free},
                                              {"lock-free", guarantee::lock_free}},
                                             search.progress);
  search.ignore_leaks =
      reader.one_of<bool>("leaks", {{"report", false}, {"ignore", true}}, search.ignore_leaks);
  search.memory = reader.one_of<memory_model>(
      "memory",
      {{"auto", memory_model::automatic}, {"sc", memory_model::sc}, {"rc11", memory_model::rc11}},
      search.memory);
  search.strict_misuse =
      reader.one_of<bool>("misuse", {{"warn", false}, {"strict", true}}, search.strict_misuse);
  search.symmetry =
      reader.one_of<bool>("symmetry", {{"off", false}, {"on", true}}, search.symmetry);
  search.reuse = reader.one_of<reusing>(
      "reuse",
      {{"auto", reusing::automatic}, {"later", reusing::later}, {"choice", reusing::choice}},
      search.reuse);
  search.backtrack = reader.one_of<backtracking>("backtrack",
                                                 {{"auto", backtracking::automatic},
                                                  {"restore", backtracking::restore},
                                                  {"rerun", backtracking::rerun}},
                                                 search.backtrack);
  search.isolate = reader.one_of<isolation>(
      "isolate",
      {{"auto", isolation::automatic}, {"fork", isolation::fork}, {"none", isolation::none}},
      search.isolate);
  reader.seconds("patience", "2s", search.patience);
  read_nondet(reader, search);
  read_minimise(reader, search);
  read_failures(reader, search);
}

std::string text_of_file(const GivenOption& given, const char* expected, const char* example) {
  std::ifstream file(given.text, std::ios::binary);
  if (!file || !std::filesystem::is_regular_file(given.text))
    OptionReader::reject(given, "cannot be read", expected, example);
  return {std::istreambuf_iterator<char>(file), {}};
}

void read_suppressions(const OptionReader& reader, Invocation& invocation) {
  const GivenOption* given = reader.find("suppressions");
  if (given == nullptr) return;
  invocation.suppressions = given->text;
  invocation.search.suppressions =
      given->text == "standard"
          ? known_faults_as_suppressions()
          : text_of_file(*given, "a file, or standard", "--suppressions tsan.supp");
  Suppressions suppressions;
  if (const auto error = suppressions.parse(invocation.search.suppressions)) {
    throw UsageError{diagnostic(
        given->text + ":" + std::to_string(error->line) + ": " + error->what,
        {{"known", "race, race_top, called_from_lib, deadlock, mutex, thread and signal"},
         {"try", "race:function"}})};
  }
}

void read_orders(const OptionReader& reader, options& search) {
  const GivenOption* given = reader.find("orders");
  if (given == nullptr) return;
  const auto changes = parse_order_changes(given->text);
  if (const auto* error = std::get_if<std::string>(&changes)) {
    throw UsageError{diagnostic("--orders: " + *error,
                                {{"allowed", "FILE:LINE:OPERATION=ORDER, with commas between"},
                                 {"try", "--orders ring.cpp:12:store=release"}})};
  }
  if (search.memory == memory_model::sc) {
    throw UsageError{diagnostic("--orders changes nothing under sequential consistency",
                                {{"try", "--memory rc11"}})};
  }
  search.memory = memory_model::rc11;
  search.orders = given->text;
}

void read_schedule(const OptionReader& reader, options& search) {
  const GivenOption* given = reader.find("schedule");
  if (given == nullptr) return;
  search.schedule = text_of_file(*given, "a file", "--schedule race.gates") + "\n";
  search.schedule_file = given->text;
}

std::string picture_file(const OptionReader& reader, const char* option) {
  const GivenOption* given = reader.find(option);
  if (given != nullptr && !picture_format(given->text)) {
    OptionReader::reject(*given, "is not a picture format",
                         std::string("a file that ends in ") + kKnownSuffixes,
                         std::string("--") + option + " bug.svg");
  }
  return reader.text(option);
}

// A page contains all failures, waits and twins; the viewer selects among them.
void read_page(const OptionReader& reader, Invocation& invocation) {
  invocation.html = reader.text("output");
  if (const GivenOption* what = reader.find("what")) {
    OptionReader::reject(*what, "does not apply to a page, which shows all", "a picture",
                         "-o " + invocation.html + " without --what");
  }
  if (const GivenOption* failure = reader.find("failure")) {
    OptionReader::reject(*failure, "does not apply to a page, which contains all", "a picture",
                         invocation.html + "#failure=" + failure->text);
  }
}

void read_draw(const OptionReader& reader, Invocation& invocation) {
  const GivenOption* given = reader.find("output");
  const std::string known = std::string(kKnownSuffixes) + ", or a page, .html";
  if (given == nullptr || given->text.empty()) {
    throw UsageError{diagnostic("no output file was given",
                                {{"wanted", "one that ends in " + known},
                                 {"try", "mcheck draw " + invocation.program + " -o bug.svg"}})};
  }
  if (given->text.ends_with(".html")) return read_page(reader, invocation);
  if (!picture_format(given->text)) {
    OptionReader::reject(*given, "is not a picture format", "a file that ends in " + known,
                         "--output bug.svg");
  }
  invocation.draw = given->text;
  std::vector<std::pair<std::string, std::optional<PictureKind>>> kinds;
  for (const PictureKind what : all_picture_kinds()) kinds.emplace_back(name_of(what), what);
  invocation.what = reader.one_of<std::optional<PictureKind>>("what", kinds, std::nullopt);
  reader.whole("failure", {.least = 1, .most = 1'000'000}, "1", invocation.failure);
}

void read_reports(const OptionReader& reader, Invocation& invocation) {
  invocation.final_states = reader.flag("final-states");
  invocation.json = reader.text("json");
  invocation.draw = picture_file(reader, "draw");
  invocation.tree = picture_file(reader, "tree");
  invocation.junit = reader.text("junit");
  invocation.sarif = reader.text("sarif");
  invocation.markdown = reader.text("markdown");
  invocation.annotations = reader.text("annotations");
  invocation.html = reader.text("html");
  invocation.html_dir = reader.text("html-dir");
  if (invocation.tree.ends_with(".json")) {
    OptionReader::reject(*reader.find("tree"), "is a trace of one execution", "a picture",
                         "--tree x.svg");
  }
  invocation.full = reader.flag("full");
  invocation.quiet = reader.flag("quiet");
  invocation.verbose = reader.flag("verbose");
  invocation.colour = reader.one_of<Colour>(
      "color", {{"auto", Colour::kAuto}, {"always", Colour::kAlways}, {"never", Colour::kNever}},
      Colour::kAuto);
}

// "a,b", or "@FILE" with one case per line.
void read_cases(const OptionReader& reader, std::vector<std::string>& cases) {
  const GivenOption* given = reader.find("cases");
  if (given == nullptr) return;
  const bool file = given->text.starts_with('@');
  std::ifstream lines(file ? given->text.substr(1) : "");
  std::istringstream words(given->text);
  if (file && !lines) OptionReader::reject(*given, "cannot be read", "a file", "--cases one,two");
  std::istream& from = file ? static_cast<std::istream&>(lines) : words;
  for (std::string word; std::getline(from, word, file ? '\n' : ',');) {
    if (!word.empty()) cases.push_back(word);
  }
}

void read_debugger(const OptionReader& reader, Invocation& invocation) {
  invocation.gdb = reader.flag("gdb");
  invocation.gdb_script = reader.text("gdb-script");
  invocation.break_at = reader.text("break");
  const GivenOption* given = reader.find("break");
  if (given == nullptr) return;
  const std::string& where = given->text;
  const bool step = !where.empty() && where.find_first_not_of("0123456789") == std::string::npos;
  if (step || where == "switch" || where == "preemption" || where == "failure") return;
  OptionReader::reject(*given, "is not a valid stop", "switch, preemption, failure or a number",
                       "--break preemption");
}

void read_emission(const OptionReader& reader, Invocation& invocation) {
  invocation.emit_gates = reader.text("emit-gates");
  const std::string& path = invocation.emit_gates;
  const bool is_source = path.ends_with(".cpp") || path.ends_with(".cc") || path.ends_with(".cxx");
  invocation.emit_as =
      reader.one_of<TestFramework>("as",
                                   {{"gates", TestFramework::kNone},
                                    {"main", TestFramework::kMain},
                                    {"catch2", TestFramework::kCatch2},
                                    {"gtest", TestFramework::kGtest}},
                                   is_source ? TestFramework::kMain : TestFramework::kNone);
  const GivenOption* given = reader.find("as");
  if (given != nullptr && given->source.starts_with("--") && path.empty()) {
    OptionReader::reject(*given, "needs a file", "--emit-gates with a file",
                         "--emit-gates race_test.cpp --as " + given->text);
  }
}

void read_conflicts(const OptionReader& reader, Invocation& invocation) {
  invocation.format = reader.one_of<std::string>(
      "format", {{"text", "text"}, {"json", "json"}, {"sarif", "sarif"}}, "text");
  read_cases(reader, invocation.cases);
}

}  // namespace

Invocation interpret(const CommandLine& line) {
  const OptionReader reader(line);
  Invocation invocation;
  invocation.command = line.command;
  invocation.program = line.program;
  if (line.command == Command::kGate && line.program.empty()) invocation.program = "mcheck.toml";
  invocation.update_baseline = reader.flag("update-baseline");
  invocation.no_cache = reader.flag("no-cache");
  invocation.cache = reader.text("cache");
  invocation.patch = reader.flag("patch");
  invocation.schedule = line.schedule;
  invocation.arguments = line.arguments;
  if (reader.find("test") != nullptr) invocation.test = reader.text("test");
  if (line.command == Command::kReplay && !line.arguments.empty()) {
    throw UsageError{diagnostic("mcheck replay takes no arguments for the program",
                                {{"because", "the schedule contains the original arguments"},
                                 {"try", "the same line without -- and what follows"}})};
  }
  if (line.command == Command::kExplore) invocation.search.strategy = kRacingStrategies;
  read_search(reader, invocation.search);
  invocation.search_from_test =
      reader.find("strategy") == nullptr && reader.find("bound") == nullptr;
  read_suppressions(reader, invocation);
  read_schedule(reader, invocation.search);
  read_orders(reader, invocation.search);
  reader.whole("jobs", {.least = 1, .most = 1024}, "4", invocation.jobs);
  invocation.checkpoint = reader.text("checkpoint");
  invocation.config = reader.text("config");
  invocation.out = reader.text("out");
  const bool shared = invocation.jobs > 1 || !invocation.checkpoint.empty();
  if (shared && invocation.search.bound_from >= 0) {
    OptionReader::reject(*reader.find("bound"), "is for one process without a checkpoint",
                         "one bound", "--bound " + std::to_string(invocation.search.bound));
  }
  read_reports(reader, invocation);
  if (line.command == Command::kDraw) read_draw(reader, invocation);
  if (line.command == Command::kReplay) read_debugger(reader, invocation);
  if (line.command != Command::kSynth) read_emission(reader, invocation);
  if (line.command == Command::kConflicts) read_conflicts(reader, invocation);
  if (line.command == Command::kSynth) read_synth(reader, invocation.synth);
  return invocation;
}

}  // namespace mcheck::command
