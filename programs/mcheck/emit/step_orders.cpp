// SPDX-License-Identifier: MIT
#include "programs/mcheck/emit/step_orders.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "engine/trace/semantics/operation_names.hpp"

namespace mcheck::command {
namespace {

// Numbered objects, "mutex#1" or "Node#2.next", have other numbers in other executions; "x of T1"
// is the x of a function that several threads run.
std::string lasting_name(const std::string& object) {
  if (object.find('#') != std::string::npos) return "";
  return object.substr(0, object.find(" of "));
}

std::string erased(std::string text, const std::string& part) {
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part))
    text.erase(at, part.size());
  return text;
}

std::string without_template_arguments(const std::string& function) {
  std::string text;
  int depth = 0;
  for (const char c : function) {
    if (c == '<') ++depth;
    if (depth == 0) text += c;
    if (c == '>') --depth;
  }
  return text;
}

// "bank::transfer" of "void bank::transfer<int>(int, int) const"; empty for lambdas and the like,
// which a schedule file cannot name well.
std::string lasting_function(const std::string& function) {
  if (function.find("operator") != std::string::npos) return "";
  const std::string plain = without_template_arguments(erased(function, "(anonymous namespace)::"));
  const std::string name = plain.substr(0, plain.find('('));
  const std::size_t end = plain.rfind(')');
  const bool is_local = end != std::string::npos && plain.find("::", end) != std::string::npos;
  const std::string last = name.substr(name.rfind(' ') + 1);
  const bool is_plain = last.find_first_of("{[~") == std::string::npos;
  return is_plain && !is_local && !last.starts_with("std::") ? last : "";
}

OrderedStep step_of(const TraceStep& step) {
  return {.thread = step.thread,
          .operation = step.operation,
          .object = lasting_name(step.object),
          .function = lasting_function(step.function),
          .file = step.file,
          .line = step.line};
}

OrderedStep step_of(const ThreadEnd& end) {
  return {.thread = end.thread,
          .operation = end.operation,
          .object = lasting_name(end.object),
          .function = lasting_function(end.function),
          .file = end.file,
          .line = end.line};
}

bool looks_the_same(const OrderedStep& a, const OrderedStep& b) {
  return a.thread == b.thread && a.operation == b.operation && a.object == b.object &&
         a.function == b.function;
}

void count_times(std::vector<OrderedStep>& steps) {
  for (OrderedStep& step : steps) step.time = 1;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (looks_the_same(steps[i], steps[j])) ++steps[i].time;
    }
  }
}

// What allocates and what ends the process is no location.
bool is_location(const OrderedStep& step) {
  const bool is_known = operation_at_begin_of(step.operation) == step.operation;
  return is_known && step.thread.find_first_of(" :") == std::string::npos;
}

bool only_reads(const std::string& operation) {
  constexpr std::array<std::string_view, 4> kReads = {"load", "read", "wait_for", "try_wait"};
  return std::ranges::find(kReads, operation) != kReads.end();
}

// The steps that precede a step: of each thread, all up to this index.
using Clock = std::map<std::string, std::size_t>;

void join(Clock& clock, const Clock& other) {
  for (const auto& [thread, step] : other) {
    const auto [entry, is_new] = clock.try_emplace(thread, step);
    if (!is_new) entry->second = std::max(entry->second, step);
  }
}

bool precedes(const Clock& clock, const std::string& thread, std::size_t step) {
  const auto known = clock.find(thread);
  return known != clock.end() && known->second >= step;
}

// Finds the orders step by step.
class OrderFinder {
 public:
  explicit OrderFinder(const FailureReport& failure) {
    for (const TraceStep& step : failure.trace) add(step_of(step), step.object, step.cause);
    const auto last = now_.find(failure.thread);
    is_pending_ = true;
    for (const ThreadEnd& end : failure.threads) {
      if (end.operation.empty()) continue;
      const std::size_t number = pending_[end.thread] = found_.steps.size();
      add(step_of(end), end.object, -1);
      // Whatever the step is: it may change what the failing thread finds.
      if (end.state == "ready" && last != now_.end() && end.thread != failure.thread)
        add_order(last->second.at(failure.thread), number);
    }
    count_times(found_.steps);
    if (failure.decisive_step) add_decisive(failure, *failure.decisive_step);
  }

  StepOrders take() { return std::move(found_); }

 private:
  struct Access {
    std::size_t step = 0;
    bool reads = false;
  };

  void add(const OrderedStep& step, const std::string& object, int cause) {
    const std::size_t number = found_.steps.size();
    found_.steps.push_back(step);
    Clock& clock = clocks_.emplace_back(now_[step.thread]);
    // What the start or the end of a thread, or a notification, orders: in every execution.
    if (cause >= 0 && static_cast<std::size_t>(cause) < number) {
      join(clock, clocks_[static_cast<std::size_t>(cause)]);
    }
    const Access access{number, only_reads(step.operation)};
    if (!object.empty()) add_orders(object, access, clock);
    clock[step.thread] = number;
    now_[step.thread] = clock;
    if (!object.empty() && !is_pending_) accesses_[object].push_back(access);
  }

  // The last step that it depends on first: others may precede that one.
  void add_orders(const std::string& object, const Access& access, Clock& clock) {
    const std::string& thread = found_.steps[access.step].thread;
    const std::vector<Access>& before = accesses_[object];
    for (auto each = before.rbegin(); each != before.rend(); ++each) {
      const std::string& other = found_.steps[each->step].thread;
      const bool depends = other != thread && !(each->reads && access.reads);
      if (!depends || precedes(clock, other, each->step)) continue;
      add_order(each->step, access.step);
      join(clock, clocks_[each->step]);
    }
  }

  void add_order(std::size_t first, std::size_t second) {
    if (is_location(found_.steps[first]) && is_location(found_.steps[second]))
      found_.orders.push_back({first, second});
  }

  void add_decisive(const FailureReport& failure, const DecisiveStep& decisive) {
    if (decisive.first < 0) return;
    const auto first = static_cast<std::size_t>(decisive.first);
    auto second = static_cast<std::size_t>(decisive.second);
    if (decisive.second < 0) {
      const auto waiting = static_cast<std::size_t>(decisive.waiting);
      if (decisive.waiting < 0 || waiting >= failure.threads.size()) return;
      const auto pending = pending_.find(failure.threads[waiting].thread);
      if (pending == pending_.end()) return;
      second = pending->second;
    }
    if (is_location(found_.steps[first]) && is_location(found_.steps[second]))
      found_.decisive = {{first, second}};
  }

  StepOrders found_;
  bool is_pending_ = false;           // steps that are added now have not happened
  std::vector<Clock> clocks_;         // after each step
  std::map<std::string, Clock> now_;  // by thread
  std::map<std::string, std::vector<Access>> accesses_;  // by object
  std::map<std::string, std::size_t> pending_;           // by thread
};

}  // namespace

void drop_objects(StepOrders& found, const std::set<std::string>& objects) {
  for (OrderedStep& step : found.steps) {
    if (objects.contains(step.object)) step.object.clear();
  }
  count_times(found.steps);
}

StepOrders step_orders(const FailureReport& failure) { return OrderFinder(failure).take(); }

}  // namespace mcheck::command
