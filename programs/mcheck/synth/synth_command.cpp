// SPDX-License-Identifier: MIT
#include "programs/mcheck/synth/synth_command.hpp"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <string_view>
#include <utility>

#include "engine/base/utf8.hpp"
#include "programs/mcheck/cli/diagnostic.hpp"
#include "programs/mcheck/reflection/read_class.hpp"
#include "programs/mcheck/results/report.hpp"
#include "programs/mcheck/results/suite_files.hpp"
#include "programs/mcheck/supervise/crash_report.hpp"
#include "programs/mcheck/supervise/program_check.hpp"
#include "programs/mcheck/supervise/signals.hpp"
#include "programs/mcheck/synth/class_report.hpp"
#include "programs/mcheck/synth/class_results.hpp"
#include "programs/mcheck/synth/class_search.hpp"
#include "programs/mcheck/synth/classify.hpp"
#include "programs/mcheck/synth/harness.hpp"
#include "programs/mcheck/synth/test_code.hpp"
#include "visualize/model/wording.hpp"

namespace mcheck::command {
namespace {

constexpr int kBugFound = 1;
constexpr int kNothingExplored = 3;

// One line on a terminal, overwritten and at last erased.
class ClassProgressLine {
 public:
  explicit ClassProgressLine(bool quiet) : shown_(!quiet && isatty(STDERR_FILENO) != 0) {}

  void show(const std::string& name, const ClassOutcome& now) {
    if (!shown_ || now.seconds < next_) return;
    next_ = now.seconds + 0.1;
    std::cerr << "\r\33[K" << name << ": " << counted(now.tests, "test") << ", "
              << grouped(now.covered_pairs) << " of " << counted(now.all_pairs, "pair") << ", "
              << seconds_text(now.seconds) << std::flush;
  }
  void clear() const {
    if (shown_) std::cerr << "\r\33[K" << std::flush;
  }

 private:
  bool shown_;
  double next_ = 0;
};

// How the test of a finding is written out.
TestStyle code_style(const Invocation& invocation, const ClassTable& table,
                     const std::vector<std::string>& includes) {
  TestStyle style{
      .framework = invocation.synth.test_as, .includes = includes, .program = invocation.program};
  if (!includes.empty() || table.file.empty()) return style;
  std::error_code error;  // the program's source, as the compiler was given it
  const std::filesystem::path path = std::filesystem::absolute(table.file, error);
  const bool is_there = !error && std::filesystem::is_regular_file(path, error);
  style.source = is_there ? path.lexically_normal().string() : table.file;
  return style;
}

// Writes its test, and prints it unless standard output is for JSON.
void report_finding(const Invocation& invocation, const ClassTable& table,
                    const ClassFinding& finding, const std::vector<std::string>& includes) {
  const std::string path = class_folder(invocation, table.name) + "/test.cpp";
  const std::string why =
      write_file(path, test_code(table, finding, code_style(invocation, table, includes)));
  if (invocation.json == "-") return;
  const FailureKind kind = kind_of(finding.result);
  std::cout << table.name << ": test " << grouped(finding.number) << " finds a bug after "
            << seconds_text(finding.seconds) << "; its simplest form:\n\n"
            << scenario_text(scenario_of(finding)) << "\n";
  if (kind == FailureKind::kRace) {
    std::cout << "  one call at a time there is no data race\n";
  } else {
    std::cout << orders_text(finding, table.reference);
  }
  std::cout << (why.empty() ? "  as C++: " + path : "  cannot write " + path + ": " + why) << "\n\n"
            << std::flush;
  Invocation shown = invocation;
  shown.command = Command::kExplore;
  shown.arguments.clear();
  shown.json = shown.junit = shown.sarif = shown.markdown = shown.annotations = "";  // later
  Report report(shown, 1);
  report.add(named_by_calls(finding));
  (void)report.finish();
}

void print_missing(const Invocation& invocation, const ClassTable& table) {
  if (invocation.quiet) return;
  for (const OperationInfo& each : table.operations) {
    if (each.missing.empty()) continue;
    std::cerr << "left out: " << each.name << ": of the operations of the reference '"
              << table.reference << "', " << each.missing << "\n";
  }
}

// Of the program's classes, that with the name, or all.
std::vector<std::size_t> chosen_classes(const Invocation& invocation,
                                        const std::vector<ClassTable>& tables) {
  std::vector<std::size_t> chosen;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < tables.size(); ++i) {
    const std::string& wanted = invocation.synth.class_name;
    if (wanted.empty() || wanted == tables[i].name) chosen.push_back(i);
    names.push_back(tables[i].name);
  }
  if (chosen.empty()) {
    throw UsageError{diagnostic(
        "'" + invocation.program + "' describes no class '" + invocation.synth.class_name + "'",
        {{"known", listed(names)}})};
  }
  return chosen;
}

void print_outcome(const Invocation& invocation, const std::string& name,
                   const ClassOutcome& outcome) {
  if (invocation.json == "-") return;
  const bool is_explored = outcome.tests > outcome.incomplete;
  std::cout << name << ": "
            << (is_explored ? "no violation found in " + seconds_text(outcome.seconds)
                            : "no test could be explored completely")
            << (stop_signal() == 0 ? "" : ", " + cause_of({.kind = EndKind::kInterrupted}))
            << "\n  " << coverage_text(outcome) << "\n";
}

int search_program(const Invocation& invocation, const std::vector<std::string>& includes) {
  const std::vector<ClassTable> tables = query_classes(invocation);
  int code = 0;
  Suite suite{.name = invocation.program};
  Json classes = Json::array();
  for (const std::size_t number : chosen_classes(invocation, tables)) {
    const ClassTable& table = tables[number];
    print_missing(invocation, table);
    ClassProgressLine line(invocation.quiet);
    ClassSearch search(invocation, table, number);
    ClassOutcome outcome = search.run([&](const ClassOutcome& now) { line.show(table.name, now); });
    line.clear();
    if (!outcome.obstacle.empty()) {
      throw UsageError{diagnostic(
          "no test of '" + table.name + "' can be made: " + outcome.obstacle,
          {{"try", table.reference.empty()
                       ? "about.constructor<…>(\"name\") in MCHECK_CLASS"
                       : "a reference with the constructors and methods of the class"}})};
    }
    suite.cases.push_back(case_of(invocation.program, table.name, outcome));
    suite.seconds += outcome.seconds;
    classes.add(json_of(invocation.program, suite.cases.back(), outcome));
    if (outcome.finding) {
      report_finding(invocation, table, *outcome.finding, includes);
      code = kBugFound;
    } else {
      print_outcome(invocation, table.name, outcome);
      if (code == 0 && outcome.tests == outcome.incomplete) code = kNothingExplored;
    }
    if (stop_signal() != 0) break;
  }
  write_classes_json(invocation, classes);
  write_suite(suite, invocation);
  return code;
}

}  // namespace

