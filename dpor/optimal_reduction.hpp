// SPDX-License-Identifier: MIT
// The default: the optimal reduction that has fewer classes to run for the program.
//
// Idea     Run-based TruSt (trust.hpp) and optimal DPOR (optimal_dpor.hpp) begin with the same
//          execution. If operations of two threads commute in it that TruSt takes to conflict
//          (shared locks, releases of a semaphore, count-downs of a latch), optimal DPOR continues:
//          it has up to (2N)!/2^N times fewer classes. Otherwise both have the same classes, and
//          TruSt continues: it needs little memory, can be divided among processes and can be
//          bounded.
// Limits   The first execution decides. With a spinning thread or a bound it is always TruSt.
#pragma once

#include "dpor/optimal/optimal_dpor.hpp"
#include "dpor/trust/trust.hpp"

namespace mcheck {

class OptimalReduction final : public Strategy,
                               public Divisible,
                               public RunAhead,
                               public Bounded,
                               public Estimating,
                               public Reduction {
 public:
  // Below 0: no bound.
  explicit OptimalReduction(int bound) : trust_(bound) {
    if (bound >= 0) chosen_ = &trust_;
  }

  std::optional<Begin> begin_execution() override;
  Pick pick(const View& view) override;
  [[nodiscard]] std::size_t grant_run_ahead(std::size_t step,
                                            std::size_t alternatives) const override {
    return chosen_ == &trust_ ? trust_.grant_run_ahead(step, alternatives) : 0;
  }
  void note_run_ahead(std::size_t step, std::size_t alternatives, std::size_t steps) override {
    trust_.note_run_ahead(step, alternatives, steps);
  }
  void retracted() override;
  bool is_probe(const Execution& execution) override;
  bool is_redundant(const Execution& execution) override;
  void end_execution(const Execution& execution, Ending ending) override;

  [[nodiscard]] bool ends_at_failure() const override {
    return chosen_ == &optimal_dpor_ || trust_.ends_at_failure();
  }
  [[nodiscard]] bool needs_older_versions(const Execution& execution,
                                          ThreadId thread) const override {
    return chosen_ != &optimal_dpor_ && trust_.needs_older_versions(execution, thread);
  }
  [[nodiscard]] bool exhaustive() const override { return active_strategy().exhaustive(); }
  [[nodiscard]] std::string why_not_exhaustive() const override {
    return active_strategy().why_not_exhaustive();
  }
  [[nodiscard]] bool bound_hit() const override { return trust_.bound_hit(); }
  [[nodiscard]] bool bounds_by_places() const override { return trust_.bounds_by_places(); }
  [[nodiscard]] bool within_bound() const override { return trust_.within_bound(); }
  [[nodiscard]] double finished_mass() const override {
    return chosen_ == &optimal_dpor_ ? optimal_dpor_.finished_mass() : trust_.finished_mass();
  }
  [[nodiscard]] EstimateKind estimate_kind() const override {
    return chosen_ == &optimal_dpor_ ? optimal_dpor_.estimate_kind() : trust_.estimate_kind();
  }
  [[nodiscard]] std::vector<std::string> remarks() const override;
  // Optimal DPOR cannot be divided.
  [[nodiscard]] Capabilities capabilities() override {
    return {.divisible = chosen_ == &optimal_dpor_ ? nullptr : this,
            .run_ahead = this,
            .bounded = this,
            .estimating = this,
            .reduction = this};
  }

  [[nodiscard]] std::vector<std::string> outstanding(const Identities& names) const override {
    return trust_.outstanding(names);
  }
  std::optional<std::string> give_shard(const Identities& names) override {
    return trust_.give_shard(names);
  }
  bool take_over(std::string_view shard, Identities& names) override;
  void start_empty() override;

 private:
  [[nodiscard]] const Strategy& active_strategy() const {
    return chosen_ == nullptr ? static_cast<const Strategy&>(trust_) : *chosen_;
  }

  Pick pick_both(const View& view);

  Trust trust_;
  OptimalDpor optimal_dpor_;
  Strategy* chosen_ = nullptr;  // null: both, as long as their picks agree
  bool picks_agree_ = true;
};

}  // namespace mcheck
