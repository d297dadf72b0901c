// SPDX-License-Identifier: MIT
#include "programs/mcheck/orders/order_patch.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <map>
#include <optional>
#include <utility>

#include "engine/trace/semantics/order_change.hpp"

namespace mcheck::command {
namespace {

constexpr int kContextLines = 3;

struct Span {
  std::size_t begin = 0;
  std::size_t size = 0;
};

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// The arguments of the call whose parenthesis opens at or after that position; none if the line
// does not close it.
std::vector<Span> arguments_after(const std::string& line, std::size_t from) {
  std::vector<Span> arguments;
  const std::size_t open = line.find('(', from);
  if (open == std::string::npos) return arguments;
  std::size_t begin = open + 1;
  int depth = 1;
  for (std::size_t at = begin; at < line.size(); ++at) {
    const char c = line[at];
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (depth == 0 || (depth == 1 && c == ',')) {
      arguments.push_back({begin, at - begin});
      begin = at + 1;
    }
    if (depth == 0) return arguments;
  }
  return {};
}

// Where a memory order is spelled in the argument: its name alone, "release".
std::optional<Span> spelled_order(const std::string& line, Span argument) {
  constexpr std::array<std::string_view, 6> kNames = {"relaxed", "consume", "acquire",
                                                      "release", "acq_rel", "seq_cst"};
  const std::string_view text = std::string_view(line).substr(argument.begin, argument.size);
  for (const std::string_view prefix : {"memory_order_", "memory_order::"}) {
    const std::size_t found = text.find(prefix);
    if (found == std::string_view::npos) continue;
    const std::size_t begin = found + prefix.size();
    std::size_t end = begin;
    while (end < text.size() && is_word(text[end])) ++end;
    const std::string_view name = text.substr(begin, end - begin);
    if (std::ranges::find(kNames, name) == kNames.end()) return std::nullopt;
    return Span{argument.begin + begin, name.size()};
  }
  return std::nullopt;
}

// The orders that the call at that position spells in its own arguments.
std::vector<Span> orders_of_call(const std::string& line, std::size_t open) {
  std::vector<Span> orders;
  for (const Span argument : arguments_after(line, open)) {
    if (line.substr(argument.begin, argument.size).find('(') != std::string::npos) continue;
    if (const auto order = spelled_order(line, argument)) orders.push_back(*order);
  }
  return orders;
}

// Of the first call at or after the column. A column may be that of a macro around the call: then
// of the one call in it that spells orders.
std::vector<Span> orders_at(const std::string& line, int column) {
  const std::size_t open = line.find('(', column > 0 ? static_cast<std::size_t>(column) - 1 : 0);
  if (open == std::string::npos) return {};
  std::vector<Span> orders = orders_of_call(line, open);
  if (!orders.empty()) return orders;
  const std::vector<Span> arguments = arguments_after(line, open);
  if (arguments.empty()) return {};
  const std::size_t end = arguments.back().begin + arguments.back().size;
  std::size_t calls = 0;
  for (std::size_t at = open + 1; (at = line.find('(', at)) < end; ++at) {
    std::vector<Span> inner = orders_of_call(line, at);
    if (inner.empty()) continue;
    orders = std::move(inner);
    ++calls;
  }
  return calls == 1 ? orders : std::vector<Span>{};
}

std::vector<std::string> lines_of_file(const std::string& path) {
  std::vector<std::string> lines;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

// A hunk for each group of changed lines; none is added or removed.
std::string file_diff(const std::string& path, const std::vector<std::string>& before,
                      const std::vector<std::string>& after) {
  std::string text = "--- " + path + "\n+++ " + path + "\n";
  const int count = static_cast<int>(before.size());
  const auto line = [](const std::vector<std::string>& lines, int i) -> const std::string& {
    return lines[static_cast<std::size_t>(i)];
  };
  const auto next_change = [&](int from) {
    while (from < count && line(before, from) == line(after, from)) ++from;
    return from;
  };
  for (int at = next_change(0); at < count;) {
    const int begin = std::max(at - kContextLines, 0);
    int last = at;
    while (next_change(last + 1) < count && next_change(last + 1) - last <= 2 * kContextLines)
      last = next_change(last + 1);
    const int end = std::min(last + kContextLines + 1, count);
    const std::string range = std::to_string(begin + 1) + "," + std::to_string(end - begin);
    text += "@@ -" + range + " +" + range + " @@\n";
    for (int i = begin; i < end; ++i) {
      const bool same = line(before, i) == line(after, i);
      text += (same ? " " : "-") + line(before, i) + "\n";
      if (!same) text += "+" + line(after, i) + "\n";
    }
    at = next_change(last + 1);
  }
  return text;
}

// Of several in one line, the last one first: the columns before it stay.
std::vector<const OrderRow*> rows_to_change(const OrderTable& table) {
  std::vector<const OrderRow*> rows;
  for (const OrderRow& row : table.rows) {
    const bool is_known = row.verdict != OrderVerdict::kVaries && !row.site.order.empty();
    if (is_known && row.weakest != row.site.order) rows.push_back(&row);
  }
  std::ranges::stable_sort(rows, [](const OrderRow* a, const OrderRow* b) {
    return std::pair(a->site.column, a->site.operation == kFailureOrder) >
           std::pair(b->site.column, b->site.operation == kFailureOrder);
  });
  return rows;
}

}  // namespace

std::string with_order(const std::string& line, const SpelledOrder& order) {
  const std::vector<Span> spelled = orders_at(line, order.column);
  const auto which = static_cast<std::size_t>(order.which);
  if (which >= spelled.size()) return "";
  const Span at = spelled[which];
  if (line.substr(at.begin, at.size) != order.now) return "";
  return line.substr(0, at.begin) + order.wanted + line.substr(at.begin + at.size);
}

OrderPatch order_patch(const OrderTable& table) {
  OrderPatch patch;
  std::map<std::string, std::pair<std::vector<std::string>, std::vector<std::string>>> files;
  for (const OrderRow* row : rows_to_change(table)) {
    auto& [before, after] = files[row->site.file];
    if (before.empty()) before = after = lines_of_file(row->site.file);
    const auto line = static_cast<std::size_t>(row->site.line) - 1;
    const SpelledOrder order{.column = row->site.column,
                             .which = row->site.operation == kFailureOrder ? 1 : 0,
                             .now = row->site.order,
                             .wanted = row->weakest};
    const bool is_order = row->weakest != "none" && row->weakest != "fenced";
    const std::string changed =
        is_order && line < after.size() ? with_order(after[line], order) : "";
    if (!changed.empty()) after[line] = changed;
    if (changed.empty())
      patch.rest.push_back(row->place + ": " + row->operation + " " + row->weakest + " (is " +
                           row->site.order + ")");
  }
  std::ranges::sort(patch.rest);
  for (const auto& [path, lines] : files) {
    if (lines.first != lines.second) patch.diff += file_diff(path, lines.first, lines.second);
  }
  return patch;
}

}  // namespace mcheck::command
