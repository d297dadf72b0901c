// SPDX-License-Identifier: MIT
#include "programs/mcheck/conflicts/conflicts_command.hpp"

#include <algorithm>
#include <filesystem>
#include <iostream>

#include "programs/mcheck/cli/diagnostic.hpp"
#include "programs/mcheck/cli/user_classes.hpp"
#include "programs/mcheck/conflicts/conflict_report.hpp"
#include "programs/mcheck/results/progress.hpp"
#include "programs/mcheck/results/report.hpp"
#include "programs/mcheck/supervise/signals.hpp"

namespace mcheck::command {
namespace {

constexpr int kConflictsFound = 1;
constexpr int kConflictsIncomplete = 3;

// One test with one set of arguments, which is searched separately.
struct ConflictTask {
  Invocation invocation;
  std::string test;
  std::string name;  // of its output file
};

std::vector<ConflictTask> tasks_of(const Invocation& invocation,
                                   const std::vector<std::string>& tests) {
  std::vector<ConflictTask> tasks;
  for (const std::string& test : tests) {
    if (invocation.cases.empty()) tasks.push_back({invocation, test, test});
    for (const std::string& each : invocation.cases) {
      tasks.push_back({invocation, test, each});
      tasks.back().invocation.arguments.push_back(each);
    }
  }
  return tasks;
}

std::string pairs_file_name(std::string name) {
  for (char& c : name) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
    if (!plain) c = '_';
  }
  return name + ".pairs";
}

void make_directory(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (!error) return;
  throw UsageError{diagnostic("cannot make the directory '" + path + "': " + error.message(),
                              {{"try", "--out with another path"}})};
}

void write_pairs(const Invocation& invocation, const ConflictTask& task, const ConflictList& list) {
  const std::string path = invocation.out + "/" + pairs_file_name(task.name);
  const std::string error = write_file(path, pair_lines(list));
  if (error.empty()) return;
  std::cerr << diagnostic("cannot write '" + path + "': " + error,
                          {{"kept", "the pairs are as printed; only this file is missing"}});
}

ConflictList search_task(const ConflictTask& task, const std::vector<UserClass>& classes) {
  const Invocation& invocation = task.invocation;
  ProgressLine line(
      progress_target(invocation.quiet || invocation.format != "text", invocation.verbose), -1);
  ConflictList list = find_conflicts(invocation, task.test, classes, line.callback());
  line.clear();
  return list;
}

int conflicts_exit_code(const std::vector<ConflictList>& lists) {
  if (std::ranges::any_of(lists, [](const ConflictList& list) { return !list.pairs.empty(); })) {
    return kConflictsFound;
  }
  return std::ranges::all_of(lists, &ConflictList::complete) && stop_signal() == 0
             ? 0
             : kConflictsIncomplete;
}

}  // namespace

int run_conflicts(const Invocation& invocation, const ChooseTests& choose_tests) {
  const std::vector<UserClass> classes = user_classes_for(invocation);
  const ProgramInfo program = query_program(invocation);
  if (!invocation.out.empty()) make_directory(invocation.out);
  const std::vector<ConflictTask> tasks = tasks_of(invocation, choose_tests(invocation, program));
  std::vector<ConflictList> lists;
  for (const ConflictTask& task : tasks) {
    lists.push_back(search_task(task, classes));
    if (!invocation.out.empty()) write_pairs(invocation, task, lists.back());
    const ConflictStyle style{
        .program = invocation.program, .config = invocation.config, .brief = invocation.quiet};
    if (invocation.format == "text") std::cout << conflict_text(lists.back(), style) << std::flush;
    if (stop_signal() != 0) break;
  }
  if (invocation.format == "json") std::cout << conflict_json(lists).dump(true) << std::flush;
  if (invocation.format == "sarif") std::cout << conflict_sarif(lists).dump(true) << std::flush;
  return conflicts_exit_code(lists);
}

}  // namespace mcheck::command
