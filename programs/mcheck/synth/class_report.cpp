// SPDX-License-Identifier: MIT
#include "programs/mcheck/synth/class_report.hpp"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/utf8.hpp"
#include "programs/mcheck/cli/diagnostic.hpp"
#include "visualize/model/wording.hpp"

namespace mcheck::command {
namespace {

constexpr std::size_t kShownOutcomes = 8;

// The message of a failure ends with the results of the calls, "push(1); pop() -> 1": takes them
// apart by the calls, which are known.
void add_results(std::vector<ScenarioCall>& calls, std::string_view message) {
  const auto first = std::ranges::find_if(calls, [](const auto& call) { return call.thread != 0; });
  if (first == calls.end()) return;
  std::size_t at = message.find(": " + first->text);
  if (at == std::string_view::npos) return;
  at += 2;
  for (auto call = first; call != calls.end(); ++call) {
    if (message.substr(at, call->text.size()) != call->text) return;
    at += call->text.size();
    const std::size_t end =
        call + 1 == calls.end() ? message.size() : message.find("; " + call[1].text, at);
    if (end == std::string_view::npos) return;
    if (message.substr(at, 4) == " -> ") call->result = message.substr(at + 4, end - at - 4);
    at = end + 2;
  }
}

std::string order_text(const CallOrders& orders, const CallOrders::Outcome& outcome,
                       std::size_t order) {
  std::string text;
  const auto add = [&](std::size_t call) {
    if (!text.empty()) text += "; ";
    text += call_line(orders.calls[call].text, outcome.results[call]);
  };
  const auto& calls = outcome.orders[order];
  for (auto call = calls.begin(); call != calls.end(); ++call) {
    if (std::find(call + 1, calls.end(), *call) == calls.end()) {
      add(*call);
    } else {  // its request; the last time that it stands in the order it completes
      text += (text.empty() ? "" : "; ") + orders.calls[*call].text + " waits";
    }
  }
  for (std::size_t i = 0; i < orders.calls.size(); ++i) {
    if (orders.calls[i].thread < 0) add(i);
  }
  return text;
}

}  // namespace

std::string call_line(const std::string& call, const std::string& result) {
  return result.empty() ? call : call + " -> " + result;
}

std::vector<ScenarioCall> scenario_of(const ClassFinding& finding) {
  std::vector<ScenarioCall> calls;
  for (const CallOrders::CallText& call : finding.orders.calls) {
    calls.push_back({.text = call.text, .thread = call.thread});
  }
  // Calls before the threads give the same in every execution.
  for (std::size_t i = 0; i < calls.size(); ++i) {
    const auto& outcomes = finding.orders.outcomes;
    const std::string& result = outcomes.front().results[i];
    const bool is_same = std::ranges::all_of(
        outcomes, [&](const CallOrders::Outcome& each) { return each.results[i] == result; });
    if (calls[i].thread == 0 && is_same) calls[i].result = result;
    if (calls[i].result == "constructed") calls[i].result.clear();
  }
  if (!finding.result.failures.empty()) add_results(calls, finding.result.failures.front().message);
  return calls;
}

std::string scenario_text(const std::vector<ScenarioCall>& calls) {
  int threads = 0;
  for (const ScenarioCall& call : calls) threads = std::max(threads, call.thread);
  std::vector<std::vector<std::string>> columns(static_cast<std::size_t>(threads));
  std::string before;
  std::string after;
  for (const ScenarioCall& call : calls) {
    const std::string text = call_line(call.text, call.result);
    if (call.thread == 0) before += "      " + text + "\n";
    if (call.thread < 0) after += "      " + text + "\n";
    if (call.thread > 0) columns[static_cast<std::size_t>(call.thread) - 1].push_back(text);
  }
  std::size_t rows = 0;
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    std::size_t width = 2;
    for (const std::string& text : columns[i]) width = std::max(width, columns_of(text));
    widths.push_back(width);
    rows = std::max(rows, columns[i].size());
  }
  std::string text = before;
  std::string names = "      ";
  std::string rule = "      ";
  for (std::size_t i = 0; i < columns.size(); ++i) {
    names += padded("T" + std::to_string(i + 1), widths[i] + 3);
    for (std::size_t j = 0; j < widths[i]; ++j) rule += "─";
    rule += "   ";
  }
  const auto add_line = [&](std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  };
  add_line(names);
  add_line(rule);
  for (std::size_t row = 0; row < rows; ++row) {
    std::string line = "      ";
    for (std::size_t i = 0; i < columns.size(); ++i) {
      line += padded(row < columns[i].size() ? columns[i][row] : "", widths[i] + 3);
    }
    add_line(line);
  }
  if (!after.empty()) text += "      when they have ended\n" + after;
  return text;
}

std::string orders_text(const ClassFinding& finding, const std::string& reference) {
  const CallOrders& orders = finding.orders;
  std::string text = "  one call at a time, " +
                     (reference.empty() ? "these calls give" : reference + " gives") + ":\n";
  // Threads with the same calls are interchangeable: their orders have the same text.
  std::vector<std::pair<std::string, std::size_t>> shown;
  for (const CallOrders::Outcome& outcome : orders.outcomes) {
    std::set<std::string> texts;
    for (std::size_t i = 0; i < outcome.orders.size(); ++i) {
      texts.insert(order_text(orders, outcome, i));
    }
    const std::string first = order_text(orders, outcome, 0);
    const bool is_known =
        std::ranges::any_of(shown, [&](const auto& one) { return one.first == first; });
    if (!is_known) shown.emplace_back(first, texts.size() - 1);
  }
  for (std::size_t i = 0; i < shown.size() && i < kShownOutcomes; ++i) {
    const auto& [one, others] = shown[i];
    text += "    " + one;
    if (others > 0) text += "   (and in " + counted(others, "other order") + ")";
    text += "\n";
  }
  if (shown.size() > kShownOutcomes) {
    text += "    and " + grouped(shown.size() - kShownOutcomes) + " other outcomes\n";
  }
  if (orders.waits) text += "    and in some orders a call waits, or blocks for ever\n";
  return text;
}

std::string coverage_text(const ClassOutcome& outcome) {
  std::string text = counted(outcome.tests, "test") + ", " +
                     (outcome.incomplete == 0 && outcome.tests > 0
                          ? "each explored completely"
                          : grouped(outcome.incomplete) + " of them not explored completely") +
                     (outcome.why_incomplete.empty() ? "" : " (" + outcome.why_incomplete + ")");
  text += "; " + grouped(outcome.covered_pairs) + " of " + counted(outcome.all_pairs, "pair") +
          " of operations; " + counted(outcome.executions, "execution");
  if (outcome.not_compared > 0) {
    text += "; results of " + counted(outcome.not_compared, "test") +
            " not compared: calls wait, and " + outcome.why_not_compared +
            " (--oracle linearizability compares them)";
  }
  if (!outcome.opaque.empty()) {
    text += "; what " + listed({outcome.opaque.begin(), outcome.opaque.end()}) +
            (outcome.opaque.size() == 1 ? " gives is" : " give is") +
            " not compared: it has no text";
  }
  if (outcome.discarded > 0) {
    text += "; " + counted(outcome.discarded, "test") +
            " discarded: the calls fail, block or go on for ever alone" +
            (outcome.why_discarded.empty() ? "" : " (the first: " + outcome.why_discarded + ")");
  }
  return text;
}

}  // namespace mcheck::command
