// SPDX-License-Identifier: MIT
#include "visualize/exchange/sarif.hpp"

#include <algorithm>
#include <optional>

#include "engine/base/json.hpp"
#include "engine/base/utf8.hpp"
#include "engine/trace/failures/failure_id.hpp"
#include "visualize/exchange/project_paths.hpp"
#include "visualize/model/folded_trace.hpp"
#include "visualize/model/wording.hpp"
#include "visualize/text/report.hpp"

namespace mcheck {
namespace {

Json message(const std::string& text) { return Json::object().set("text", valid_utf8(text)); }

// Characters that a URI may contain stay; all others become %20 and the like.
std::string uri_of(const std::string& path) {
  static constexpr std::string_view kPlain = "/-._~+,=@:";
  static constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string uri;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (letter || kPlain.find(c) != std::string_view::npos) {
      uri += c;
    } else {
      uri += '%';
      uri += kDigits[byte >> 4U];
      uri += kDigits[byte & 15U];
    }
  }
  return uri;
}

}  // namespace

Json sarif_artifact(const std::string& path) {
  if (path.starts_with('/')) return Json::object().set("uri", "file://" + uri_of(path));
  return Json::object().set("uri", uri_of(path)).set("uriBaseId", "%SRCROOT%");
}

namespace {

class SarifWriter {
 public:
  explicit SarifWriter(const SarifStyle& style) : style_(style) {}

  // Adds the failures of a case, or, if it has none, a result which says that the case is not as
  // expected.
  void add(const SuiteCase& each) {
    paths_.emplace(style_.root, each.executable);
    for (const Result& result : each.results) {
      for (const Warning& warning : result.warnings) {
        results_.add(warning_result(each, result, warning));
      }
      const std::string caveat = schedule_caveat(result);
      if (!caveat.empty()) results_.add(caveat_result(each, caveat));
    }
    if (each.status == CaseStatus::kAsExpected) return;
    bool any_failure = false;
    for (const Result& result : each.results) {
      for (const FailureReport& failure : result.failures) {
        results_.add(failure_result(each, result, failure));
        any_failure = true;
      }
    }
    if (!any_failure && is_failure(each.status)) results_.add(unmet_result(each));
  }

  std::string text() {
    Json driver = Json::object();
    driver.set("name", "mcheck").set("semanticVersion", style_.version);
    driver.set("rules", std::move(rules_));
    Json run = Json::object();
    run.set("tool", Json::object().set("driver", std::move(driver)));
    run.set("columnKind", "unicodeCodePoints").set("results", std::move(results_));
    Json sarif = Json::object();
    sarif.set("$schema", "https://json.schemastore.org/sarif-2.1.0.json").set("version", "2.1.0");
    return sarif.set("runs", Json::array().add(std::move(run))).dump(true);
  }

 private:
  // The index of the rule, which is added on first use.
  int rule(const std::string& id, const std::string& noun) {
    const auto found = std::ranges::find(ids_, id);
    if (found != ids_.end()) return static_cast<int>(found - ids_.begin());
    ids_.push_back(id);
    Json rule = Json::object();
    rule.set("id", id).set("shortDescription", message(noun));
    rule.set("help", message("mcheck explain " + id + " lists the usual causes and fixes."));
    rules_.add(std::move(rule));
    return static_cast<int>(ids_.size()) - 1;
  }

  [[nodiscard]] Json location(const std::string& file, int line, const std::string& function,
                              const std::string& text) {
    Json location = Json::object();
    if (!file.empty()) {
      Json physical = Json::object();
      physical.set("artifactLocation", sarif_artifact(paths_->from_root(file)));
      if (line > 0) physical.set("region", Json::object().set("startLine", line));
      location.set("physicalLocation", std::move(physical));
    }
    if (!function.empty()) {
      Json logical = Json::object();
      logical.set("fullyQualifiedName", valid_utf8(function)).set("kind", "function");
      location.set("logicalLocations", Json::array().add(std::move(logical)));
    }
    if (!text.empty()) location.set("message", message(text));
    return location;
  }

  // One code flow with a thread flow for each thread; steps are numbered in execution order.
  [[nodiscard]] Json code_flow(const FailureReport& failure) {
    Json threads = Json::array();
    for (const std::string& thread : threads_of(failure)) {
      Json locations = Json::array();
      for (std::size_t i = 0; i < failure.trace.size(); ++i) {
        const TraceStep& step = failure.trace[i];
        if (step.thread != thread) continue;
        Json at = Json::object();
        at.set("location", location(step.file, step.line, step.function, step_text(step)));
        at.set("executionOrder", static_cast<int>(i) + 1);
        at.set("importance", step.preemption ? "essential" : "important");
        locations.add(std::move(at));
      }
      if (locations.elements().empty()) continue;
      Json flow = Json::object();
      flow.set("id", valid_utf8(thread)).set("message", message(thread));
      threads.add(flow.set("locations", std::move(locations)));
    }
    return Json::object().set("threadFlows", std::move(threads));
  }

