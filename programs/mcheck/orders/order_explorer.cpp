// SPDX-License-Identifier: MIT
#include "programs/mcheck/orders/order_explorer.hpp"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <utility>
#include <variant>

#include "engine/base/fingerprint.hpp"
#include "programs/mcheck/cli/diagnostic.hpp"
#include "programs/mcheck/gate/file_fingerprints.hpp"
#include "programs/mcheck/supervise/signals.hpp"
#include "visualize/model/wording.hpp"

namespace mcheck::command {
namespace {

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::string fingerprint_text(const Fingerprint& print) {
  return std::to_string(print.high) + "." + std::to_string(print.low);
}

// All that an outcome depends on, but for the orders.
std::string key_of(const Invocation& invocation, const std::string& test) {
  Call call = call_for(invocation, "explore", test);
  call.request.search.orders.clear();
  call.request.search.seconds = 0;  // only decided outcomes are cached
  const Json json = to_json(call.request);
  return fingerprint_text(FileFingerprints().of(invocation.program)) + "." +
         fingerprint_text(fingerprint(json.dump()));
}

Verdict verdict_named(const std::string& name) {
  for (const Verdict verdict : {Verdict::kVerified, Verdict::kBug}) {
    if (name == name_of(verdict)) return verdict;
  }
  return Verdict::kIncomplete;
}

OrderOutcome outcome_from(const Json& json) {
  OrderOutcome outcome{.verdict = verdict_named(json["verdict"].text()),
                       .executions = json["executions"].natural(),
                       .token = json["schedule"].text(),
                       .what = json["what"].text(),
                       .sites = {}};
  for (const Json& site : json["sites"].elements())
    outcome.sites.push_back(order_site_from_json(site));
  return outcome;
}

bool is_decided(const OrderOutcome& outcome) {
  return outcome.verdict == Verdict::kVerified || outcome.verdict == Verdict::kBug;
}

}  // namespace

OrderExplorer::OrderExplorer(const Invocation& invocation, ProgramInfo& program,
                             const std::string& test, const std::string& cache_file)
    : invocation_(invocation),
      program_(program),
      test_(test),
      cache_file_(cache_file),
      begun_(seconds_now()) {
  options& search = invocation_.search;
  search.memory = memory_model::rc11;
  search.list_orders = true;
  search.stop_after = 1;
  search.minimise = 0;
  invocation_.command = Command::kExplore;
  invocation_.checkpoint.clear();
  invocation_.tree.clear();
  invocation_.final_states = false;
  if (cache_file_.empty()) return;
  key_ = key_of(invocation_, test_);
  read_cache();
}

void OrderExplorer::limit_time(double seconds) { end_ = seconds_now() + seconds; }

bool OrderExplorer::has_stopped() const {
  return stop_signal() != 0 || (end_ != 0 && seconds_now() >= end_);
}

double OrderExplorer::seconds() const { return seconds_now() - begun_; }

OrderOutcome OrderExplorer::explore(const std::string& orders) {
  return explore(orders, invocation_.jobs);
}

OrderOutcome OrderExplorer::explore_and_list(const std::string& orders) {
  return explore(orders, 1);
}

OrderOutcome OrderExplorer::explore(const std::string& orders, unsigned jobs) {
  const auto is_enough = [&](const auto& found, const auto& all) {
    return found != all.end() && (jobs != 1 || !found->second.sites.empty());
  };
  const auto known = known_.find(orders);
  if (is_enough(known, known_)) return known->second;
  const auto cached = cached_.find(orders);
  if (is_enough(cached, cached_)) {
    ++from_cache_;
    return known_[orders] = cached->second;
  }
  if (has_stopped()) return {.token = {}, .what = "stopped", .sites = {}};
  OrderOutcome outcome = run(orders, jobs);
  if (is_decided(outcome)) write_to_cache(orders, outcome);
  return known_[orders] = std::move(outcome);
}

OrderOutcome OrderExplorer::run(const std::string& orders, unsigned jobs) {
  ++explorations_;
  Invocation invocation = invocation_;
  invocation.search.orders = orders;
  invocation.jobs = jobs;
  double& seconds = invocation.search.seconds;
  const double left = end_ == 0 ? 0 : std::max(end_ - seconds_now(), 0.01);
  if (left > 0 && (seconds == 0 || left < seconds)) seconds = left;
  const Result result = mcheck::command::explore(invocation, program_, test_, {});
  OrderOutcome outcome{.verdict = result.verdict,
                       .executions = result.executions,
                       .token = {},
                       .what = result.reason,
                       .sites = result.order_sites};
  for (const std::string& line : result.assumptions)
    if (line.find("newest value") != std::string::npos) assumptions_.insert(line);
  if (result.verdict == Verdict::kBug && has_failed(result)) {
    outcome.token = result.failures.front().schedule;
    outcome.what = result.failures.front().message;
  }
  return outcome;
}

void OrderExplorer::read_cache() {
  std::ifstream file(cache_file_);
  bool is_cut_off = false;
  for (std::string line; std::getline(file, line);) {
    is_cut_off = file.eof();
    const auto parsed = Json::parse(line);
    const auto* const json = std::get_if<Json>(&parsed);
    if (json == nullptr || (*json)["key"].text() != key_) continue;
    OrderOutcome outcome = outcome_from(*json);
    if (is_decided(outcome)) cached_[(*json)["orders"].text()] = std::move(outcome);
  }
  if (is_cut_off) std::ofstream(cache_file_, std::ios::app) << "\n";
}

void OrderExplorer::write_to_cache(const std::string& orders, const OrderOutcome& outcome) const {
  if (cache_file_.empty()) return;
  Json json = Json::object();
  json.set("key", key_).set("orders", orders).set("verdict", name_of(outcome.verdict));
  json.set("executions", outcome.executions).set("schedule", outcome.token);
  json.set("what", outcome.what);
  Json sites = Json::array();
  for (const OrderSite& site : outcome.sites) sites.add(mcheck::to_json(site));
  json.set("sites", std::move(sites));
  std::ofstream file(cache_file_, std::ios::app);
  file << json.dump() << "\n" << std::flush;
  if (file) return;
  throw UsageError{diagnostic("cannot write the cache '" + cache_file_ + "'",
                              {{"try", "--cache with another path"}})};
}

}  // namespace mcheck::command
