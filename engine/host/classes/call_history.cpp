// SPDX-License-Identifier: MIT
#include "engine/host/classes/call_history.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "engine/trace/order/happens_before.hpp"

namespace mcheck {
namespace {

bool starts_with(const CallOrder& order, const std::set<std::uint8_t>& calls) {
  const std::size_t count = std::min(order.size(), calls.size());
  return std::ranges::all_of(std::span(order).first(count),
                             [&](std::uint8_t call) { return calls.contains(call); });
}

// The beginnings and returns of calls, which of them come first in every execution of the class,
// and a search for an execution that none of the given orders fits.
//
// one_fits_all() compares with linearizability, which is stronger than quiescent consistency: the
// search only starts more often than it has to.
class WorstOrder {
 public:
  struct Mark {
    std::uint32_t event = 0;  // its position in the log
    std::uint8_t call = 0;
    bool begins = false;
  };

  WorstOrder(std::vector<Mark> marks, const HappensBefore& clocks, std::span<const Event> events,
             const std::set<CallOrder>& orders, consistency condition)
      : marks_(std::move(marks)),
        orders_(orders.begin(), orders.end()),
        is_quiescent_(condition == consistency::quiescent) {
    before_.resize(marks_.size());
    for (std::size_t i = 0; i < marks_.size(); ++i) {
      const VectorClock clock = clocks.all(marks_[i].event);
      for (std::size_t j = 0; j < marks_.size(); ++j) {
        const bool is_before = i != j && HappensBefore::seen(clock, events[marks_[j].event]);
        if (is_before) before_[i].push_back(j);
      }
    }
  }

  // Whether one order fits all executions: it takes a call before another only if the first begins
  // before the second returns in all of them.
  [[nodiscard]] bool one_fits_all() const {
    return std::ranges::any_of(orders_, [&](const CallOrder& order) { return fits_all(order); });
  }

  // The marks in an order that no given order of calls fits; empty: there is none.
  [[nodiscard]] std::vector<std::uint32_t> find() {
    std::vector<bool> taken(marks_.size());
    std::vector<bool> violated(orders_.size());
    return extend(taken, violated) ? path_ : std::vector<std::uint32_t>{};
  }

 private:
  [[nodiscard]] std::size_t find_mark(std::uint8_t call, bool begins) const {
    const auto found = std::ranges::find_if(
        marks_, [&](const Mark& mark) { return mark.call == call && mark.begins == begins; });
    return static_cast<std::size_t>(found - marks_.begin());
  }

  [[nodiscard]] bool fits_all(const CallOrder& order) const {
    for (std::size_t i = 0; i < order.size(); ++i) {
      for (std::size_t j = i + 1; j < order.size(); ++j) {
        const std::size_t returns = find_mark(order[j], false);
        if (returns == marks_.size()) continue;
        const auto& earlier = before_[returns];
        if (std::ranges::find(earlier, find_mark(order[i], true)) == earlier.end()) return false;
      }
    }
    return true;
  }

  // The call begins after these have returned: which orders does that exclude?
  void add_violations(std::uint8_t begun, const std::vector<bool>& taken,
                      std::vector<bool>& violated) const {
    if (is_quiescent_) return add_quiescent_violations(taken, violated);
    for (std::size_t i = 0; i < marks_.size(); ++i) {
      if (!taken[i] || marks_[i].begins) continue;
      for (std::size_t o = 0; o < orders_.size(); ++o) {
        const auto first = std::ranges::find(orders_[o], begun);
        if (std::find(first, orders_[o].end(), marks_[i].call) != orders_[o].end()) {
          violated[o] = true;
        }
      }
    }
  }

  // If no call is running, those that have returned are the first ones of the order.
  void add_quiescent_violations(const std::vector<bool>& taken, std::vector<bool>& violated) const {
    std::set<std::uint8_t> returned;
    std::size_t begun = 0;
    for (std::size_t i = 0; i < marks_.size(); ++i) {
      if (taken[i] && marks_[i].begins) ++begun;
      if (taken[i] && !marks_[i].begins) returned.insert(marks_[i].call);
    }
    if (begun != returned.size()) return;
    for (std::size_t o = 0; o < orders_.size(); ++o) {
      violated[o] = violated[o] || !starts_with(orders_[o], returned);
    }
  }

  bool extend(std::vector<bool>& taken, const std::vector<bool>& violated) {
    if (std::ranges::find(violated, false) == violated.end()) return true;
    if (!seen_.insert({taken, violated}).second) return false;
    for (std::size_t i = 0; i < marks_.size(); ++i) {
      const auto is_taken = [&](std::size_t earlier) { return taken[earlier]; };
      if (taken[i] || !std::ranges::all_of(before_[i], is_taken)) continue;
      std::vector<bool> more = violated;
      if (marks_[i].begins) add_violations(marks_[i].call, taken, more);
      taken[i] = true;
      path_.push_back(marks_[i].event);
      if (extend(taken, more)) return true;
      path_.pop_back();
      taken[i] = false;
    }
    return false;
  }

