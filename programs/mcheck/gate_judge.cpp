// SPDX-License-Identifier: MIT
#include "programs/mcheck/gate_judge.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "engine/base/json.hpp"
#include "engine/trace/failure_id.hpp"
#include "visualize/summary.hpp"
#include "visualize/words.hpp"

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
struct Failures {
  bool any = false;
  bool all_allowed = true;
  bool all_known = true;  // or allowed
  std::string first;      // the first that is neither, or else the first of all
};

Failures failures_of(const SuiteCase& each, const Kernel& kernel, const Baseline& baseline) {
  Failures found;
  bool told = false;
  for (const Result& result : each.results) {
    for (const FailureReport& failure : result.failures) {
      if (is_limit(failure.kind)) continue;
      const bool allowed = is_allowed(failure, kernel);
      const bool known = allowed || baseline.knows(each.name, identity_of(result, failure));
      found.any = true;
      found.all_allowed = found.all_allowed && allowed;
      found.all_known = found.all_known && known;
      if (told || (known && !found.first.empty())) continue;
      found.first = failure_words(failure);
      told = !known;
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

void set(SuiteCase& each, Standing standing, std::string why) {
  each.standing = standing;
  each.why = why.substr(0, why.find('\n'));
}

// Whether an incomplete search may have missed other failures.
bool may_hide_others(const SuiteCase& each) {
  return !std::ranges::all_of(each.results, &Result::complete);
}

void judge_bug(SuiteCase& each, const Kernel& kernel, const GateFile& gate,
               const Baseline& baseline) {
  const Failures found = failures_of(each, kernel, baseline);
  if (!found.any) return set(each, Standing::kFailed, "a failure that could not be told");
  if (kernel.expected == "bug") {
    if (kernel.allowed.empty() || found.all_allowed) return set(each, Standing::kAsWanted, "");
    return set(each, Standing::kFailed, "another bug than the one that is wanted: " + found.first);
  }
  if (!found.all_known) return set(each, Standing::kFailed, found.first);
  const std::string forgiven = (found.all_allowed ? "allowed: " : "known: ") + found.first;
  if (may_hide_others(each)) {
    const Standing standing = gate.incomplete_fails ? Standing::kFailed : Standing::kWarned;
    return set(each, standing,
               "there may be others, the search did not get to its end; " + forgiven);
  }
  set(each, found.all_allowed ? Standing::kAsWanted : Standing::kKnown, forgiven);
}

}  // namespace

std::variant<Baseline, std::string> Baseline::read(const std::string& path) {
  Baseline baseline;
  if (path.empty() || !std::filesystem::exists(path)) return baseline;
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  const auto parsed = Json::parse(text.str());
  if (const auto* trouble = std::get_if<std::string>(&parsed)) return *trouble;
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
    if (each.standing != Standing::kFailed && each.standing != Standing::kKnown) continue;
    for (const Result& result : each.results) {
      for (const FailureReport& failure : result.failures) {
        if (is_limit(failure.kind)) continue;
        baseline.entries_.insert({each.name, identity_of(result, failure), id_of(failure.kind)});
      }
    }
  }
  return baseline;
}

bool Baseline::knows(const std::string& kernel, const std::string& identity) const {
  return std::ranges::any_of(entries_, [&](const Entry& entry) {
    return entry.kernel == kernel && entry.identity == identity;
  });
}

bool Baseline::knows(const std::string& kernel) const {
  return std::ranges::find(entries_, kernel, &Entry::kernel) != entries_.end();
}

std::vector<std::string> Baseline::mended(const Suite& suite) const {
  std::vector<std::string> gone;
  for (const Entry& entry : entries_) {
    for (const SuiteCase& each : suite.cases) {
      if (each.name != entry.kernel || each.results.empty()) continue;
      const bool there = std::ranges::any_of(each.results, [&](const Result& result) {
        return std::ranges::any_of(result.failures, [&](const FailureReport& failure) {
          return identity_of(result, failure) == entry.identity;
        });
      });
      if (!there) gone.push_back(entry.kernel + " (" + entry.id + ")");
    }
  }
  return gone;
}

std::string Baseline::text() const {
  Json known = Json::array();
  for (const Entry& entry : entries_) {
    Json one = Json::object();
    known.add(one.set("kernel", entry.kernel).set("id", entry.id).set("failure", entry.identity));
  }
  return Json::object().set("format", kBaselineFormat).set("known", std::move(known)).dump(true);
}

void judge(SuiteCase& each, const Kernel& kernel, const GateFile& gate, const Baseline& baseline) {
  if (each.results.empty()) {
    each.standing = Standing::kBroken;
    return;
  }
  const Verdict verdict = worst_verdict(each.results);
  if (verdict == Verdict::kBug) return judge_bug(each, kernel, gate, baseline);
  if (name_of(verdict) == kernel.expected) return set(each, Standing::kAsWanted, "");
  if (verdict == Verdict::kVerified && kernel.expected == "incomplete") {
    return set(each, Standing::kAsWanted,
               "better than wanted: verified" + provisos_of(each.results));
  }
  if (verdict == Verdict::kVerified) {
    return set(each, Standing::kFailed,
               "verified" + provisos_of(each.results) + ", and a bug is wanted");
  }
  if (verdict == Verdict::kIncomplete && kernel.expected != "bug" &&
      reaches_allowed_limits_only(each, kernel)) {
    return set(each, Standing::kAsWanted, "allowed: " + reason_of(each));
  }
  const bool warns = verdict == Verdict::kIncomplete && !gate.incomplete_fails;
  set(each, warns ? Standing::kWarned : Standing::kFailed, reason_of(each));
}

}  // namespace mcheck::command
