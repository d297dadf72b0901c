// SPDX-License-Identifier: MIT
// The reports that other tools read.
#include <algorithm>
#include <catch2/catch.hpp>

#include "engine/base/json.hpp"
#include "engine/trace/failures/failure_id.hpp"
#include "tests/visualize/graph/mermaid_grammar.hpp"
#include "tests/visualize/support/samples.hpp"
#include "visualize/exchange/annotations.hpp"
#include "visualize/exchange/junit.hpp"
#include "visualize/exchange/sarif.hpp"
#include "visualize/page/html_index.hpp"
#include "visualize/page/markdown.hpp"

namespace mcheck::suite_test {
namespace {

const std::string kHostile = "</script>\"'&<b>|`\x01\xff\n::error::,é";

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

Result failing(FailureKind kind) {
  Result result;
  result.program = "queue";
  result.test = "push";
  result.verdict = Verdict::kBug;
  result.executions = 7;
  FailureReport failure;
  failure.kind = kind;
  failure.message = "wrong at queue.cpp:14";
  failure.thread = "T1";
  failure.schedule = "mc1.queue..abcd.1-2";
  TraceStep step;
  step.thread = "T1";
  step.operation = "load";
  step.object = "head";
  step.file = "/project/src/queue.cpp";
  step.line = 12;
  step.function = "push()";
  failure.trace.push_back(step);
  ThreadEnd end;
  end.thread = "T1";
  end.state = "failed";
  end.file = "/project/src/queue.cpp";
  end.line = 14;
  end.function = "push()";
  failure.threads.push_back(end);
  result.failures.push_back(failure);
  return result;
}

Json sarif_of(const Suite& suite) {
  auto parsed = Json::parse(sarif_text(suite, {.version = "1.2.3", .root = "/project"}));
  REQUIRE(std::holds_alternative<Json>(parsed));
  return std::get<Json>(std::move(parsed))["runs"].elements().at(0);
}

Result hostile() {
  Result result = failing(FailureKind::kCheck);
  result.test = kHostile;
  FailureReport& failure = result.failures[0];
  failure.message = kHostile;
  failure.trace[0].object = kHostile;
  failure.trace[0].function = kHostile;
  failure.threads[0].file = "/project/a b,c:d%é.cpp";
  return result;
}

}  // namespace

TEST_CASE("a failure is the same when its lines have moved, and another when it is elsewhere") {
  const Result result = failing(FailureKind::kCheck);
  const std::string identity = identity_of(result, result.failures[0]);
  CHECK(identity.size() == 32);
  Result moved = result;
  moved.failures[0].message = "wrong at queue.cpp:99";
  moved.failures[0].threads[0].line = 99;
  moved.failures[0].thread = "T2";
  moved.failures[0].schedule = "mc1.queue..abcd.7";
  CHECK(identity_of(moved, moved.failures[0]) == identity);
  Result elsewhere = result;
  elsewhere.failures[0].threads[0].function = "pop()";
  CHECK(identity_of(elsewhere, elsewhere.failures[0]) != identity);
  Result other = result;
  other.failures[0].kind = FailureKind::kRace;
  CHECK(identity_of(other, other.failures[0]) != identity);
  other.failures[0].kind = FailureKind::kLimitPatience;
  const std::string limit = identity_of(other, other.failures[0]);
  other.failures[0].message = "noticed in another way";
  other.failures[0].threads[0].function = "pop()";
  CHECK(identity_of(other, other.failures[0]) == limit);
}

TEST_CASE("SARIF has a rule, a place, a flow of the threads and an identity for every failure") {
  for (const FailureKind kind : failure_kinds()) {
    if (*id_of(kind) == '\0') continue;
    const Json run = sarif_of(suite_of("./queue", {failing(kind)}));
    const Json& entry = run["results"].elements().at(0);
    INFO(run.dump(true));
    CHECK(entry["ruleId"].text() == id_of(kind));
    CHECK(run["tool"]["driver"]["rules"].elements().at(0)["id"].text() == id_of(kind));
    CHECK(entry["level"].text() == (is_limit(kind) ? "warning" : "error"));
    const Json& place = entry["locations"].elements().at(0)["physicalLocation"];
    CHECK(place["artifactLocation"]["uri"].text() == "src/queue.cpp");
    CHECK(place["artifactLocation"]["uriBaseId"].text() == "%SRCROOT%");
    CHECK(place["region"]["startLine"].integer() == 14);
    const Json& flow = entry["codeFlows"].elements().at(0)["threadFlows"].elements().at(0);
    CHECK(flow["id"].text() == "T1");
    CHECK(flow["locations"].elements().at(0)["executionOrder"].integer() == 1);
    CHECK(entry["partialFingerprints"]["mcheckFailure/v1"].text().size() == 32);
  }
}

TEST_CASE("a case as expected is no result in SARIF, and a case without a verdict is one") {
  Suite suite{.name = "s"};
  suite.cases.push_back({.name = "good", .results = {failing(FailureKind::kCheck)}});
  CHECK(sarif_of(suite)["results"].elements().empty());
  suite.cases.push_back({.name = "bad", .program = "build/bad", .status = CaseStatus::kBroken});
  suite.cases.back().why = "it is no program";
  const Json run = sarif_of(suite);
  REQUIRE(run["results"].elements().size() == 1);
  CHECK(run["results"].elements()[0]["message"]["text"].text() == "bad: it is no program");
}

TEST_CASE("JUnit counts failures, errors and skipped cases") {
  Suite suite = suite_of("./queue", {failing(FailureKind::kDeadlock)});
  suite.cases.push_back({.name = "broken", .status = CaseStatus::kBroken, .why = "gone"});
  suite.cases.push_back({.name = "known", .status = CaseStatus::kKnown, .why = "known: x"});
  const std::string xml = junit_xml(suite);
  INFO(xml);
  CHECK(has(xml,
            "<testsuite name=\"./queue\" tests=\"3\" failures=\"1\" errors=\"1\" skipped=\"1\""));
  CHECK(has(xml, "<failure message=\"bug: MC004 deadlock"));
  CHECK(has(xml, "type=\"MC004\">"));
  CHECK(has(xml, "<error message=\"gone\" type=\"broken\">gone\n</error>"));
  CHECK(has(xml, "<skipped message=\"known: x\"></skipped>"));
}

TEST_CASE("hostile names are text in every report") {
  const Suite suite = suite_of("./queue", {hostile()});
  const std::string xml = junit_xml(suite);
  INFO(xml);
  CHECK_FALSE(has(xml, "<b>"));
  CHECK_FALSE(has(xml, "</script>"));
  CHECK(xml.find('\x01') == std::string::npos);

  const Json run = sarif_of(suite);
  CHECK(run["results"]
            .elements()[0]["locations"]
            .elements()[0]["physicalLocation"]["artifactLocation"]["uri"]
            .text() == "a%20b,c:d%25%C3%A9.cpp");

  const std::string markdown = markdown_text(suite);
  INFO(markdown);
  const std::string table_part = markdown.substr(0, markdown.find("```"));
  CHECK_FALSE(has(table_part, "<b>"));
  CHECK_FALSE(has(table_part, "</script>"));
  CHECK(has(markdown, "<summary>&lt;/script&gt;"));

  const std::string annotations = github_annotations(suite, "/project");
  INFO(annotations);
  CHECK(std::count(annotations.begin(), annotations.end(), '\n') == 1);
  CHECK(annotations.starts_with("::error file=a b%2Cc%3Ad%25é.cpp,line=14,title=MC002"));
  CHECK(std::holds_alternative<Json>(Json::parse(gitlab_code_quality(suite, "/project"))));
}

TEST_CASE("Markdown shows a table, and the report of each case that is not as expected") {
  Suite suite = suite_of("./queue", {failing(FailureKind::kCheck)});
  suite.cases.push_back({.name = "good", .cached = true});
  const std::string text = markdown_text(suite);
  INFO(text);
  CHECK(has(text, "1 of 2 cases not as expected"));
  CHECK(has(text, "| ❌ | push | bug MC002 | 7 |"));
  CHECK(has(text, "<details><summary>push: bug: MC002 failed check"));
  CHECK(has(text, "mcheck replay ./queue mc1.queue..abcd.1-2"));
}

TEST_CASE("the bound of a verified result is shown wherever its verdict is") {
  Result result;
  result.verdict = Verdict::kVerified;
  result.bound = 1;
  result.bound_hit = true;
  const Suite suite{.name = "gate", .cases = {{.name = "ring", .results = {result}}}};
  CHECK(verdict_text(suite.cases[0]) == "verified with at most 1 preemption");
  CHECK(has(markdown_text(suite), "| ring | verified with at most 1 preemption |"));
  CHECK(has(html_index(suite, {""}), ">verified with at most 1 preemption<"));
  CHECK(has(junit_xml(suite), "verified with at most 1 preemption: "));
  result.bound_hit = false;  // it left nothing out
  CHECK(verdict_text({.name = "ring", .results = {result}}) == "verified");
}

TEST_CASE("Markdown draws each counterexample, in Mermaid between fences of its own") {
  for (const Result& result : {failing(FailureKind::kCheck), hostile()}) {
    const std::string text = markdown_text(suite_of("./queue", {result}));
    INFO(text);
    const std::size_t begin = text.find("```mermaid\n");
    REQUIRE(begin != std::string::npos);
    const std::size_t end = text.find("\n```\n", begin);
    const std::string diagram = text.substr(begin + 11, end - begin - 10);
    CHECK(mermaid_error(diagram).empty());
    CHECK(has(diagram, "MC002"));
    CHECK(text.find("</details>", end) != std::string::npos);
  }
}

TEST_CASE("a folder of pages has an index of all cases, and a page where there is a trace") {
  Suite suite = suite_of("./queue", {failing(FailureKind::kCheck), hostile()});
  suite.cases[0].name = suite.cases[1].name = "The <b>queue</b>";
  suite.cases.push_back({.name = "the right one", .cached = true});
  suite.cases.push_back({.name = "index", .results = {failing(FailureKind::kRace)}});
  const std::vector<std::string> pages = page_names(suite);
  CHECK(pages ==
        std::vector<std::string>{"the-b-queue-b.html", "the-b-queue-b-2.html", "", "index-2.html"});
  const std::string index = html_index(suite, pages);
  INFO(index);
  CHECK(has(index, "<a href=\"the-b-queue-b-2.html\">The &lt;b&gt;queue&lt;/b&gt;</a>"));
  CHECK(has(index, "<th scope=\"row\">the right one</th>"));
  CHECK(has(index, "2 of 4 cases not as expected"));
  CHECK_FALSE(has(index, "<script"));
  CHECK_FALSE(has(index, "@rows@"));
}

}  // namespace mcheck::suite_test
