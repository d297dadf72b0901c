// SPDX-License-Identifier: MIT
// The columns and reports of results that the command wrote.
#include "tests/visualize/support/kept_counterexamples.hpp"

#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>

#include "engine/base/utf8.hpp"
#include "engine/trace/results/result_json.hpp"
#include "tests/visualize/support/approved.hpp"
#include "visualize/model/column_layout.hpp"
#include "visualize/text/columns.hpp"
#include "visualize/text/report.hpp"

namespace mcheck::kept_counterexamples_test {
namespace {

Result kept_result(const KeptCounterexample& counterexample) {
  std::ifstream file(result_file(counterexample));
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  INFO(result_file(counterexample));
  const auto parsed = Json::parse(text);
  REQUIRE(std::holds_alternative<Json>(parsed));
  return result_from_json(std::get<Json>(parsed));
}

}  // namespace

TEST_CASE("the report of each kept result is as approved") {
  for (const KeptCounterexample& counterexample : kKeptCounterexamples) {
    const Result result = kept_result(counterexample);
    ReportStyle style;
    style.program = std::string("./") + counterexample.program;
    const std::string report = without_search_part(report_of(result, style));
    CHECK(report == approved(counterexample.name + std::string(".failure"), report));
  }
}

TEST_CASE(
    "a kept counterexample fits a page: sixty lines, and a hundred columns without its headline") {
  for (const KeptCounterexample& counterexample : kKeptCounterexamples) {
    INFO(counterexample.name);
    const std::string text = columns(kept_result(counterexample).failures.at(0), {});
    std::size_t lines = 0;
    for (std::size_t begin = 0; begin < text.size(); ++lines) {
      const std::size_t end = text.find('\n', begin);
      CHECK(columns_of(text.substr(begin, end - begin)) <= page_columns());
      begin = end + 1;
    }
    CHECK(lines <= 60);
  }
}

TEST_CASE("a kept result has the state of each object, and the frames of each step") {
  for (const KeptCounterexample& counterexample : kKeptCounterexamples) {
    INFO(counterexample.name);
    const FailureReport failure = kept_result(counterexample).failures.at(0);
    for (const TraceStep& step : failure.trace) {
      CHECK(step.state.empty() == step.object.empty());
      CHECK(step.frames.empty() == step.file.empty());
    }
  }
}

}  // namespace mcheck::kept_counterexamples_test