namespace {

bool is_program(const std::string& path) {
  char magic[4] = {};
  std::ifstream file(path, std::ios::binary);
  file.read(magic, sizeof magic);
  return file.gcount() == sizeof magic && std::string_view(magic, sizeof magic) == "\177ELF";
}

// The only class of the header.
std::string only_class(const Invocation& invocation, const std::vector<std::string>& flags) {
  const auto listed_classes = reflection::list_classes(invocation.program, flags);
  if (const auto* error = std::get_if<std::string>(&listed_classes)) throw UsageError{*error};
  std::vector<std::string> names;
  for (const auto& each : std::get<std::vector<reflection::ListedClass>>(listed_classes)) {
    if (!each.is_abstract && !each.is_nested) names.push_back(each.name);
  }
  if (names.size() == 1) return names.front();
  if (names.empty()) {
    throw UsageError{diagnostic("'" + invocation.program + "' declares no class", {})};
  }
  throw UsageError{diagnostic("'" + invocation.program + "' declares several classes",
                              {{"known", listed(names)},
                               {"try", "--class '" + names.front() + "', or --classify for all"}})};
}

int search_header(const Invocation& invocation) {
  const std::vector<std::string> flags = header_flags(invocation);
  const std::string& wanted = invocation.synth.class_name;
  const Harness harness =
      build_harness(invocation, wanted.empty() ? only_class(invocation, flags) : wanted, flags);
  if (!invocation.quiet) {
    for (const std::string& each : harness.left_out) std::cerr << "left out: " << each << "\n";
  }
  Invocation run = invocation;
  run.program = harness.program;
  run.synth.class_name.clear();
  return search_program(run, {harness.include});
}

}  // namespace

Invocation replay_of(const Invocation& invocation) {
  const std::optional<WrittenReplay> written = written_replay(invocation.program);
  if (!written) {
    throw UsageError{diagnostic("'" + invocation.program + "' contains no schedule of a class test",
                                {{"wanted", "a test.cpp that mcheck synth has written"},
                                 {"or", "mcheck replay PROGRAM SCHEDULE"}})};
  }
  Invocation replay = invocation;
  replay.command = Command::kReplay;
  replay.program = written->program;
  replay.schedule = written->schedule;
  replay.arguments.clear();
  return replay;
}

int run_synth(const Invocation& invocation) {
  const bool is_folder = std::filesystem::is_directory(invocation.program);
  if (invocation.synth.classify || is_folder) return run_classify(invocation);
  if (!is_program(invocation.program)) return search_header(invocation);
  check_program(invocation.program);
  if (!invocation.synth.reference.empty()) {
    throw UsageError{diagnostic(
        "--reference is for a header, and '" + invocation.program + "' is a program",
        {{"try", "about.reference<" + invocation.synth.reference + ">() in MCHECK_CLASS"}})};
  }
  return search_program(invocation, {});
}

}  // namespace mcheck::command
