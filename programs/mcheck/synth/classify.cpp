// SPDX-License-Identifier: MIT
#include "programs/mcheck/synth/classify.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <utility>

#include "engine/base/json.hpp"
#include "engine/base/utf8.hpp"
#include "engine/trace/failures/failure_id.hpp"
#include "programs/mcheck/cli/diagnostic.hpp"
#include "programs/mcheck/reflection/read_class.hpp"
#include "programs/mcheck/results/report.hpp"
#include "programs/mcheck/results/suite_files.hpp"
#include "programs/mcheck/supervise/signals.hpp"
#include "programs/mcheck/synth/class_report.hpp"
#include "programs/mcheck/synth/class_results.hpp"
#include "programs/mcheck/synth/class_search.hpp"
#include "programs/mcheck/synth/harness.hpp"
#include "visualize/model/wording.hpp"

namespace mcheck::command {
namespace {

// What is known of a class.
struct ClassifiedClass {
  std::string name;
  std::string header;
  std::string verdict;               // "unsafe", "not atomic", "no violation found", "cannot tell"
  std::string why;                   // the failure, what was covered, or why nothing is known
  std::string replay;                // the command that shows it
  std::string program{};             // that runs its tests
  std::vector<std::string> pairs{};  // "push beside push: data race"
  std::vector<std::string> const_pairs{};  // of them, of two const methods
  SuiteCase suite_case{};
};

Json json_of_class(const ClassifiedClass& known) {
  return Json::object()
      .set("class", known.name)
      .set("header", known.header)
      .set("verdict", known.verdict)
      .set("why", known.why)
      .set("replay", known.replay)
      .set("pairs", Json::of(known.pairs))
      .set("const_pairs", Json::of(known.const_pairs));
}

// The classes that an interrupted run has finished: one line each, in a file that exists until a
// run ends. A class counts if its header, what that includes, mcheck and the options are the same.
class FinishedClasses {
 public:
  explicit FinishedClasses(const Invocation& invocation)
      : path_((invocation.out.empty() ? "mcheck-synth" : invocation.out) + "/classify.unfinished"),
        options_(invocation.typed) {
    for (const std::string& flag : invocation.arguments) options_ += " " + flag;
    std::ifstream file(path_);
    for (std::string line; std::getline(file, line);) {
      const auto parsed = Json::parse(line);
      const Json* const json = std::get_if<Json>(&parsed);
      if (json != nullptr) known_[(*json)["key"].text()] = *json;
    }
  }

  [[nodiscard]] std::optional<ClassifiedClass> find(const std::string& header,
                                                    const std::string& name) const {
    const auto found = known_.find(key_of(header, name));
    if (found == known_.end()) return std::nullopt;
    const Json& json = found->second;
    const std::string program = json["program"].text();
    for (const std::string& source : sources_of_harness(program)) {
      if (changed(source) > json["when"].integer()) return std::nullopt;
    }
    ClassifiedClass one{.name = name,
                        .header = header,
                        .verdict = json["verdict"].text(),
                        .why = json["why"].text(),
                        .replay = json["replay"].text(),
                        .pairs = json["pairs"].texts(),
                        .const_pairs = json["const_pairs"].texts()};
    one.suite_case = unknown_case(header, name, one.why);
    one.suite_case.verdict = one.verdict;
    if (one.verdict == "no violation found") one.suite_case.status = CaseStatus::kAsExpected;
    if (!one.replay.empty()) one.suite_case.status = CaseStatus::kFailed;
    return one;
  }
  void add(const ClassifiedClass& one) const {
    std::error_code ignored;
    std::filesystem::create_directories(std::filesystem::path(path_).parent_path(), ignored);
    Json json = json_of_class(one);
    json.set("key", key_of(one.header, one.name)).set("program", one.program);
    const auto now = std::filesystem::file_time_type::clock::now();
    json.set("when", std::int64_t{now.time_since_epoch().count()});
    std::ofstream(path_, std::ios::app) << json.dump(false) << "\n" << std::flush;
  }
  void forget() const {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }

