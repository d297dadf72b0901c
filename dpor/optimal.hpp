// SPDX-License-Identifier: MIT
// The default: whichever optimal reduction has fewer classes to run for the program at hand.
//
// Idea     Run-based TruSt (trust.hpp) and Optimal DPOR (optimal_dpor.hpp) begin with the same
//          execution. If operations of two threads commute in it that TruSt takes to exclude each
//          other (shared locks, releases of permits, a latch counted down), Optimal DPOR goes on:
//          it has up to (2N)!/2^N times fewer classes. Otherwise they have the same classes, and
//          TruSt goes on, which remembers nothing and can be shared by processes and bounded.
// Limits   The first execution decides. Where a thread polls it is TruSt. With a bound it is always
// TruSt.
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
  // A bound below 0 is none.
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
  // Optimal DPOR is one piece.
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
  Strategy* chosen_ = nullptr;  // null: both, as long as they agree
  bool agree_ = true;
};

}  // namespace mcheck
