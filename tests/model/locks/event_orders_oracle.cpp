// SPDX-License-Identifier: MIT
#include "tests/model/locks/event_orders_oracle.hpp"

#include <algorithm>
#include <array>
#include <functional>

namespace orders {
namespace {

constexpr int kEvents = 4;

Named random_name(table::Draw& draw, const EventProgram& program) {
  const int thread = draw.below(static_cast<int>(program.size()));
  const auto& events = program[static_cast<std::size_t>(thread)];
  Named name{.event = draw.one_of(events)};
  if (draw.one_in(5)) name.number = 1 + draw.below(2);
  if (draw.one_in(5)) name.thread = thread + 1;
  return name;
}

Formula random_formula(table::Draw& draw, const EventProgram& program, int depth) {
  if (depth == 0 || draw.one_in(2)) return {.event = random_name(draw, program)};
  Formula formula{.kind = draw.one_in(2) ? Formula::Kind::kAll : Formula::Kind::kAny};
  for (int i = 0; i < 2; ++i) formula.parts.push_back(random_formula(draw, program, depth - 1));
  return formula;
}

std::string text_of(const Named& name) {
  std::string text(1, static_cast<char>('a' + name.event));
  if (name.number > 0) text += "#" + std::to_string(name.number);
  if (name.thread > 0) text += "@T" + std::to_string(name.thread);
  return text;
}

std::string text_of(const Formula& formula) {
  if (formula.kind == Formula::Kind::kEvent) return text_of(formula.event);
  std::string text;
  for (const Formula& part : formula.parts) {
    const bool is_first = text.empty();
    text += (is_first ? "(" : formula.kind == Formula::Kind::kAll ? " & " : " | ") + text_of(part);
  }
  return text + ")";
}

using Clauses = std::vector<std::vector<Named>>;

Clauses clauses_of(const Formula& formula) {
  if (formula.kind == Formula::Kind::kEvent) return {{formula.event}};
  Clauses all = clauses_of(formula.parts[0]);
  const Clauses more = clauses_of(formula.parts[1]);
  if (formula.kind == Formula::Kind::kAll) {
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
  Clauses merged;
  for (const auto& one : all) {
    for (const auto& other : more) {
      merged.push_back(one);
      merged.back().insert(merged.back().end(), other.begin(), other.end());
    }
  }
  return merged;
}

using Past = std::vector<Named>;  // the events that have happened

bool holds(const Formula& formula, const Past& past) {
  const auto part_holds = [&](const Formula& part) { return holds(part, past); };
  switch (formula.kind) {
    case Formula::Kind::kEvent:
      return std::ranges::any_of(past, [&](const Named& e) { return formula.event.means(e); });
    case Formula::Kind::kAll: return std::ranges::all_of(formula.parts, part_holds);
    case Formula::Kind::kAny: return std::ranges::any_of(formula.parts, part_holds);
  }
  return false;
}

// Whether the event may happen after these.
using MayHappen = std::function<bool(const Named& event, const Past& past)>;

class Enumeration {
 public:
  Enumeration(const EventProgram& program, const MayHappen& may_happen)
      : program_(program), may_happen_(may_happen), threads_(program.size()) {
    for (const auto& events : program) left_ += events.size();
  }

  Sequences run() {
    extend(0);
    return found_;
  }

 private:
  struct Thread {
    std::size_t next = 0;
    int arrived = 0;  // the number that its event has got; 0: it has not arrived
  };

  void extend(std::uint32_t sequence) {
    if (left_ == 0) found_.insert(sequence);
    for (std::size_t t = 0; t < threads_.size(); ++t) {
      const Thread before = threads_[t];
      if (before.next == program_[t].size()) continue;
      const int event = program_[t][before.next];
      if (before.arrived == 0) {
        threads_[t].arrived = ++arrivals_[static_cast<std::size_t>(event)];
        extend(sequence);
        --arrivals_[static_cast<std::size_t>(event)];
      } else {
        const Named now{event, before.arrived, static_cast<int>(t) + 1};
        if (!may_happen_(now, past_)) continue;
        threads_[t] = {.next = before.next + 1, .arrived = 0};
        past_.push_back(now);
        --left_;
        extend(sequence * 4 + static_cast<std::uint32_t>(t) + 1);
        ++left_;
        past_.pop_back();
      }
      threads_[t] = before;
    }
  }

  const EventProgram& program_;
  const MayHappen& may_happen_;
  std::vector<Thread> threads_;
  std::array<int, kEvents> arrivals_{};
  std::size_t left_ = 0;
  Past past_;
  Sequences found_;
};

}  // namespace

EventProgram random_event_program(table::Draw& draw) {
  EventProgram program(static_cast<std::size_t>(2 + draw.below(2)));
  int left = 5;
  for (auto& events : program) {
    const int count = 1 + draw.below(program.size() == 2 ? 3 : 2);
    for (int i = 0; i < count && left > 0; ++i, --left) events.push_back(draw.below(kEvents));
  }
  return program;
}

std::vector<EventOrder> random_orders(table::Draw& draw, const EventProgram& program) {
  std::vector<EventOrder> all;
  const int count = 1 + draw.below(3);
  for (int i = 0; i < count; ++i)
    all.push_back({random_formula(draw, program, 2), random_name(draw, program)});
  return all;
}

std::vector<GatePlan> random_gates(table::Draw& draw, const EventProgram& program) {
  std::vector<GatePlan> gates(static_cast<std::size_t>(1 + draw.below(3)));
  for (GatePlan& gate : gates) {
    for (int i = draw.below(2); i >= 0; --i) gate.openers.push_back(random_name(draw, program));
    for (int i = draw.below(2); i >= 0; --i) gate.waiters.push_back(random_name(draw, program));
  }
  return gates;
}

std::string text_of(const EventProgram& program) {
  std::string text;
  for (const auto& events : program) {
    for (const int event : events) text += static_cast<char>('a' + event);
    text += "/";
  }
  return text;
}

std::string text_of(const std::vector<EventOrder>& all) {
  std::string text;
  for (const EventOrder& order : all) {
    text += (text.empty() ? "" : ", ") + text_of(order.before) + " -> " + text_of(order.event);
  }
  return text;
}

std::vector<GatePlan> as_gates(const std::vector<EventOrder>& all) {
  std::vector<GatePlan> gates;
  for (const EventOrder& order : all) {
    for (const auto& clause : clauses_of(order.before)) gates.push_back({clause, {order.event}});
  }
  return gates;
}

std::vector<EventOrder> as_orders(const std::vector<GatePlan>& gates) {
  std::vector<EventOrder> all;
  for (const GatePlan& gate : gates) {
    Formula before{.event = gate.openers.front()};
    for (std::size_t i = 1; i < gate.openers.size(); ++i)
      before = {.kind = Formula::Kind::kAny, .parts = {before, {.event = gate.openers[i]}}};
    for (const Named& waiter : gate.waiters) all.push_back({before, waiter});
  }
  return all;
}

Sequences sequences_under(const EventProgram& program, const std::vector<EventOrder>& all) {
  const MayHappen may_happen = [&](const Named& event, const Past& past) {
    return std::ranges::all_of(all, [&](const EventOrder& order) {
      return !order.event.means(event) || holds(order.before, past);
    });
  };
  return Enumeration(program, may_happen).run();
}

Sequences sequences_under(const EventProgram& program, const std::vector<GatePlan>& gates) {
  const MayHappen may_happen = [&](const Named& event, const Past& past) {
    const auto is_open = [&](const GatePlan& gate) {
      return std::ranges::any_of(past, [&](const Named& happened) {
        return std::ranges::any_of(gate.openers, [&](const Named& o) { return o.means(happened); });
      });
    };
    return std::ranges::all_of(gates, [&](const GatePlan& gate) {
      const bool waits =
          std::ranges::any_of(gate.waiters, [&](const Named& w) { return w.means(event); });
      return !waits || is_open(gate);
    });
  };
  return Enumeration(program, may_happen).run();
}

}  // namespace orders
