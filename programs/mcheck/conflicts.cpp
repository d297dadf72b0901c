// SPDX-License-Identifier: MIT
#include "programs/mcheck/conflicts.hpp"

#include <algorithm>
#include <filesystem>
#include <iostream>

#include "programs/mcheck/complaint.hpp"
#include "programs/mcheck/conflict_report.hpp"
#include "programs/mcheck/progress.hpp"
#include "programs/mcheck/report.hpp"
#include "programs/mcheck/signals.hpp"
#include "programs/mcheck/user_classes.hpp"

namespace mcheck::command {
namespace {

constexpr int kPairs = 1;
constexpr int kConflictsIncomplete = 3;

// One test with one set of arguments, which is searched separately.
struct Task {
  Invocation invocation;
  std::string test;
  std::string name;  // of its output file
};

std::vector<Task> tasks_of(const Invocation& invocation, const std::vector<std::string>& tests) {
  std::vector<Task> tasks;
  for (const std::string& test : tests) {
    if (invocation.cases.empty()) tasks.push_back({invocation, test, test});
    for (const std::string& each : invocation.cases) {
      tasks.push_back({invocation, test, each});
      tasks.back().invocation.arguments.push_back(each);
    }
  }
  return tasks;
}

std::string file_name(std::string name) {
  for (char& c : name) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
    if (!plain) c = '_';
  }
  return name + ".pairs";
}

void make_directory(const std::string& path) {
  std::error_code trouble;
  std::filesystem::create_directories(path, trouble);
  if (!trouble) return;
  throw UsageError{complaint("cannot make the directory '" + path + "': " + trouble.message(),
                             {{"try", "--out with another path"}})};
}

void write_pairs(const Invocation& invocation, const Task& task, const ConflictList& list) {
  const std::string path = invocation.out + "/" + file_name(task.name);
  const std::string trouble = write_file(path, pair_lines(list));
  if (trouble.empty()) return;
  std::cerr << complaint("cannot write '" + path + "': " + trouble,
                         {{"kept", "the pairs are as printed; only this file is missing"}});
}

ConflictList search(const Task& task, const std::vector<UserClass>& classes) {
  const Invocation& invocation = task.invocation;
  ProgressLine line(
      place_for_progress(invocation.quiet || invocation.format != "text", invocation.verbose), -1);
  ConflictList list = find_conflicts(invocation, task.test, classes, line.callback());
  line.clear();
  return list;
}

int conflicts_code(const std::vector<ConflictList>& lists) {
  if (std::ranges::any_of(lists, [](const ConflictList& list) { return !list.pairs.empty(); })) {
    return kPairs;
  }
  return std::ranges::all_of(lists, &ConflictList::complete) && asked_to_stop() == 0
             ? 0
             : kConflictsIncomplete;
}

}  // namespace

int run_conflicts(const Invocation& invocation, const ChooseTests& choose_tests) {
  const std::vector<UserClass> classes = user_classes_for(invocation);
  const Introduction program = introduce(invocation);
  if (!invocation.out.empty()) make_directory(invocation.out);
  const std::vector<Task> tasks = tasks_of(invocation, choose_tests(invocation, program));
  std::vector<ConflictList> lists;
  for (const Task& task : tasks) {
    lists.push_back(search(task, classes));
    if (!invocation.out.empty()) write_pairs(invocation, task, lists.back());
    const ConflictStyle style{
        .program = invocation.program, .config = invocation.config, .brief = invocation.quiet};
    if (invocation.format == "text") std::cout << conflict_text(lists.back(), style) << std::flush;
    if (asked_to_stop() != 0) break;
  }
  if (invocation.format == "json") std::cout << conflict_json(lists).dump(true) << std::flush;
  if (invocation.format == "sarif") std::cout << conflict_sarif(lists).dump(true) << std::flush;
  return conflicts_code(lists);
}

}  // namespace mcheck::command
