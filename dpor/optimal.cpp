// SPDX-License-Identifier: MIT
#include "dpor/optimal.hpp"

#include "engine/trace/happens_before.hpp"

namespace mcheck {
namespace {

// Whether two neighbours on one object commute that TruSt takes to conflict.
bool something_commutes(const Execution& execution) {
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

std::optional<Begin> Optimal::begin_execution() {
  if (chosen_ != nullptr) return chosen_->begin_execution();
  (void)odpor_.begin_execution();
  return trust_.begin_execution();
}

Pick Optimal::pick(const View& view) {
  return chosen_ != nullptr ? chosen_->pick(view) : pick_of_both(view);
}

Pick Optimal::pick_of_both(const View& view) {
  const Pick pick = trust_.pick(view);
  agree_ = agree_ && odpor_.pick(view).alternative == pick.alternative;
  return pick;
}

// Optimal DPOR does not handle spinning threads.
void Optimal::retracted() {
  if (chosen_ == nullptr) chosen_ = &trust_;
  chosen_->retracted();
}

bool Optimal::cut_short(const Execution& execution) {
  return chosen_ != &odpor_ && trust_.cut_short(execution);
}

bool Optimal::leaves_out(const Execution& execution) {
  return chosen_ != &odpor_ && trust_.leaves_out(execution);
}

void Optimal::end_execution(const Execution& execution, Ending ending) {
  if (chosen_ == nullptr) {
    const bool commutes = agree_ && something_commutes(execution);
    chosen_ = commutes ? static_cast<Strategy*>(&odpor_) : &trust_;
  }
  chosen_->end_execution(execution, ending);
}

bool Optimal::take_over(std::string_view part, Identities& names) {
  chosen_ = &trust_;
  return trust_.take_over(part, names);
}

void Optimal::start_empty() {
  chosen_ = &trust_;
  trust_.start_empty();
}

std::vector<std::string> Optimal::remarks() const {
  if (chosen_ == &odpor_) {
    return {"optimal took odpor: operations of several threads commute"};
  }
  return {"optimal took trust"};
}

}  // namespace mcheck
