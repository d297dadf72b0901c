// SPDX-License-Identifier: MIT
#include "visualize/text/columns.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <sstream>

#include "engine/base/utf8.hpp"
#include "tests/visualize/support/approved.hpp"
#include "tests/visualize/support/samples.hpp"
#include "visualize/model/column_layout.hpp"

namespace mcheck::columns_test {
namespace {

std::size_t widest_line(const std::string& text) {
  std::size_t widest = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    widest = std::max(widest, columns_of(line));
  }
  return widest;
}

TEST_CASE("a deadlock is drawn as one column per thread, each ending in what it waits for") {
  const std::string text = columns(samples::deadlock(), {});
  CHECK(text == approved("deadlock.columns", text));
}

TEST_CASE("a lost update shows both loads before both stores") {
  const std::string text = columns(samples::lost_update(), {});
  CHECK(text == approved("lost_update.columns", text));
}

TEST_CASE("a run of one thread shows its ends, and how much is in between") {
  const std::string text = columns(samples::long_run(2, 20), {});
  CHECK(text == approved("long_run.columns", text));
  CHECK(text.find("… 16 more") != std::string::npos);  // 20 without the first and last two
}

TEST_CASE("columns with all steps leave nothing out") {
  const std::string text = columns(samples::long_run(2, 20), {.full = true});
  CHECK(text.find("…") == std::string::npos);
  CHECK(text.find("17 → 18") != std::string::npos);
}

TEST_CASE("no trace is wider than the page, whatever the names and the number of threads") {
  const std::size_t terminal = GENERATE(40, 72, 80, 100, 200);
  CAPTURE(terminal);
  set_page_columns(terminal);
  CHECK(page_columns() == std::clamp<std::size_t>(terminal, kMinPageColumns, kMaxPageColumns));
  for (const int threads : {1, 2, 3, 4, 5, 6, 7, 8, 12, 30}) {
    for (const std::string& name : {std::string("x"), std::string(70, 'n')}) {
      FailureReport failure = samples::long_run(threads, 3);
      for (TraceStep& step : failure.trace) {
        if (step.object == "sum") step.object = name;
        step.file = "/src/" + name + ".cpp";
      }
      CAPTURE(threads, name);
      CHECK(widest_line(columns(failure, {})) <= page_columns());
    }
  }
  set_page_columns(kMaxPageColumns);
}

TEST_CASE("a trace of a million steps makes a report of a few screens") {
  FailureReport failure = samples::lost_update();
  const TraceStep step = failure.trace[2];
  for (int i = 0; i < 1'000'000; ++i) {
    failure.trace.push_back(step);
    failure.trace.back().thread = i % 2 == 0 ? "T1" : "T2";
  }
  const std::string text = columns(failure, {});
  CHECK(std::count(text.begin(), text.end(), '\n') < 60);
  CHECK(text.find("more steps of several threads") != std::string::npos);
  CHECK(text.find("--full shows each") != std::string::npos);
}

TEST_CASE("names from a program cannot control the terminal") {
  const std::string text = columns(samples::hostile(), {});
  CHECK(text == approved("hostile.columns", text));
  CHECK(text.find('\x1b') == std::string::npos);
}

TEST_CASE("colour appears on request, and changes nothing else") {
  std::string coloured = columns(samples::deadlock(), {.coloured = true});
  CHECK(coloured.find("\x1b[") != std::string::npos);
  for (std::size_t at = coloured.find('\x1b'); at != std::string::npos;
       at = coloured.find('\x1b')) {
    coloured.erase(at, coloured.find('m', at) - at + 1);
  }
  CHECK(coloured == columns(samples::deadlock(), {}));
}

TEST_CASE("text is broken at spaces, and a word that is too long inside") {
  using Lines = std::vector<std::string>;
  CHECK(wrapped("one two three", 7) == Lines{"one two", "three"});
  CHECK(wrapped("abcdefghij", 4) == Lines{"abcd", "efgh", "ij"});
  CHECK(wrapped("→→→→→", 4) == Lines{"→→→→", "→"});
  CHECK(wrapped("", 4) == Lines{""});
}

}  // namespace
}  // namespace mcheck::columns_test
