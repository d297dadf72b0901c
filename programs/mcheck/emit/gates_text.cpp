// SPDX-License-Identifier: MIT
#include "programs/mcheck/emit/gates_text.hpp"

#include <cctype>
#include <map>
#include <set>

#include "engine/base/utf8.hpp"
#include "visualize/model/wording.hpp"

namespace mcheck::command {
namespace {

// "T1.load.count": letters, digits and points.
std::string event_name(const OrderedStep& step) {
  std::string name = step.thread + "." + step.operation;
  if (!step.object.empty()) name += "." + step.object;
  for (char& c : name) {
    const bool is_allowed = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.';
    if (!is_allowed) c = '_';
  }
  return name;
}

std::string location_text(const OrderedStep& step) {
  std::string text = "at " + step.operation;
  if (!step.object.empty()) text += " " + step.object;
  if (!step.function.empty()) text += " in " + step.function;
  text += " by " + step.thread;
  // Also if it is the only one here: a loop that repeats the event would multiply executions.
  return text + " time " + std::to_string(step.time);
}

}  // namespace

std::set<std::size_t> steps_of(const std::vector<StepOrder>& orders) {
  std::set<std::size_t> steps;
  for (const StepOrder& order : orders) steps.insert({order.first, order.second});
  return steps;
}

std::string gates_text(const StepOrders& found, const std::vector<StepOrder>& orders) {
  std::map<std::size_t, std::string> events;
  std::map<std::string, int> same;
  struct Line {
    std::string statement;
    std::string place;
  };
  std::vector<Line> lines;
  std::size_t widest = 0;
  for (const std::size_t number : steps_of(orders)) {
    const OrderedStep& step = found.steps[number];
    std::string& event = events[number] = event_name(step);
    if (const int nth = ++same[event]; nth > 1) event += "." + std::to_string(nth);
    lines.push_back({location_text(step) + ": event " + event, place_text(step.file, step.line)});
    widest = std::max(widest, lines.back().statement.size());
  }
  std::string text;
  for (const Line& line : lines) {
    text +=
        line.place.empty() ? line.statement : padded(line.statement, widest) + "  # " + line.place;
    text += "\n";
  }
  for (const StepOrder& order : orders)
    text += "order " + events[order.first] + " -> " + events[order.second] + "\n";
  return text;
}

}  // namespace mcheck::command