 private:
  static std::int64_t changed(const std::string& file) {
    std::error_code ignored;
    return std::filesystem::last_write_time(file, ignored).time_since_epoch().count();
  }
  [[nodiscard]] std::string key_of(const std::string& header, const std::string& name) const {
    return header + "\n" + name + "\n" + options_ + "\n" + std::to_string(changed(header)) + "\n" +
           std::to_string(changed("/proc/self/exe"));
  }

  std::string path_;
  std::string options_;
  std::map<std::string, Json> known_;
};

std::vector<std::string> headers_of(const std::string& path) {
  if (!std::filesystem::is_directory(path)) return {path};
  std::vector<std::string> headers;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(path)) {
    const std::string suffix = entry.path().extension().string();
    const bool is_header = suffix == ".hpp" || suffix == ".h" || suffix == ".hxx" ||
                           suffix == ".hh" || suffix == ".ipp";
    if (entry.is_regular_file() && is_header) headers.push_back(entry.path().string());
  }
  std::ranges::sort(headers);
  return headers;
}

void add_pairs(ClassifiedClass& known, const ClassTable& table, const ClassOutcome& outcome) {
  const auto is_read_only = [&](const std::string& name) {
    const auto found = std::ranges::find(table.operations, name, &OperationInfo::name);
    return found != table.operations.end() && found->read_only;
  };
  for (const auto& [pair, kind] : outcome.unsafe_pairs) {
    const std::string text = pair.first + " beside " + pair.second + ": " + failure_noun(kind);
    known.pairs.push_back(text);
    if (is_read_only(pair.first) && is_read_only(pair.second)) known.const_pairs.push_back(text);
  }
}

ClassifiedClass cannot_tell(const std::string& header, const std::string& name,
                            const std::string& why) {
  const std::string prefix = "mcheck: ";
  std::string line = why.substr(0, why.find('\n'));
  if (line.starts_with(prefix)) line.erase(0, prefix.size());
  return {.name = name,
          .header = header,
          .verdict = "cannot tell",
          .why = line,
          .suite_case = unknown_case(header, name, line)};
}

ClassifiedClass classify(const Invocation& invocation, const std::string& name) {
  const Harness harness = build_harness(invocation, name, header_flags(invocation));
  Invocation run = invocation;
  run.program = harness.program;
  const std::vector<ClassTable> tables = query_classes(run);
  ClassSearch search(run, tables.front(), 0);
  search.try_all_pairs();
  const ClassOutcome outcome = search.run({});
  if (!outcome.obstacle.empty()) return cannot_tell(invocation.program, name, outcome.obstacle);
  ClassifiedClass known{.name = name, .header = invocation.program};
  known.why = coverage_text(outcome);
  known.suite_case = case_of(invocation.program, name, outcome);
  known.program = harness.program;
  add_pairs(known, tables.front(), outcome);
  if (!outcome.finding) {
    known.verdict = outcome.tests == outcome.incomplete ? "cannot tell" : "no violation found";
    return known;
  }
  const FailureReport& failure = outcome.finding->result.failures.front();
  const bool is_order = failure.kind == FailureKind::kNotLinearizable;
  const bool is_unsafe = std::ranges::any_of(outcome.unsafe_pairs, [](const auto& pair) {
    return pair.second != FailureKind::kNotLinearizable;
  });
  known.verdict = is_order && !is_unsafe ? "not atomic" : "unsafe";
  known.why = std::string(id_of(failure.kind)) + " " + failure_noun(failure.kind);
  known.replay = "mcheck replay " + harness.program + " " + failure.schedule;
  return known;
}

void print_class(const ClassifiedClass& known, std::size_t width) {
  std::cout << padded(known.name, width) << "  " << padded(known.verdict, 18) << "  " << known.why
            << "\n";
  for (const std::string& pair : known.const_pairs) {
    std::cout << "    two const methods are not safe beside each other: " << pair << "\n";
  }
  for (const std::string& pair : known.pairs) {
    if (std::ranges::find(known.const_pairs, pair) == known.const_pairs.end()) {
      std::cout << "    " << pair << "\n";
    }
  }
  if (!known.replay.empty()) std::cout << "    " << known.replay << "\n";
  std::cout << std::flush;
}

Json classes_json(const std::vector<ClassifiedClass>& all) {
  Json list = Json::array();
  for (const ClassifiedClass& each : all) list.add(json_of_class(each));
  return list;
}

std::string markdown_of(const std::vector<ClassifiedClass>& all) {
  std::string text = "| class | verdict | why | pairs |\n|---|---|---|---|\n";
  for (const ClassifiedClass& each : all) {
    std::string pairs;
    for (const std::string& pair : each.pairs) pairs += (pairs.empty() ? "" : "<br>") + pair;
    text += "| `" + each.name + "` | " + each.verdict + " | " + each.why + " | " + pairs + " |\n";
  }
  return text;
}

void write_reports(const Invocation& invocation, const std::vector<ClassifiedClass>& all) {
  write_classes_json(invocation, classes_json(all));
  const std::string& path = invocation.markdown;
  const std::string why = path.empty() ? "" : write_file(path, markdown_of(all));
  if (why.empty()) return;
  std::cerr << diagnostic("cannot write '" + path + "': " + why,
                          {{"kept", "the table is as printed"}});
}

// The classes that the header declares; an error is one that cannot be told.
std::vector<ClassifiedClass> classify_header(const Invocation& invocation,
                                             const FinishedClasses& finished, std::size_t& width) {
  std::vector<ClassifiedClass> all;
  auto listed_classes = reflection::list_classes(invocation.program, header_flags(invocation));
  if (const auto* error = std::get_if<std::string>(&listed_classes)) {
    all.push_back(cannot_tell(invocation.program, invocation.program, *error));
    print_class(all.back(), width);
    return all;
  }
  const auto& classes = std::get<std::vector<reflection::ListedClass>>(listed_classes);
  for (const auto& each : classes) width = std::max(width, columns_of(each.name));
  for (const auto& each : classes) {
    if (stop_signal() != 0) break;
    const std::string& wanted = invocation.synth.class_name;
    if (!wanted.empty() && wanted != each.name) continue;
    if (auto known = finished.find(invocation.program, each.name)) {
      all.push_back(std::move(*known));
    } else {
      try {
        all.push_back(classify(invocation, each.name));
      } catch (const UsageError& error) {
        all.push_back(cannot_tell(invocation.program, each.name, error.message));
      }
      if (stop_signal() == 0) finished.add(all.back());
    }
    if (invocation.json != "-") print_class(all.back(), width);
  }
  return all;
}

}  // namespace

int run_classify(const Invocation& invocation) {
  std::vector<ClassifiedClass> all;
  const FinishedClasses finished(invocation);
  std::size_t width = 5;
  for (const std::string& header : headers_of(invocation.program)) {
    Invocation one = invocation;
    one.program = header;
    const std::vector<ClassifiedClass> found = classify_header(one, finished, width);
    all.insert(all.end(), found.begin(), found.end());
    if (stop_signal() != 0) break;
  }
  if (stop_signal() == 0) finished.forget();
  write_reports(invocation, all);
  Suite suite{.name = invocation.program};
  for (ClassifiedClass& each : all) {
    suite.seconds += each.suite_case.seconds;
    suite.cases.push_back(std::move(each.suite_case));
  }
  Invocation files = invocation;
  files.markdown.clear();  // that is the table
  write_suite(suite, files);
  const auto is_bad = [](const ClassifiedClass& each) {
    return each.verdict == "unsafe" || each.verdict == "not atomic";
  };
  if (std::ranges::any_of(all, is_bad)) return 1;
  const auto is_known = [](const ClassifiedClass& each) { return each.verdict != "cannot tell"; };
  return std::ranges::any_of(all, is_known) ? 0 : 3;
}

}  // namespace mcheck::command
