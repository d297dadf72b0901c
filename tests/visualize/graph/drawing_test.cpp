// SPDX-License-Identifier: MIT
#include "visualize/page/drawing.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "tests/visualize/support/approved.hpp"
#include "tests/visualize/support/samples.hpp"
#include "tests/visualize/support/samples_twins.hpp"
#include "visualize/graph/execution_graph.hpp"
#include "visualize/graph/search_graph.hpp"
#include "visualize/graph/wait_graph.hpp"
#include "visualize/model/trace_links.hpp"

namespace mcheck::drawing_test {
namespace {

std::string bytes_or_reason(const Result& result, const DrawingStyle& style) {
  const auto picture = draw(result, style);
  if (const auto* reason = std::get_if<std::string>(&picture)) return "no picture: " + *reason;
  return std::get<Picture>(picture).bytes;
}

Result with_everything(FailureReport failure) {
  Result result = samples::result_with(std::move(failure));
  result.tree = samples::small_search();
  return result;
}

TEST_CASE("the picture of each kind of failure is as approved") {
  for (const samples::NamedSample& sample : samples::one_of_each()) {
    INFO(sample.name);
    const std::string text = execution_graph(sample.failure, {.title = "a title", .full = false});
    CHECK(text == approved(std::string(sample.name) + ".dot", text));
  }
}

TEST_CASE("pictures of waits, twins and searches are as approved") {
  const std::string waits = wait_graph(samples::deadlock(), "waits");
  CHECK(waits == approved("waits.dot", waits));
  const std::string lost_graph = wait_graph(samples::lost_wakeup(), "waits");
  CHECK(lost_graph == approved("waits_lost.dot", lost_graph));
  const std::string twins = twins_graph(samples::lost_update_with_twin(), {.title = "twins"});
  CHECK(twins == approved("twins.dot", twins));
  const std::string search = search_graph(samples::small_search(), "search");
  CHECK(search == approved("search.dot", search));
}

TEST_CASE("every kind of picture is drawn in every format that supports it") {
  const Result result = with_everything(samples::lost_update_with_twin());
  const Result stuck = samples::result_with(samples::deadlock());
  for (const PictureKind what : all_picture_kinds()) {
    const Result& of = what == PictureKind::kWaits ? stuck : result;
    INFO(name_of(what));
    CHECK(
        bytes_or_reason(of, {.what = what, .format = PictureFormat::kPng}).starts_with("\x89PNG"));
    CHECK(bytes_or_reason(of, {.what = what, .format = PictureFormat::kPdf}).starts_with("%PDF"));
    CHECK(
        bytes_or_reason(of, {.what = what, .format = PictureFormat::kDot}).starts_with("digraph"));
    CHECK(bytes_or_reason(of, {.what = what, .format = PictureFormat::kSvg}).find("<svg") !=
          std::string::npos);
    const std::string mermaid =
        bytes_or_reason(of, {.what = what, .format = PictureFormat::kMermaid});
    CHECK((mermaid.starts_with("sequenceDiagram") || mermaid.starts_with("flowchart")));
  }
}

TEST_CASE("hostile names are text in every picture") {
  const Result result = with_everything(samples::very_hostile());
  for (const PictureKind what : all_picture_kinds()) {
    INFO(name_of(what));
    const std::string svg = bytes_or_reason(result, {.what = what, .format = PictureFormat::kSvg});
    CHECK(svg.find("<svg") != std::string::npos);
    CHECK(svg.find("<script") == std::string::npos);
    CHECK(svg.find("</script") == std::string::npos);
    CHECK(svg.size() < 100'000);
  }
}

TEST_CASE("a picture that cannot be drawn has a reason") {
  Result verified;
  verified.verdict = Verdict::kVerified;
  CHECK(bytes_or_reason(verified, {}) ==
        "no picture: the result has no failures: its verdict is verified");
  const Result result = samples::result_with(samples::lost_update());
  CHECK(bytes_or_reason(result, {.failure = 2}) ==
        "no picture: there is no failure 2: the result has 1 failure");
  CHECK(bytes_or_reason(result, {.what = PictureKind::kTwins}).find("no passing execution") !=
        std::string::npos);
  CHECK(bytes_or_reason(result, {.what = PictureKind::kWaits}).find("no thread waits") !=
        std::string::npos);
  CHECK(bytes_or_reason(result, {.what = PictureKind::kSearch}).find("--tree") !=
        std::string::npos);
  const Result all = with_everything(samples::lost_update());
  CHECK(bytes_or_reason(all, {.what = PictureKind::kSearch, .format = PictureFormat::kChromeTrace})
            .find("not of a search") != std::string::npos);
}

TEST_CASE("without a failure the search is drawn, if there is one") {
  Result result;
  result.tree = samples::small_search();
  CHECK(bytes_or_reason(result, {.format = PictureFormat::kMermaid}).starts_with("flowchart"));
}

TEST_CASE("the decisive pair is shown however long the trace is") {
  FailureReport failure = samples::many_switches(500);
  failure.decisive_step = DecisiveStep{.step = 250, .certain = true, .first = 201, .second = 305};
  const std::string text = execution_graph(failure, {.title = "", .full = false});
  CHECK(text.find("① ") != std::string::npos);
  CHECK(text.find("s201 -> s305 [color=\"#000000\", penwidth=\"3\"]") != std::string::npos);
  CHECK(text.find("from here on every continuation fails") != std::string::npos);
  CHECK(folded_for_picture(failure, 40).size() < 50);
}

TEST_CASE("in the passing twin the decisive pair has the reverse order") {
  const DecisiveSteps pair = decisive_pair_passing(samples::lost_update_with_twin());
  CHECK(pair.first == 4);
  CHECK(pair.second == 3);
  const FailureReport failure = samples::lost_update_with_twin();
  CHECK(common_steps(failure.trace, failure.decisive_step->passing) == 3);
}

TEST_CASE("the failing thread's last read is red, and a lock that is handed over orders") {
  const std::vector<StepLink> links = links_of(samples::lost_update());
  CHECK(std::ranges::find(links, StepLink{LinkKind::kLastRead, 5, 8}) != links.end());
  FailureReport failure = samples::deadlock();
  failure.trace[0].operation = "unlock";
  failure.trace[2].operation = "lock";
  failure.trace[2].cause = -1;
  failure.trace[2].read_from = 0;
  const std::vector<StepLink> locks = links_of(failure);
  CHECK(std::ranges::find(locks, StepLink{LinkKind::kEnables, 0, 2}) != locks.end());
}

TEST_CASE("an arrow leads from a stale step to the newer value, against the time") {
  FailureReport failure = samples::lost_update();
  failure.trace[8].superseded_by = 4;
  const std::string text = execution_graph(failure, {.title = "", .full = false});
  CHECK(text.find("s4 -> s8 [color=\"#b8860b\", style=\"dashed\", penwidth=\"2\", dir=\"back\"") !=
        std::string::npos);
  CHECK(text.find("stale: acts on an older value than that") != std::string::npos);
}

TEST_CASE("both sides of a race are red, and what orders them is missing") {
  const std::string text = execution_graph(samples::data_race(), {.title = "", .full = false});
  CHECK(text.find("side1 -> side0") != std::string::npos);
  CHECK(text.find("nothing orders these") != std::string::npos);
}

TEST_CASE("steps between two branch points of a search are in one box") {
  const std::vector<TreeBox> boxes = boxes_of(samples::small_search());
  REQUIRE(boxes.size() == 7);
  CHECK(boxes[2].lines ==
        std::vector<std::string>{"T1: store x: 0 → 1", "T2: load x: 1, store x: 1 → 2"});
  CHECK(boxes[0].fails);
  CHECK_FALSE(boxes[2].fails);
  CHECK(boxes[6].not_run == 1);
  CHECK(tree_summary(samples::small_search()) ==
        "4 executions: 1 failed, 2 finished, 1 redundant; other executions cover the alternatives "
        "that were not run");
  SearchTree wide = samples::wide_search(3);
  CHECK(tree_summary(wide).starts_with("3 of 1,003 executions"));
  wide.statistics = {.executions = 1'003,
                     .failed = 2,
                     .first_failed = 40,
                     .least_choices = 5,
                     .most_choices = 9,
                     .choices = 3'000,
                     .alternatives = 7'000};
  CHECK(tree_statistics_text(wide) ==
        ". All 1,003: 5 to 9 choices deep, 2.3 alternatives at a branch point, 2 failed, the first "
        "of them execution 40");
  CHECK(tree_statistics_text(samples::small_search()).empty());
}

TEST_CASE("a deadlock's cycle is red in its waits, and a thread that only waits for it is not") {
  const WaitGraph graph = wait_graph_of(samples::deadlock());
  REQUIRE(graph.nodes.size() == 5);
  CHECK(graph.in_cycle == 4);
  CHECK(graph.nodes[4].name == "main");
  CHECK_FALSE(graph.nodes[4].in_cycle);
  CHECK(wait_graph_of(samples::lost_update()).nodes.empty());
}

}  // namespace
}  // namespace mcheck::drawing_test
