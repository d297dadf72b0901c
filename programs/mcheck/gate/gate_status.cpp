// SPDX-License-Identifier: MIT
#include "programs/mcheck/gate/gate_status.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "engine/base/json.hpp"
#include "engine/trace/failures/failure_id.hpp"
#include "visualize/model/wording.hpp"
#include "visualize/text/report.hpp"

namespace mcheck::command {
namespace {

constexpr const char* kBaselineFormat = "mcheck-baseline-1";

bool is_allowed(const FailureReport& failure, const Kernel& kernel) {
  return std::ranges::find(kernel.allowed, id_of(failure.kind)) != kernel.allowed.end();
}

// Whether the only failures are limits that the kernel is allowed to reach.
bool reaches_allowed_limits_only(const SuiteCase& each, const Kernel& kernel) {
  return std::ranges::all_of(each.results, [&](const Result& result) {
    if (result.verdict == Verdict::kVerified) return true;
    return !result.failures.empty() &&
           std::ranges::all_of(result.failures, [&](const FailureReport& failure) {
             return is_allowed(failure, kernel);
           });
  });
}

// Summary of the failures of a case.
struct FailureSummary {
  bool any = false;
  bool all_allowed = true;
  bool all_known = true;  // or allowed
  std::string first;      // the first that is neither, or else the first of all
};

FailureSummary failures_of(const SuiteCase& each, const Kernel& kernel, const Baseline& baseline) {
  FailureSummary found;
  bool reported = false;
  for (const Result& result : each.results) {
    for (const FailureReport& failure : result.failures) {
      if (is_limit(failure.kind)) continue;
      const bool allowed = is_allowed(failure, kernel);
      const bool known = allowed || baseline.contains(each.name, identity_of(result, failure));
      found.any = true;
      found.all_allowed = found.all_allowed && allowed;
      found.all_known = found.all_known && known;
      if (reported || (known && !found.first.empty())) continue;
      found.first = failure_words(failure);
      reported = !known;
    }
  }
  return found;
}

std::string reason_of(const SuiteCase& each) {
  for (const Result& result : each.results) {
    if (result.verdict == Verdict::kIncomplete || result.verdict == Verdict::kNotRepeatable) {
      return std::string(name_of(result.verdict)) + ": " + result.reason;
    }
  }
  return "";
}

void set(SuiteCase& each, CaseStatus status, const std::string& why) {
  each.status = status;
  each.why = why.substr(0, why.find('\n'));
}

// Whether an incomplete search may have missed other failures.
bool may_miss_failures(const SuiteCase& each) {
  return !std::ranges::all_of(each.results, &Result::complete);
}

void classify_bug(SuiteCase& each, const Kernel& kernel, const GateFile& gate,
                  const Baseline& baseline) {
  const FailureSummary found = failures_of(each, kernel, baseline);
  if (!found.any) return set(each, CaseStatus::kFailed, "a failure without a report");
  if (kernel.expected == "bug") {
    if (kernel.allowed.empty() || found.all_allowed) return set(each, CaseStatus::kAsExpected, "");
    return set(each, CaseStatus::kFailed, "another bug than expected: " + found.first);
  }
  if (!found.all_known) return set(each, CaseStatus::kFailed, found.first);
  const std::string tolerated = (found.all_allowed ? "allowed: " : "known: ") + found.first;
  if (may_miss_failures(each)) {
    const CaseStatus status = gate.incomplete_fails ? CaseStatus::kFailed : CaseStatus::kWarned;
    return set(each, status, "there may be others: the search is incomplete; " + tolerated);
  }
  set(each, found.all_allowed ? CaseStatus::kAsExpected : CaseStatus::kKnown, tolerated);
}

// A class without a violation; `why` says what was covered.
void classify_coverage(SuiteCase& each, const Kernel& kernel) {
  each.status = kernel.expected == "bug" ? CaseStatus::kFailed : CaseStatus::kAsExpected;
  if (kernel.expected == "bug") {
    each.why = "no violation found, but a bug is expected: " + each.why;
  } else if (kernel.expected == "incomplete") {
    each.why = "better than expected: " + each.why;
  }
}

}  // namespace

std::variant<Baseline, std::string> Baseline::read(const std::string& path) {
  Baseline baseline;
  if (path.empty() || !std::filesystem::exists(path)) return baseline;
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  const auto parsed = Json::parse(text.str());
  if (const auto* error = std::get_if<std::string>(&parsed)) return *error;
  const Json& json = std::get<Json>(parsed);
  if (json["format"].text() != kBaselineFormat)
    return std::string("it is no baseline of mcheck gate");
  for (const Json& each : json["known"].elements()) {
    baseline.entries_.insert({each["kernel"].text(), each["failure"].text(), each["id"].text()});
  }
  return baseline;
}

Baseline Baseline::of(const Suite& suite) {
  Baseline baseline;
  for (const SuiteCase& each : suite.cases) {
    if (each.status != CaseStatus::kFailed && each.status != CaseStatus::kKnown) continue;
    for (const Result& result : each.results) {
      for (const FailureReport& failure : result.failures) {
        if (is_limit(failure.kind)) continue;
        baseline.entries_.insert({each.name, identity_of(result, failure), id_of(failure.kind)});
      }
    }
  }
  return baseline;
}

bool Baseline::contains(const std::string& kernel, const std::string& identity) const {
  return std::ranges::any_of(entries_, [&](const Entry& entry) {
    return entry.kernel == kernel && entry.identity == identity;
  });
}

bool Baseline::contains(const std::string& kernel) const {
  return std::ranges::find(entries_, kernel, &Entry::kernel) != entries_.end();
}

std::vector<std::string> Baseline::fixed_failures(const Suite& suite) const {
  std::vector<std::string> fixed;
  for (const Entry& entry : entries_) {
    for (const SuiteCase& each : suite.cases) {
      if (each.name != entry.kernel || each.results.empty()) continue;
      const bool still_fails = std::ranges::any_of(each.results, [&](const Result& result) {
        return std::ranges::any_of(result.failures, [&](const FailureReport& failure) {
          return identity_of(result, failure) == entry.identity;
        });
      });
      if (!still_fails) fixed.push_back(entry.kernel + " (" + entry.id + ")");
    }
  }
  return fixed;
}

std::string Baseline::text() const {
  Json known = Json::array();
  for (const Entry& entry : entries_) {
    Json one = Json::object();
    known.add(one.set("kernel", entry.kernel).set("id", entry.id).set("failure", entry.identity));
  }
  return Json::object().set("format", kBaselineFormat).set("known", std::move(known)).dump(true);
}

void classify_case(SuiteCase& each, const Kernel& kernel, const GateFile& gate,
                   const Baseline& baseline) {
  if (each.results.empty() && !each.verdict.empty()) return classify_coverage(each, kernel);
  if (each.results.empty()) {
    each.status = CaseStatus::kBroken;
    return;
  }
  const Verdict verdict = worst_verdict(each.results);
  if (verdict == Verdict::kBug) return classify_bug(each, kernel, gate, baseline);
  if (name_of(verdict) == kernel.expected) return set(each, CaseStatus::kAsExpected, "");
  if (verdict == Verdict::kVerified && kernel.expected == "incomplete") {
    return set(each, CaseStatus::kAsExpected,
               "better than expected: verified" + verdict_qualifier(each.results));
  }
  if (verdict == Verdict::kVerified) {
    return set(each, CaseStatus::kFailed,
               "verified" + verdict_qualifier(each.results) + ", but a bug is expected");
  }
  if (verdict == Verdict::kIncomplete && kernel.expected != "bug" &&
      reaches_allowed_limits_only(each, kernel)) {
    return set(each, CaseStatus::kAsExpected, "allowed: " + reason_of(each));
  }
  const bool warns = verdict == Verdict::kIncomplete && !gate.incomplete_fails;
  set(each, warns ? CaseStatus::kWarned : CaseStatus::kFailed, reason_of(each));
}

}  // namespace mcheck::command
