// SPDX-License-Identifier: MIT
#include "programs/mcheck/results/report.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iostream>
#include <memory>
#include <utility>

#include "engine/trace/results/result_json.hpp"
#include "programs/mcheck/cli/diagnostic.hpp"
#include "programs/mcheck/results/suite_files.hpp"
#include "visualize/model/column_layout.hpp"
#include "visualize/model/source_texts.hpp"
#include "visualize/model/wording.hpp"
#include "visualize/page/drawing.hpp"
#include "visualize/page/html_page.hpp"
#include "visualize/text/report.hpp"

namespace mcheck::command {
namespace {

void print_unwritten_file(const std::string& path, const std::string& why,
                          const std::string& option) {
  std::cerr << diagnostic("cannot write '" + path + "': " + why,
                          {{"kept", "verdict and exit code are valid; only this file is missing"},
                           {"try", option + " with another path"}});
}

ReportStyle style_for(const Invocation& invocation, bool coloured) {
  return {.program = invocation.program,
          .suppressions = invocation.suppressions,
          .schedule = invocation.search.schedule_file,
          .replayed = invocation.command == Command::kReplay,
          .coloured = coloured,
          .full = invocation.full,
          .brief = invocation.quiet,
          .verbose = invocation.verbose,
          .final_states = invocation.json.empty()};
}

// Output that is no terminal has no width limit.
std::size_t columns_of_terminal() {
  winsize size = {};
  const bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : kMaxPageColumns;
}

// One Result, or several with their sums.
Json json_of(const std::vector<Result>& results) {
  if (results.size() == 1) return to_json(results.front());
  Result sum;
  Json tests = Json::array();
  for (const Result& result : results) {
    sum.executions += result.executions;
    sum.redundant += result.redundant;
    sum.events += result.events;
    sum.seconds += result.seconds;
    tests.add(to_json(result));
  }
  Json json = Json::object();
  json.set("format", kResultFormat);
  if (!results.empty()) json.set("program", results.front().program);
  json.set("verdict", name_of(worst_verdict(results)));
  json.set("executions", sum.executions).set("redundant", sum.redundant);
  json.set("events", sum.events).set("seconds", sum.seconds).set("tests", std::move(tests));
  return json;
}

// Writes what `produce` generates to a file. Returns an error or "".
std::string write_with(const std::string& path,
                       const std::function<void(const Json::Sink&)>& produce) {
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  errno = 0;
  std::unique_ptr<std::FILE, Close> file(std::fopen(path.c_str(), "we"));
  if (!file) return std::strerror(errno);
  bool all = true;
  produce([&](std::string_view bytes) {
    all = all && std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size();
  });
  const bool flushed = std::fflush(file.get()) == 0;
  if (!all || !flushed) return std::strerror(errno != 0 ? errno : EIO);
  return std::fclose(file.release()) == 0 ? "" : std::strerror(errno);
}

}  // namespace

bool wants_colour(const Invocation& invocation) {
  switch (invocation.colour) {
    case Colour::kAlways: return true;
    case Colour::kNever: return false;
    case Colour::kAuto: break;
  }
  const char* terminal = std::getenv("TERM");
  const char* no_colour = std::getenv("NO_COLOR");
  const bool refused = no_colour != nullptr && *no_colour != '\0';
  return isatty(STDOUT_FILENO) != 0 && terminal != nullptr && std::strcmp(terminal, "dumb") != 0 &&
         !refused;
}

Report::Report(const Invocation& invocation, std::size_t tests)
    : invocation_(invocation), tests_(tests), coloured_(wants_colour(invocation)) {
  set_page_columns(columns_of_terminal());
}

void Report::print(const std::string& text) const {
  const bool json_on_stdout = invocation_.json == "-";
  if (json_on_stdout && !invocation_.verbose) return;
  std::ostream& out = json_on_stdout ? std::cerr : std::cout;
  out << text << std::flush;
}

void Report::add(Result result) {
  ReportStyle style = style_for(invocation_, coloured_);
  style.brief = style.brief || (tests_ > 1 && result.verdict == Verdict::kVerified);
  const bool separated = !results_.empty() && !style.brief;
  print((separated ? "\n" : "") + report_of(result, style));
  results_.push_back(std::move(result));
}

int Report::finish() {
  if (tests_ > 1) print("\n" + overall(results_, style_for(invocation_, coloured_)));
  if (!invocation_.json.empty()) write_json();
  if (!invocation_.draw.empty()) draw();
  if (!invocation_.tree.empty()) draw_tree();
  if (!invocation_.html.empty()) write_page();
  const int code = exit_code(worst_verdict(results_));
  write_suite(suite_of(invocation_.program, std::move(results_)), invocation_);
  return code;
}

void Report::write_json() const {
  const Json json = json_of(results_);
  if (invocation_.json != "-") {
    const std::string error = write_json_file(invocation_.json, json);
    if (!error.empty()) print_unwritten_file(invocation_.json, error, "--json");
    return;
  }
  json.dump(true, [](std::string_view piece) { std::cout << piece; });
  std::cout << std::flush;
  if (!std::cout) std::cerr << diagnostic("cannot write the JSON to standard output", {});
}

void Report::draw() const {
  for (const Result& result : results_) {
    if (result.failures.empty() || result.failures.front().trace.empty()) continue;
    return draw(result, {.full = invocation_.full}, invocation_.draw, "--draw");
  }
  std::cerr << diagnostic("'" + invocation_.draw + "' was not drawn: there is no failing trace",
                          {});
}

void Report::write_page() const {
  const std::string page = html_page(results_, style_for(invocation_, false),
                                     source_texts(results_, invocation_.program));
  const std::string why = write_file(invocation_.html, page);
  if (!why.empty()) {
    print_unwritten_file(invocation_.html, why, "--html");
  } else if (!invocation_.quiet) {
    print("page:     " + shell_word(invocation_.html) + "\n");
  }
}

// Of several tests the first that failed, or else the first.
void Report::draw_tree() const {
  const Result* drawn = nullptr;
  for (const Result& result : results_) {
    const bool is_better =
        drawn == nullptr || (drawn->failures.empty() && !result.failures.empty());
    if (result.tree && is_better) drawn = &result;
  }
  if (drawn != nullptr)
    return draw(*drawn, {.what = PictureKind::kSearch}, invocation_.tree, "--tree");
  std::cerr << diagnostic("'" + invocation_.tree + "' was not drawn: no search was completed", {});
}

void Report::draw(const Result& result, DrawingStyle style, const std::string& path,
                  const std::string& option) const {
  style.format = picture_format(path).value_or(PictureFormat::kSvg);
  const auto picture = mcheck::draw(result, style);
  const auto* error = std::get_if<std::string>(&picture);
  const std::string why =
      error != nullptr ? *error : write_file(path, std::get<Picture>(picture).bytes);
  if (!why.empty()) {
    print_unwritten_file(path, why, option);
  } else if (!invocation_.quiet) {
    print("picture:  " + shell_word(path) + "\n");
  }
}

std::string write_file(const std::string& path, const std::string& bytes) {
  return write_with(path, [&](const Json::Sink& write) { write(bytes); });
}

std::string write_json_file(const std::string& path, const Json& json) {
  return write_with(path, [&](const Json::Sink& write) { json.dump(true, write); });
}

}  // namespace mcheck::command
