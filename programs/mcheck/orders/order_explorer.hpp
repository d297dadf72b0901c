// SPDX-License-Identifier: MIT
// One exploration of a test with changed memory orders, and a cache of what explorations found.
//
// The cache has a line of JSON for each decided exploration, appended as soon as it ends: a search
// that was interrupted continues where it stopped. Its key has all that the outcome depends on: the
// program's file, the test, its arguments and the options.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/trace/results/order_site.hpp"
#include "programs/mcheck/search/program_client.hpp"

namespace mcheck::command {

struct OrderOutcome {
  Verdict verdict = Verdict::kIncomplete;
  std::uint64_t executions = 0;
  std::string token;  // of a bug
  std::string what;   // the bug, or why it is incomplete
  std::vector<OrderSite> sites;

  [[nodiscard]] bool is_verified() const { return verdict == Verdict::kVerified; }
};

class OrderExplorer {
 public:
  // `cache_file`: "" for none. Throws UsageError if it cannot be read or written.
  OrderExplorer(const Invocation& invocation, ProgramInfo& program, const std::string& test,
                const std::string& cache_file);

  // With these orders. Incomplete, without an exploration, once the time is over.
  [[nodiscard]] OrderOutcome explore(const std::string& orders);
  // The same in one process, which lists the places that it reaches.
  [[nodiscard]] OrderOutcome explore_and_list(const std::string& orders);
  // No exploration begins later than that after now.
  void limit_time(double seconds);
  [[nodiscard]] bool has_stopped() const;

  [[nodiscard]] std::size_t explorations() const { return explorations_; }
  [[nodiscard]] std::size_t from_cache() const { return from_cache_; }
  // What verified explorations assume of the memory model, beyond RC11 itself.
  [[nodiscard]] const std::set<std::string>& assumptions() const { return assumptions_; }
  [[nodiscard]] double seconds() const;

 private:
  [[nodiscard]] OrderOutcome explore(const std::string& orders, unsigned jobs);
  [[nodiscard]] OrderOutcome run(const std::string& orders, unsigned jobs);
  void read_cache();
  void write_to_cache(const std::string& orders, const OrderOutcome& outcome) const;

  Invocation invocation_;
  ProgramInfo& program_;
  std::string test_;
  std::string cache_file_;
  std::string key_;
  std::map<std::string, OrderOutcome> known_;   // by orders
  std::map<std::string, OrderOutcome> cached_;  // of runs before
  std::set<std::string> assumptions_;
  std::size_t explorations_ = 0;
  std::size_t from_cache_ = 0;
  double begun_ = 0;
  double end_ = 0;  // 0: none
};

}  // namespace mcheck::command
