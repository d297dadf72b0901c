// SPDX-License-Identifier: MIT
// One execution that stays close to a reference and deviates from it in one respect.
#pragma once

#include <optional>
#include <vector>

#include "dpor/guide.hpp"
#include "engine/search/strategy.hpp"

namespace mcheck {

struct Departure {
  // From this step on the running thread continues while it is enabled, except at these positions.
  std::size_t stays_from = ~std::size_t{0};
  std::vector<ThreadPlace> leaves_at{};
  // A thread waits at the first position until another has passed the second.
  struct Hold {
    ThreadPlace held;
    ThreadPlace until;
  };
  std::optional<Hold> hold{};
};

class Guided final : public Strategy {
 public:
  // The reference has to outlive this.
  Guided(const Guide& guide, Departure departure)
      : guide_(guide), departure_(std::move(departure)) {}

  std::optional<Begin> begin_execution() override {
    if (started_) return std::nullopt;
    started_ = true;
    return Begin{.keep = 0};
  }
  Pick pick(const View& view) override;
  void end_execution(const Execution&, Ending) override {}
  [[nodiscard]] bool exhaustive() const override { return false; }

  // No other thread was enabled, so the held thread continued too early.
  [[nodiscard]] bool let_go() const { return let_go_; }

 private:
  [[nodiscard]] bool is_held(const Execution& execution, ThreadId thread) const;
  [[nodiscard]] std::optional<std::uint32_t> nearest(const View& view, bool preempting,
                                                     bool held) const;

  const Guide& guide_;
  Departure departure_;
  bool started_ = false;
  bool let_go_ = false;
};

// The positions at which the execution preempted a thread.
[[nodiscard]] std::vector<ThreadPlace> preemption_places(const Execution& execution);

}  // namespace mcheck
