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

#include "dpor/optimal_dpor.hpp"
#include "dpor/trust.hpp"

namespace mcheck {

class Optimal final : public Strategy,
                      public Divisible,
                      public RunAhead,
                      public Bounded,
                      public Estimating,
                      public Reduction {
 public:
  // Below 0: no bound.
  explicit Optimal(int bound) : trust_(bound) {
    if (bound >= 0) chosen_ = &trust_;
  }

  std::optional<Begin> begin_execution() override;
  Pick pick(const View& view) override;
  [[nodiscard]] std::size_t lets_go(std::size_t step, std::size_t ways) const override {
    return chosen_ == &trust_ ? trust_.lets_go(step, ways) : 0;
  }
  void gone(std::size_t step, std::size_t ways, std::size_t steps) override {
    trust_.gone(step, ways, steps);
  }
  void retracted() override;
  bool cut_short(const Execution& execution) override;
  bool leaves_out(const Execution& execution) override;
  void end_execution(const Execution& execution, Ending ending) override;

  [[nodiscard]] bool ends_at_failure() const override {
    return chosen_ == &odpor_ || trust_.ends_at_failure();
  }
  [[nodiscard]] bool asks_of_older(const Execution& execution, ThreadId thread) const override {
    return chosen_ != &odpor_ && trust_.asks_of_older(execution, thread);
  }
  [[nodiscard]] bool exhaustive() const override { return going_on().exhaustive(); }
  [[nodiscard]] std::string why_not_exhaustive() const override {
    return going_on().why_not_exhaustive();
  }
  [[nodiscard]] bool bound_hit() const override { return trust_.bound_hit(); }
  [[nodiscard]] bool bounds_by_places() const override { return trust_.bounds_by_places(); }
  [[nodiscard]] bool within_bound() const override { return trust_.within_bound(); }
  [[nodiscard]] double finished_mass() const override {
    return chosen_ == &odpor_ ? odpor_.finished_mass() : trust_.finished_mass();
  }
  [[nodiscard]] EstimateKind estimate_kind() const override {
    return chosen_ == &odpor_ ? odpor_.estimate_kind() : trust_.estimate_kind();
  }
  [[nodiscard]] std::vector<std::string> remarks() const override;
  // Optimal DPOR cannot be divided.
  [[nodiscard]] Capabilities capabilities() override {
    return {.divisible = chosen_ == &odpor_ ? nullptr : this,
            .run_ahead = this,
            .bounded = this,
            .estimating = this,
            .reduction = this};
  }

  [[nodiscard]] std::vector<std::string> outstanding(const Identities& names) const override {
    return trust_.outstanding(names);
  }
  std::optional<std::string> give_away(const Identities& names) override {
    return trust_.give_away(names);
  }
  bool take_over(std::string_view part, Identities& names) override;
  void start_empty() override;

 private:
  [[nodiscard]] const Strategy& going_on() const {
    return chosen_ == nullptr ? static_cast<const Strategy&>(trust_) : *chosen_;
  }

  Pick pick_of_both(const View& view);

  Trust trust_;
  OptimalDpor odpor_;
  Strategy* chosen_ = nullptr;  // null: both, as long as their picks agree
  bool agree_ = true;
};

}  // namespace mcheck
