// SPDX-License-Identifier: MIT
#include "programs/mcheck/orders/orders_command.hpp"

#include <algorithm>
#include <iostream>
#include <tuple>
#include <utility>

#include "programs/mcheck/cli/diagnostic.hpp"
#include "programs/mcheck/orders/missing_order.hpp"
#include "programs/mcheck/orders/order_patch.hpp"
#include "programs/mcheck/orders/order_search.hpp"
#include "programs/mcheck/orders/order_table.hpp"
#include "programs/mcheck/results/report.hpp"
#include "programs/mcheck/supervise/signals.hpp"

namespace mcheck::command {
namespace {

OrderVerdict order_verdict_of(const OrderPlace& place, OrderSetting weakest,
                              const std::optional<TriedOrder>& tried) {
  if (place.varies) return OrderVerdict::kVaries;
  if (weakest.kind == OrderSetting::Kind::kFenced) return OrderVerdict::kTooWeak;
  const bool is_undecided = tried && tried->outcome.verdict != Verdict::kBug;
  if (weakest == OrderSetting{.order = place.now}) {
    if (weaker_settings(place.site.operation, place.now).empty()) return OrderVerdict::kWeakest;
    return is_undecided ? OrderVerdict::kUndecided : OrderVerdict::kNeeded;
  }
  if (weakest.kind == OrderSetting::Kind::kRemoved) return OrderVerdict::kStronger;
  if (!is_as_strong(place.now, weakest.order)) return OrderVerdict::kTooWeak;
  return is_undecided ? OrderVerdict::kUndecided : OrderVerdict::kStronger;
}

std::vector<OrderRow> rows_of(const OrderSearch& search, const OrderSettings& settings) {
  std::vector<OrderRow> rows;
  for (std::size_t i = 0; i < settings.size(); ++i) {
    const OrderPlace& place = search.places().all()[i];
    const auto& tried = search.next_weaker(i);
    OrderRow row{.site = place.site,
                 .place = search.places().location(i),
                 .operation = search.places().operation(i),
                 .weakest = place.varies ? "" : text_of(settings[i]),
                 .verdict = order_verdict_of(place, settings[i], tried),
                 .weaker = {},
                 .schedule = {},
                 .reason = {}};
    if (tried) {
      row.weaker = text_of(tried->setting);
      row.schedule = tried->outcome.token;
      if (row.schedule.empty()) row.reason = tried->outcome.what;
    }
    rows.push_back(std::move(row));
  }
  std::ranges::stable_sort(rows, {}, [](const OrderRow& row) {
    return std::tie(row.site.file, row.site.line, row.site.column);
  });
  return rows;
}

// The places alone, where no order is known to be enough.
std::vector<OrderRow> rows_without_orders(const OrderPlaces& places) {
  std::vector<OrderRow> rows;
  for (std::size_t i = 0; i < places.size(); ++i) {
    rows.push_back({.site = places.all()[i].site,
                    .place = places.location(i),
                    .operation = places.operation(i),
                    .weakest = "?",
                    .verdict = OrderVerdict::kUndecided,
                    .weaker = {},
                    .schedule = {},
                    .reason = {}});
  }
  return rows;
}

// Fills the table; without complete rows if the orders of the code could not be explored, or if no
// order helps.
void search_orders(OrderSearch& search, OrderExplorer& explorer, OrderTable& table) {
  const OrderOutcome& unchanged = search.explore_unchanged();
  table.verdict = unchanged.verdict;
  table.schedule = unchanged.token;
  if (!unchanged.is_verified()) table.reason = unchanged.what;
  OrderSettings settings = search.places().unchanged();
  if (unchanged.verdict == Verdict::kBug) {
    const auto missing = search.find_missing();
    if (!missing) {
      const bool has_bug = search.strongest().verdict == Verdict::kBug;
      table.reason +=
          has_bug ? "; seq_cst orders do not forbid it" : "; " + search.strongest().what;
      return;
    }
    table.missing = missing_text(search.places(), *missing);
    settings = missing->settings;
  } else if (!unchanged.is_verified()) {
    return;
  }
  settings = search.weaken(std::move(settings));
  const OrderOutcome whole = explorer.explore_and_list(search.places().orders_text(settings));
  table.rows = rows_of(search, settings);
  table.executions = whole.executions;
  table.complete = whole.is_verified() && !explorer.has_stopped();
  if (search.places().size() == 0)
    table.reason = "no atomic operation has a place in the code: compile with -g";
}

OrderTable orders_of_test(const Invocation& invocation, ProgramInfo& program,
                          const std::string& test) {
  OrderExplorer explorer(invocation, program, test, invocation.cache);
  OrderSearch search(explorer);
  OrderTable table{.program = invocation.program,
                   .test = test,
                   .arguments = invocation.arguments,
                   .reason = {},
                   .schedule = {},
                   .missing = {},
                   .rows = {}};
  search_orders(search, explorer, table);
  if (table.rows.empty()) table.rows = rows_without_orders(search.places());
  table.assumptions.assign(explorer.assumptions().begin(), explorer.assumptions().end());
  table.explorations = explorer.explorations();
  table.from_cache = explorer.from_cache();
  table.seconds = explorer.seconds();
  return table;
}

void print_patch(const OrderTable& table) {
  const OrderPatch patch = order_patch(table);
  std::cout << patch.diff;
  for (const std::string& each : patch.rest) std::cerr << "by hand: " << each << "\n";
  if (!table.complete) std::cerr << "no patch of all orders: the search is incomplete\n";
}

int orders_exit_code(const std::vector<OrderTable>& tables) {
  int code = stop_signal() != 0 ? exit_code(Verdict::kIncomplete) : 0;
  for (const OrderTable& table : tables) {
    if (table.verdict == Verdict::kBug) return exit_code(Verdict::kBug);
    if (table.verdict != Verdict::kVerified) code = exit_code(table.verdict);
    if (!table.complete) code = exit_code(Verdict::kIncomplete);
  }
  return code;
}

}  // namespace

int run_orders(
    const Invocation& invocation,
    const std::function<std::vector<std::string>(const Invocation&, const ProgramInfo&)>& choose) {
  ProgramInfo program = query_program(invocation);
  const std::vector<std::string> tests = choose(invocation, program);
  if (invocation.patch && tests.size() > 1) {
    throw UsageError{diagnostic("a patch is for one test, and there are several",
                                {{"known", listed(tests)}, {"try", "--test " + tests.front()}})};
  }
  const bool prints_json = invocation.json == "-";
  std::vector<OrderTable> tables;
  for (const std::string& test : tests) {
    if (stop_signal() != 0) break;
    tables.push_back(orders_of_test(invocation, program, test));
    if (invocation.patch) {
      print_patch(tables.back());
    } else if (!prints_json) {
      std::cout << order_text(tables.back(), invocation.quiet) << std::flush;
    }
  }
  if (prints_json) std::cout << order_json(tables).dump(true) << std::flush;
  if (!invocation.json.empty() && !prints_json) {
    const std::string error = write_json_file(invocation.json, order_json(tables));
    if (!error.empty())
      std::cerr << diagnostic("cannot write '" + invocation.json + "': " + error, {});
  }
  return orders_exit_code(tables);
}

}  // namespace mcheck::command
