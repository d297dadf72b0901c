// SPDX-License-Identifier: MIT
#include "visualize/exchange/chrome_trace.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "engine/base/json.hpp"
#include "tests/visualize/support/approved.hpp"
#include "tests/visualize/support/samples.hpp"
#include "tests/visualize/support/samples_twins.hpp"

namespace mcheck::chrome_trace_test {
namespace {

Json parsed(const std::string& text) {
  auto json = Json::parse(text);
  REQUIRE(std::holds_alternative<Json>(json));
  return std::get<Json>(std::move(json));
}

// The format's requirements for each event, and that both ends of an arrow are in a slice.
void check_events(const Json& trace) {
  std::map<std::int64_t, std::string> arrows;
  std::map<std::pair<std::int64_t, std::int64_t>, std::set<double>> slices;
  double last = 0;
  for (const Json& event : trace["traceEvents"].elements()) {
    const std::string phase = event["ph"].text();
    REQUIRE(event["name"].is_text());
    REQUIRE(std::string("MXsfi").find(phase) != std::string::npos);
    REQUIRE(event["ts"].number(-1) >= last);
    last = event["ts"].number();
    REQUIRE(event["pid"].integer(-1) > 0);
    REQUIRE(event["tid"].integer(-1) >= 0);
    const std::pair track{event["pid"].integer(), event["tid"].integer()};
    if (phase == "X") {
      REQUIRE(event["dur"].number() > 0);
      slices[track].insert(last);
    }
    if (phase == "s" || phase == "f") {
      arrows[event["id"].integer()] += phase;
      REQUIRE(slices[track].contains(last - 0.5));
    }
    if (phase == "f") REQUIRE(event["bp"].text() == "e");
    if (phase == "i") REQUIRE((event["s"].text() == "t" || event["s"].text() == "p"));
  }
  for (const auto& [id, phases] : arrows) REQUIRE(phases == "sf");
}

TEST_CASE("a Chrome trace has a slice for each step, in order, and whole arrows") {
  for (const samples::NamedSample& sample : samples::one_of_each()) {
    INFO(sample.name);
    const Json trace = parsed(chrome_trace(sample.failure, {.title = sample.name}));
    check_events(trace);
    std::size_t steps = 0;
    for (const Json& event : trace["traceEvents"].elements()) {
      if (event["args"]["step"].natural() > 0) ++steps;
    }
    CHECK(steps == sample.failure.trace.size());
  }
}

TEST_CASE("a Chrome trace is as approved") {
  const std::string text = chrome_trace(samples::lost_update_with_twin(), {.title = "lost update"});
  CHECK(text == approved("lost_update.trace.json", text));
}

TEST_CASE("twins are two processes") {
  const Json trace =
      parsed(chrome_trace(samples::lost_update_with_twin(), {.title = "", .twins = true}));
  check_events(trace);
  std::set<std::int64_t> processes;
  for (const Json& event : trace["traceEvents"].elements()) {
    processes.insert(event["pid"].integer());
  }
  CHECK(processes == std::set<std::int64_t>{1, 2});
}

TEST_CASE("hostile names are text in a Chrome trace, and nothing is folded there") {
  check_events(parsed(chrome_trace(samples::very_hostile(), {.title = "x", .twins = true})));
  const std::string text = chrome_trace(samples::many_switches(500), {.title = "x"});
  check_events(parsed(text));
  CHECK(text.find("\"step\": 500") != std::string::npos);
}

}  // namespace
}  // namespace mcheck::chrome_trace_test
