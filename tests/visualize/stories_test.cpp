// SPDX-License-Identifier: MIT
// The columns and reports of results that the command wrote.
#include "tests/visualize/stories.hpp"

#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>

#include "engine/base/utf8.hpp"
#include "engine/trace/result_json.hpp"
#include "tests/visualize/approved.hpp"
#include "visualize/column_layout.hpp"
#include "visualize/columns.hpp"
#include "visualize/summary.hpp"

namespace mcheck {
namespace {

Result kept_result(const KeptStory& story) {
  std::ifstream file(result_file(story));
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  INFO(result_file(story));
  const auto parsed = Json::parse(text);
  REQUIRE(std::holds_alternative<Json>(parsed));
  return result_from_json(std::get<Json>(parsed));
}

}  // namespace

TEST_CASE("the report of each kept result is as approved") {
  for (const KeptStory& story : kKeptStories) {
    const Result result = kept_result(story);
    SummaryStyle style;
    style.program = std::string("./") + story.program;
    const std::string report = story_of(report_of(result, style));
    CHECK(report == approved(story.name + std::string(".story"), report));
  }
}

TEST_CASE(
    "a kept counterexample fits a page: sixty lines, and a hundred columns without its headline") {
  for (const KeptStory& story : kKeptStories) {
    INFO(story.name);
    const std::string text = columns(kept_result(story).failures.at(0), {});
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
  for (const KeptStory& story : kKeptStories) {
    INFO(story.name);
    const FailureReport failure = kept_result(story).failures.at(0);
    for (const TraceStep& step : failure.trace) {
      CHECK(step.state.empty() == step.object.empty());
      CHECK(step.frames.empty() == step.file.empty());
    }
  }
}

}  // namespace mcheck