  Json failure_result(const SuiteCase& each, const Result& result, const FailureReport& failure) {
    const std::string noun = failure_noun(failure.kind);
    const std::string id = *id_of(failure.kind) != '\0' ? id_of(failure.kind) : noun;
    // Reaching a limit is not an error of the program.
    Json entry = new_entry(id, noun, is_limit(failure.kind) ? CaseStatus::kWarned : each.status);
    entry.set("message", message(noun + " in " + each.name +
                                 (failure.message.empty() ? "" : ": " + failure.message)));
    const FailurePlace place = place_of(failure);
    entry.set("locations", Json::array().add(location(place.file, place.line, place.function, "")));
    if (!failure.trace.empty()) entry.set("codeFlows", Json::array().add(code_flow(failure)));
    Json related = Json::array();
    for (const ReportedStack& stack : failure.stacks) {
      if (stack.frames.empty()) continue;
      const StackFrame& frame = stack.frames.front();
      Json other = location(frame.file, frame.line, frame.function, stack.title);
      other.set("id", static_cast<int>(related.elements().size()) + 1);
      related.add(std::move(other));
    }
    if (!related.elements().empty()) entry.set("relatedLocations", std::move(related));
    entry.set("partialFingerprints",
              Json::object().set("mcheckFailure/v1", identity_of(result, failure)));
    return entry.set("properties", properties(each, result, failure.schedule));
  }

  // A warning does not depend on the expected verdict.
  Json warning_result(const SuiteCase& each, const Result& result, const Warning& warning) {
    const std::string noun = failure_noun(warning.kind);
    Json entry = new_entry(id_of(warning.kind), noun, CaseStatus::kWarned);
    entry.set("message", message(noun + " in " + each.name + ": " + warning.message));
    Json related = Json::array();
    for (const WarningPlace& place : warning.places) {
      Json at = location(place.file, place.line, place.function, place.thread + " " + place.what);
      if (&place == &warning.places.front()) {
        entry.set("locations", Json::array().add(std::move(at)));
      } else {
        at.set("id", static_cast<int>(related.elements().size()) + 1);
        related.add(std::move(at));
      }
    }
    if (!related.elements().empty()) entry.set("relatedLocations", std::move(related));
    entry.set("partialFingerprints",
              Json::object().set("mcheckWarning/v1", identity_of(result, warning)));
    return entry.set("properties", properties(each, result, warning.schedule));
  }

  static Json properties(const SuiteCase& each, const Result& result, const std::string& schedule) {
    Json bag = Json::object().set("program", each.program).set("test", result.test);
    return bag.set("schedule", schedule);
  }

  // A forced schedule that was not followed in full.
  Json caveat_result(const SuiteCase& each, const std::string& caveat) {
    Json entry = new_entry("schedule", "forced schedule not followed", CaseStatus::kWarned);
    entry.set("message", message("forced schedule of " + each.name + ": " + caveat));
    entry.set("locations", Json::array().add(location(each.program, 0, "", "")));
    return entry.set("partialFingerprints",
                     Json::object().set("mcheckCase/v1", valid_utf8(each.name + " schedule")));
  }

  // A case without a failure that is still not as expected.
  Json unmet_result(const SuiteCase& each) {
    const Verdict verdict = worst_verdict(each.results);
    const bool differs = verdict == Verdict::kNotRepeatable;
    const bool is_broken = each.results.empty() && each.verdict.empty();
    const std::string id = is_broken ? "broken" : differs ? kNotRepeatableId : "unmet";
    Json entry = new_entry(id, "not as expected", each.status);
    entry.set("message", message(each.name + ": " + each.why));
    entry.set("locations", Json::array().add(location(each.program, 0, "", "")));
    return entry.set("partialFingerprints",
                     Json::object().set("mcheckCase/v1", valid_utf8(each.name + " " + id)));
  }

  Json new_entry(const std::string& id, const std::string& noun, CaseStatus status) {
    const int index = rule(id, noun);
    Json entry = Json::object();
    entry.set("ruleId", id).set("ruleIndex", index);
    entry.set("level", status == CaseStatus::kFailed || status == CaseStatus::kBroken ? "error"
                       : status == CaseStatus::kWarned                                ? "warning"
                                                                                      : "note");
    if (status == CaseStatus::kKnown) entry.set("baselineState", "unchanged");
    return entry;
  }

  const SarifStyle& style_;
  std::optional<ProjectPaths> paths_;  // of the current case
  std::vector<std::string> ids_;
  Json rules_ = Json::array();
  Json results_ = Json::array();
};

}  // namespace

std::string sarif_text(const Suite& suite, const SarifStyle& style) {
  SarifWriter writer(style);
  for (const SuiteCase& each : suite.cases) writer.add(each);
  return writer.text();
}

}  // namespace mcheck
