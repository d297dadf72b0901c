// SPDX-License-Identifier: MIT
#include "visualize/graph/execution_graph.hpp"

#include <catch2/catch.hpp>

#include "tests/visualize/support/samples.hpp"
#include "visualize/graph/render.hpp"

namespace mcheck::execution_graph_test {
namespace {

std::string bytes_or_reason(const FailureReport& failure, PictureFormat format) {
  const auto picture =
      render(execution_graph(failure, {.title = "a title", .full = false}), format);
  if (const auto* reason = std::get_if<std::string>(&picture)) return "no picture: " + *reason;
  return std::get<Picture>(picture).bytes;
}

TEST_CASE("a preemption is dashed, a failure is vermillion") {
  const std::string text = execution_graph(samples::lost_update(), {.title = "", .full = false});
  CHECK(text.find("s2 -> s3 [color=\"#000000\", style=\"dashed\"") != std::string::npos);
  CHECK(text.find("failure [pos=") != std::string::npos);
  CHECK(text.find("fillcolor=\"#d55e00\"") != std::string::npos);
}

TEST_CASE("each format has its own signature") {
  CHECK(bytes_or_reason(samples::deadlock(), PictureFormat::kPng).starts_with("\x89PNG"));
  CHECK(bytes_or_reason(samples::deadlock(), PictureFormat::kPdf).starts_with("%PDF"));
  CHECK(bytes_or_reason(samples::deadlock(), PictureFormat::kDot).starts_with("digraph"));
  CHECK(bytes_or_reason(samples::deadlock(), PictureFormat::kSvg).find("<svg") !=
        std::string::npos);
}

TEST_CASE("hostile names are text in a picture, not markup") {
  const std::string svg = bytes_or_reason(samples::hostile(), PictureFormat::kSvg);
  CHECK(svg.find("&lt;/TD&gt;&amp;\\n\\x1b[31m") != std::string::npos);
  CHECK(svg.find("</TD>") == std::string::npos);
}

TEST_CASE("a picture of a long trace is folded as its columns are") {
  const std::string text = execution_graph(samples::long_run(2, 20), {.title = "", .full = false});
  CHECK(text.find("… 16 more") != std::string::npos);
  CHECK(execution_graph(samples::long_run(2, 20), {.title = "", .full = true}).find("more") ==
        std::string::npos);
}

TEST_CASE("text that Graphviz cannot parse gives a diagnostic instead of a picture") {
  const auto picture = render("digraph { broken", PictureFormat::kSvg);
  REQUIRE(std::holds_alternative<std::string>(picture));
  CHECK(std::get<std::string>(picture).find("syntax error") != std::string::npos);
}

TEST_CASE("a file's suffix says what kind of picture it is") {
  CHECK(picture_format("a/b.svg") == PictureFormat::kSvg);
  CHECK(picture_format("b.pdf") == PictureFormat::kPdf);
  CHECK(picture_format("b.mmd") == PictureFormat::kMermaid);
  CHECK(picture_format("b.json") == PictureFormat::kChromeTrace);
  CHECK_FALSE(picture_format("b.bmp").has_value());
  CHECK_FALSE(picture_format("svg").has_value());
}

}  // namespace
}  // namespace mcheck::execution_graph_test
