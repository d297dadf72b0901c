// SPDX-License-Identifier: MIT
// Several strategies in turn, one execution each: it is not known beforehand which of them suits a
// program, and together they find a bug in at most as many times the executions of the best as
// there are strategies.
//
// Members  By default a random walk, priorities with one change and with two, partial order
//          sampling and the selectively uniform walk. Each draws from a random sequence of its own,
//          which the seed determines, and learns from its own executions only: alone, with that
//          seed, it would make the same ones.
// Guarantee  What each member guarantees, for its share of the executions.
// Limits   REQUIRES members that start every execution from its beginning.
// Oracle   tests/dpor/sampling/portfolio_test.cpp.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "dpor/sampling/sampler.hpp"

namespace mcheck {

class Portfolio final : public Strategy {
 public:
  struct Member {
    std::string name;
    std::unique_ptr<Strategy> strategy;
    std::uint64_t executions = 0;
    std::uint64_t failures = 0;  // of these executions
  };

  // The members above. `steps` as in SamplerOptions.
  explicit Portfolio(const SamplerOptions& options);

  std::optional<Begin> begin_execution() override;
  Pick pick(const View& view) override { return members_[current_].strategy->pick(view); }
  void end_execution(const Execution& execution, Ending ending) override;
  [[nodiscard]] bool exhaustive() const override { return false; }
  // The members that found failures, or else what each member guarantees.
  [[nodiscard]] std::vector<std::string> remarks() const override;

  [[nodiscard]] const std::vector<Member>& members() const { return members_; }

 private:
  [[nodiscard]] std::vector<std::string> finder_remarks() const;

  std::vector<Member> members_;
  std::size_t current_ = 0;
  std::size_t first_finder_ = 0;  // found the first failure
  std::uint64_t failures_ = 0;
};

}  // namespace mcheck
