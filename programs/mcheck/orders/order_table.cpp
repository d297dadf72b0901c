// SPDX-License-Identifier: MIT
#include "programs/mcheck/orders/order_table.hpp"

#include <algorithm>
#include <array>

#include "engine/base/utf8.hpp"
#include "engine/trace/semantics/order_change.hpp"
#include "programs/mcheck/cli/diagnostic.hpp"
#include "visualize/model/wording.hpp"

namespace mcheck::command {
namespace {

constexpr std::size_t kColumns = 5;
using TableRow = std::array<std::string, kColumns>;

std::string now_text(const OrderRow& row) {
  return row.site.order.empty() ? "varies" : row.site.order;
}

std::string verdict_text(const OrderRow& row) {
  std::string text = name_of(row.verdict);
  if (row.verdict == OrderVerdict::kUndecided && !row.weaker.empty())
    return text + ": " + row.weaker + " is incomplete: " + row.reason;
  if (!row.schedule.empty()) text += ", " + row.weaker + " fails";
  return text;
}

std::string rows_text(const OrderTable& table) {
  std::vector<TableRow> rows = {{"place", "operation", "now", "weakest", "verdict"}};
  for (const OrderRow& row : table.rows)
    rows.push_back({row.place, row.operation, now_text(row), row.weakest, verdict_text(row)});
  std::array<std::size_t, kColumns> widths{};
  for (const TableRow& row : rows) {
    for (std::size_t i = 0; i + 1 < kColumns; ++i)
      widths[i] = std::max(widths[i], columns_of(row[i]));
  }
  std::string text;
  for (const TableRow& row : rows) {
    text += " ";
    for (std::size_t i = 0; i + 1 < kColumns; ++i) text += " " + padded(row[i], widths[i]) + " ";
    text += " " + row.back() + "\n";
  }
  return text;
}

std::string test_text(const OrderTable& table) {
  std::string text = "test " + table.test;
  for (const std::string& argument : table.arguments) text += " " + shell_word(argument);
  return text + " of " + shell_word(table.program);
}

std::string replay_text(const OrderTable& table, const std::string& schedule) {
  return "mcheck replay " + shell_word(table.program) + " " + schedule;
}

// The counterexamples, below the table: a schedule is longer than a column.
std::string replays_text(const OrderTable& table) {
  std::string text;
  for (const OrderRow& row : table.rows) {
    if (row.schedule.empty()) continue;
    text += "  " + row.place + " " + row.operation + " " + row.weaker + "\n    " +
            replay_text(table, row.schedule) + "\n";
  }
  return text.empty() ? "" : "counterexamples of weaker orders\n" + text;
}

std::string conclusion_text(const OrderTable& table) {
  std::string text = "explored ";
  if (table.complete) {
    text = "verified with the weakest orders: " + counted(table.executions, "execution") +
           ", as far as this test goes\nexplored ";
  }
  text += counted(table.explorations, "time");
  if (table.from_cache > 0) text += ", " + std::to_string(table.from_cache) + " from the cache";
  return text + ", " + seconds_text(table.seconds) + "\n";
}

Json row_json(const OrderRow& row) {
  Json json = Json::object();
  json.set("file", row.site.file).set("line", row.site.line).set("column", row.site.column);
  json.set("operation", row.site.operation).set("object", row.site.object);
  json.set("now", row.site.order).set("weakest", row.weakest).set("verdict", name_of(row.verdict));
  if (row.weaker.empty()) return json;
  Json weaker = Json::object();
  weaker.set("order", row.weaker).set("schedule", row.schedule).set("reason", row.reason);
  return json.set("next_weaker", std::move(weaker));
}

Json table_json(const OrderTable& table) {
  Json rows = Json::array();
  for (const OrderRow& row : table.rows) rows.add(row_json(row));
  Json json = Json::object();
  json.set("test", table.test).set("arguments", Json::of(table.arguments));
  json.set("verdict", mcheck::name_of(table.verdict)).set("reason", table.reason);
  json.set("schedule", table.schedule).set("missing_order", table.missing);
  json.set("complete", table.complete).set("orders", std::move(rows));
  json.set("assumptions", Json::of(table.assumptions));
  json.set("executions", table.executions);
  json.set("explorations", static_cast<std::uint64_t>(table.explorations));
  json.set("from_cache", static_cast<std::uint64_t>(table.from_cache));
  return json.set("seconds", table.seconds);
}

}  // namespace

const char* name_of(OrderVerdict verdict) {
  switch (verdict) {
    case OrderVerdict::kWeakest: return "no weaker order exists";
    case OrderVerdict::kNeeded: return "needed";
    case OrderVerdict::kStronger: return "stronger than needed";
    case OrderVerdict::kTooWeak: return "too weak";
    case OrderVerdict::kUndecided: return "undecided";
    case OrderVerdict::kVaries: return "varies";
  }
  return "";
}

std::string order_text(const OrderTable& table, bool brief) {
  std::string text = std::string(mcheck::name_of(table.verdict)) + ": " + test_text(table) +
                     " under rc11" + (table.reason.empty() ? "" : ": " + table.reason) + "\n";
  if (!table.schedule.empty()) text += "replay:   " + replay_text(table, table.schedule) + "\n";
  if (!table.missing.empty()) text += "missing order: " + table.missing + "\n";
  for (const std::string& line : table.assumptions) text += "assumed: " + line + "\n";
  if (!table.rows.empty()) text += "\n" + rows_text(table) + "\n";
  if (!brief) text += replays_text(table);
  return text + conclusion_text(table);
}

Json order_json(const std::vector<OrderTable>& tables) {
  Json tests = Json::array();
  for (const OrderTable& table : tables) tests.add(table_json(table));
  Json json = Json::object();
  json.set("format", "mcheck-orders-1");
  json.set("program", tables.empty() ? std::string() : tables.front().program);
  return json.set("tests", std::move(tests));
}

}  // namespace mcheck::command