  std::vector<Mark> marks_;
  std::vector<CallOrder> orders_;
  bool is_quiescent_ = false;
  std::vector<std::vector<std::size_t>> before_;  // by mark
  std::set<std::pair<std::vector<bool>, std::vector<bool>>> seen_;
  std::vector<std::uint32_t> path_;
};

bool is_call(const Event& event, Kind kind) {
  return event.thread != kMainThread && event.operation.kind == kind;
}

}  // namespace

CallHistory::CallHistory(const Execution& execution, consistency condition)
    : execution_(execution), condition_(condition) {
  const std::span<const Event> events = execution.events();
  for (std::uint32_t i = 0; i < events.size(); ++i) {
    const auto call = static_cast<std::uint8_t>(events[i].operation.a);
    if (is_call(events[i], Kind::kCallBegin)) intervals_.push_back({call, i, kNone});
    if (!is_call(events[i], Kind::kCallEnd)) continue;
    std::ranges::find(intervals_, call, &Interval::call)->end = i;
  }
}

const CallHistory::Interval* CallHistory::interval_of(std::uint8_t call) const {
  const auto found = std::ranges::find(intervals_, call, &Interval::call);
  return found == intervals_.end() ? nullptr : &*found;
}

bool CallHistory::permits(const std::set<CallOrder>& orders) const {
  return std::ranges::any_of(orders, [&](const CallOrder& order) {
    switch (condition_) {
      case consistency::linearizable: return keeps_returns(order);
      case consistency::sequential: return true;
      case consistency::quiescent: return keeps_quiescence(order);
    }
    return false;
  });
}

bool CallHistory::keeps_returns(const CallOrder& order) const {
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Interval* const first = interval_of(order[i]);
    for (std::size_t j = i + 1; j < order.size(); ++j) {
      const Interval* const second = interval_of(order[j]);
      if (first != nullptr && second != nullptr && second->end < first->begin) return false;
    }
  }
  return true;
}

bool CallHistory::keeps_quiescence(const CallOrder& order) const {
  std::set<std::uint8_t> begun;
  std::uint32_t last_end = 0;
  for (const Interval& each : intervals_) {
    if (!begun.empty() && last_end < each.begin && !starts_with(order, begun)) return false;
    begun.insert(each.call);
    last_end = std::max(last_end, each.end);
  }
  return true;
}

std::optional<std::vector<std::uint32_t>> CallHistory::find_worst_order(
    const std::set<CallOrder>& orders) {
  if (condition_ == consistency::sequential) return std::nullopt;
  HappensBefore clocks(Relation::kCommuting);
  clocks.update(execution_.events(), execution_.versions(), 0);
  std::vector<WorstOrder::Mark> marks;
  for (const Interval& each : intervals_) {
    marks.push_back({.event = each.begin, .call = each.call, .begins = true});
    if (each.end != kNone) marks.push_back({.event = each.end, .call = each.call});
  }
  WorstOrder worst(std::move(marks), clocks, execution_.events(), orders, condition_);
  if (worst.one_fits_all()) return std::nullopt;
  const std::vector<std::uint32_t> path = worst.find();
  if (path.empty()) return std::nullopt;
  return complete(path);
}

// All events of the log: each mark as early as its place in the path permits, with what happens
// before it; then the rest.
std::vector<std::uint32_t> CallHistory::complete(std::span<const std::uint32_t> marks) const {
  const std::span<const Event> events = execution_.events();
  HappensBefore clocks(Relation::kCommuting);
  clocks.update(events, execution_.versions(), 0);
  std::vector<std::uint32_t> order;
  std::vector<bool> taken(events.size());
  const auto take = [&](std::uint32_t event) {
    if (!taken[event]) order.push_back(event);
    taken[event] = true;
  };
  for (const std::uint32_t mark : marks) {
    const VectorClock past = clocks.all(mark);
    for (std::uint32_t i = 0; i < mark; ++i) {
      if (HappensBefore::seen(past, events[i])) take(i);
    }
    take(mark);
  }
  for (std::uint32_t i = 0; i < events.size(); ++i) take(i);
  return order;
}

std::vector<Transition> CallHistory::schedule_of(std::span<const std::uint32_t> events) const {
  std::vector<Transition> schedule;
  for (const std::uint32_t i : events) {
    const Event& event = execution_.events()[i];
    if (!event.eager) schedule.push_back(transition_of(event));
  }
  return schedule;
}

}  // namespace mcheck
