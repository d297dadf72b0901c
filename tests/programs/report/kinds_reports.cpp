// SPDX-License-Identifier: MIT
#include "tests/programs/report/kinds_reports.hpp"

#include <unistd.h>

#include <cstdlib>

#include "tests/programs/verdicts/expected.hpp"

namespace mcheck::expected {
namespace {

const std::string kSchemas = MCHECK_SOURCE_DIRECTORY "/tests/reports/";

std::string text_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

Json parsed(const std::string& path) {
  INFO(path);
  auto json = Json::parse(text_of(path));
  REQUIRE(std::holds_alternative<Json>(json));
  return std::get<Json>(std::move(json));
}

std::vector<std::string> fingerprints_of(const Json& sarif) {
  std::vector<std::string> prints;
  for (const Json& reported : sarif["runs"].elements().at(0)["results"].elements()) {
    prints.push_back(reported["partialFingerprints"].dump());
  }
  return prints;
}

// Each step of the counterexample appears once, in the flow of its thread, at its place and in
// order.
void judge_flow(const Json& reported, const Json::Array& trace) {
  std::vector<bool> stepped(trace.size());
  for (const Json& flow : reported["codeFlows"].elements().at(0)["threadFlows"].elements()) {
    std::int64_t last = 0;
    for (const Json& at : flow["locations"].elements()) {
      const std::int64_t order = at["executionOrder"].integer();
      REQUIRE(order > last);
      REQUIRE(static_cast<std::size_t>(order) <= trace.size());
      last = order;
      const auto number = static_cast<std::size_t>(order - 1);
      stepped[number] = true;
      CHECK(flow["id"].text() == trace[number]["thread"].text());
      CHECK(at["location"]["physicalLocation"]["region"]["startLine"].integer() ==
            trace[number]["line"].integer());
    }
  }
  CHECK(stepped == std::vector<bool>(trace.size(), true));
}

}  // namespace

KindsReports::KindsReports()
    : folder_(std::filesystem::temp_directory_path() /
              ("mcheck-kinds-" + std::to_string(getpid()))) {
  std::filesystem::create_directories(folder_);
}

KindsReports::~KindsReports() { std::filesystem::remove_all(folder_); }

std::string KindsReports::path(const std::string& name) const { return folder_ / name; }

std::string KindsReports::options(const std::string& id) const {
  return " --sarif " + path(id + ".sarif") + " --junit " + path(id + ".xml") + " --markdown " +
         path(id + ".md") + " --annotations " + path(id + ".codequality");
}

void KindsReports::judge(const std::string& id, const Json& result) {
  const Json sarif = parsed(path(id + ".sarif"));
  fingerprints_[id] = fingerprints_of(sarif);
  const Json::Array& reported = sarif["runs"].elements().at(0)["results"].elements();
  REQUIRE(reported.size() == 1);
  CHECK(reported[0]["ruleId"].text() == id);
  const bool warns = id == "MC024" || id == "MC030";  // no bug is proven
  CHECK(reported[0]["level"].text() == (warns ? "warning" : "error"));
  const Json::Array& failures = result["failures"].elements();
  if (!failures.empty()) judge_flow(reported[0], failures[0]["trace"].elements());
  if (id == "MC030") judge_flow(reported[0], result["limit"]["trace"].elements());
  const Json quality = parsed(path(id + ".codequality"));
  REQUIRE(quality.elements().size() == 1);
  if (id != "MC028") CHECK(quality.elements()[0]["check_name"].text() == id);
  const std::string markdown = text_of(path(id + ".md"));
  if (!failures.empty()) {
    CHECK(markdown.find("```mermaid\nsequenceDiagram\n") != std::string::npos);
    CHECK(markdown.find("participant t0 as ") != std::string::npos);
  }
  const std::string junit = text_of(path(id + ".xml"));
  CHECK((junit.find("<failure ") != std::string::npos) == (id != "MC024"));
}

void KindsReports::judge_again(const std::string& id, const std::string& words) {
  const std::string again = path("again");
  static_cast<void>(run_shell(quoted(kBinaries + "mcheck") + " explore " + quoted(kBinaries) +
                              words + " --quiet --minimise off --sarif " + again));
  CHECK(fingerprints_of(parsed(again)) == fingerprints_[id]);
}

void KindsReports::judge_by_schemas() const {
  const std::string here = "cd " + quoted(folder_.string()) + " && ";
  const std::string validate = here + "python3 " + quoted(kSchemas + "validate.py") + " ";
  // The official schema, if `make schemas` has fetched it; otherwise the part that mcheck uses.
  const char* official = std::getenv("MCHECK_SARIF_SCHEMA");
  const std::string schema = official != nullptr ? official : kSchemas + "sarif.schema.json";
  const ShellResult sarif = run_shell(validate + quoted(schema) + " *.sarif 2>&1");
  INFO(sarif.out);
  CHECK(sarif.code == 0);
  CHECK(sarif.out.find(std::to_string(fingerprints_.size()) + " files, 0") != std::string::npos);
  const ShellResult quality =
      run_shell(validate + quoted(kSchemas + "codequality.schema.json") + " *.codequality 2>&1");
  INFO(quality.out);
  CHECK(quality.code == 0);
  const char* common = std::getenv("MCHECK_JUNIT_SCHEMA");
  const std::string xsd = common != nullptr ? common : kSchemas + "junit.xsd";
  const ShellResult junit =
      run_shell(here + "xmllint --noout --schema " + quoted(xsd) + " *.xml 2>&1");
  INFO(junit.out);
  CHECK(junit.code == 0);
}

}  // namespace mcheck::expected
