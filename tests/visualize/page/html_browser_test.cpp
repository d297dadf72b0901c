// SPDX-License-Identifier: MIT
// The page in a browser. The scripts in tests/visualize/html/ operate it and check the effects.
#include <catch2/catch.hpp>

#include "tests/visualize/page/browser.hpp"
#include "tests/visualize/page/html_samples.hpp"
#include "tests/visualize/support/samples.hpp"
#include "visualize/page/html_page.hpp"

namespace mcheck::html_browser_test {
namespace {

const std::string kSource = MCHECK_SOURCE_DIRECTORY "/tests/visualize/html/sample.cpp";

std::string page_of(const std::vector<Result>& results) {
  return html_page(results, {.program = "./my prog"}, source_texts(results, ""));
}

std::string page_of(FailureReport failure) {
  return page_of(std::vector{samples::result_with(std::move(failure))});
}

void passes(const std::string& page, const BrowserRun& how) {
  const Findings findings = run_in_browser(page, how);
  for (const std::string& problem : findings.problems) {
    UNSCOPED_INFO(problem);
  }
  CHECK(findings.problems.empty());
  CHECK(findings.checks > 0);
}

TEST_CASE("the page steps forwards and backwards, by keys, buttons, scrubber and rows") {
  passes(page_of(samples::detailed_lost_update(kSource)), {.script = "stepping.js"});
}

TEST_CASE("the page can be used by keyboard alone, and searched") {
  passes(page_of(samples::detailed_lost_update(kSource)), {.script = "keyboard.js"});
}

TEST_CASE("the page shows the steps of some objects and threads only") {
  passes(page_of(samples::detailed_lost_update(kSource)), {.script = "filtering.js"});
}

TEST_CASE("the page shows each thread's line, and the holders and waiters of each lock") {
  passes(page_of(samples::detailed_deadlock(kSource)), {.script = "sources.js"});
}

TEST_CASE("the page shows the execution that passes beside the one that fails") {
  passes(page_of(samples::detailed_lost_update(kSource)), {.script = "twin.js"});
  passes(page_of(samples::detailed_lost_update(kSource)),
         {.script = "twin.js", .width = 700, .height = 900});
}

TEST_CASE("on a narrow screen the texts of all lanes stand in one column, whole") {
  passes(page_of(samples::detailed_lost_update(kSource)),
         {.script = "narrow.js", .width = 400, .height = 900});
}

TEST_CASE("a step in a trace of 500 takes the page less than 100 ms") {
  passes(page_of(samples::long_execution(500)), {.script = "long.js"});
}

TEST_CASE("names that look like HTML stay text in the page") {
  passes(page_of(samples::detailed_hostile()), {.script = "hostile.js"});
}

TEST_CASE("a page of several tests has an index of tests and failures") {
  Result two = samples::result_with(samples::detailed_deadlock(kSource));
  two.failures.push_back(samples::detailed_race(kSource));
  const std::vector<Result> results = {
      samples::verified(), two, samples::result_with(samples::detailed_lost_update(kSource))};
  passes(page_of(results), {.script = "several.js"});
  passes(page_of(results), {.script = "several.js", .width = 600, .height = 800});
}

TEST_CASE("a page shows a warning with its places, their lines, and the verdict's bound") {
  passes(page_of(std::vector{samples::warned(kSource)}), {.script = "warning.js"});
}

TEST_CASE("a test in the browser fails if a script throws or checks nothing") {
  const std::string page = page_of(samples::detailed_deadlock(kSource));
  CHECK_FALSE(run_in_browser(page, {.script = "throws.js"}).problems.empty());
  CHECK_FALSE(run_in_browser(page, {.script = "checks_nothing.js"}).problems.empty());
  std::string broken = page;
  broken.replace(broken.rfind("begin();"), 8, "beginn()");
  CHECK_FALSE(run_in_browser(broken, {.script = "stepping.js"}).problems.empty());
}

}  // namespace
}  // namespace mcheck::html_browser_test
