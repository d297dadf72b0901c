// SPDX-License-Identifier: MIT
// One execution that stays close to a reference and deviates from it in one respect.
#pragma once

#include <optional>
#include <vector>

#include "dpor/minimise/reference_execution.hpp"
#include "engine/search/strategy/strategy.hpp"

namespace mcheck {

struct Deviation {
  // From this step on the running thread continues while it is enabled, except at these positions.
  std::size_t no_preemption_from = ~std::size_t{0};
  std::vector<ThreadPosition> preempt_at{};
  // A thread waits at the first position until another has passed the second.
  struct Hold {
    ThreadPosition held;
    ThreadPosition until;
  };
  std::optional<Hold> hold{};
};

class NeighbourSearch final : public Strategy {
 public:
  // The reference has to outlive this.
  NeighbourSearch(const ReferenceExecution& reference, Deviation deviation)
      : reference_(reference), deviation_(std::move(deviation)) {}

  std::optional<Begin> begin_execution() override {
    if (started_) return std::nullopt;
    started_ = true;
    return Begin{.keep = 0};
  }
  Pick pick(const View& view) override;
  void end_execution(const Execution&, Ending) override {}
  [[nodiscard]] bool exhaustive() const override { return false; }

  // No other thread was enabled, so the held thread continued too early.
  [[nodiscard]] bool released_early() const { return released_early_; }

 private:
  [[nodiscard]] bool is_held(const Execution& execution, ThreadId thread) const;
  [[nodiscard]] std::optional<std::uint32_t> nearest(const View& view, bool preempting,
                                                     bool held) const;

  const ReferenceExecution& reference_;
  Deviation deviation_;
  bool started_ = false;
  bool released_early_ = false;
};

// The positions at which the execution preempted a thread.
[[nodiscard]] std::vector<ThreadPosition> preemption_positions(const Execution& execution);

}  // namespace mcheck
