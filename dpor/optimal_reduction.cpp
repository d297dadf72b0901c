// SPDX-License-Identifier: MIT
#include "dpor/optimal_reduction.hpp"

#include "engine/trace/order/happens_before.hpp"

namespace mcheck {
namespace {

// Whether two neighbours on one object commute that TruSt takes to conflict.
bool has_commuting_operations(const Execution& execution) {
  const std::span<const Event> events = execution.events();
  HappensBefore order(Relation::kCommuting);
  order.update(events, execution.versions(), 0);
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Event& event = events[i];
    if (event.mode != Mode::kCommuting) continue;
    const std::uint32_t writer = execution.versions()[event.version_before].writer;
    if (writer == kNone || events[writer].thread == event.thread) continue;
    if (!HappensBefore::seen(order.all(i), events[writer])) return true;
  }
  return false;
}

}  // namespace

std::optional<Begin> OptimalReduction::begin_execution() {
  if (chosen_ != nullptr) return chosen_->begin_execution();
  (void)optimal_dpor_.begin_execution();
  return trust_.begin_execution();
}

Pick OptimalReduction::pick(const View& view) {
  return chosen_ != nullptr ? chosen_->pick(view) : pick_both(view);
}

Pick OptimalReduction::pick_both(const View& view) {
  const Pick pick = trust_.pick(view);
  picks_agree_ = picks_agree_ && optimal_dpor_.pick(view).alternative == pick.alternative;
  return pick;
}

// Optimal DPOR does not handle spinning threads.
void OptimalReduction::retracted() {
  if (chosen_ == nullptr) chosen_ = &trust_;
  chosen_->retracted();
}

bool OptimalReduction::is_probe(const Execution& execution) {
  return chosen_ != &optimal_dpor_ && trust_.is_probe(execution);
}

bool OptimalReduction::is_redundant(const Execution& execution) {
  return chosen_ != &optimal_dpor_ && trust_.is_redundant(execution);
}

void OptimalReduction::end_execution(const Execution& execution, Ending ending) {
  if (chosen_ == nullptr) {
    const bool commutes = picks_agree_ && has_commuting_operations(execution);
    chosen_ = commutes ? static_cast<Strategy*>(&optimal_dpor_) : &trust_;
  }
  chosen_->end_execution(execution, ending);
}

bool OptimalReduction::take_over(std::string_view shard, Identities& names) {
  chosen_ = &trust_;
  return trust_.take_over(shard, names);
}

void OptimalReduction::start_empty() {
  chosen_ = &trust_;
  trust_.start_empty();
}

std::vector<std::string> OptimalReduction::remarks() const {
  if (chosen_ == &optimal_dpor_) {
    return {"optimal uses odpor: operations of several threads commute"};
  }
  return {"optimal uses trust"};
}

}  // namespace mcheck
