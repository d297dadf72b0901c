// SPDX-License-Identifier: MIT
#include "programs/mcheck/orders/missing_order.hpp"

#include "visualize/model/wording.hpp"

namespace mcheck::command {

std::string change_text(const OrderPlaces& places, const OrderSettings& settings,
                        std::size_t place) {
  const std::string where = places.operation(place) + " at " + places.location(place);
  if (settings[place].kind == OrderSetting::Kind::kFenced) return "a seq_cst fence before " + where;
  return where + " " + text_of(settings[place]) + " (is " + places.all()[place].site.order + ")";
}

std::string missing_text(const OrderPlaces& places, const StrongerOrders& missing) {
  std::string text;
  for (std::size_t i = 0; i < missing.settings.size(); ++i) {
    if (!places.is_changed(missing.settings, i)) continue;
    text += (text.empty() ? "" : ", ") + change_text(places, missing.settings, i);
  }
  const std::size_t count = places.changed_count(missing.settings);
  const std::string with = count == 1 ? "with it" : count == 2 ? "with both" : "with all of them";
  return text + ": " + with + ", " + counted(missing.executions, "execution") +
         (missing.executions == 1 ? " is verified" : " are verified");
}

void add_missing_order(const Invocation& invocation, ProgramInfo& program, Result& result) {
  const options& search = invocation.search;
  // A data race is found before the search turns to RC11.
  const bool has_weak_orders =
      result.weak_memory || (search.memory == memory_model::automatic && result.assumes_sc);
  const bool may_explore = has_weak_orders && search.minimise > 0 && search.schedule.empty() &&
                           search.orders.empty() && search.isolate != isolation::fork &&
                           search.progress == guarantee::none && !program.has_class_tests;
  if (!may_explore || result.verdict != Verdict::kBug || !has_failed(result)) return;
  // Stronger orders have to forbid it in all executions, whatever was searched.
  Invocation whole = invocation;
  whole.search.strategy = options{}.strategy;
  whole.search.bound = whole.search.bound_from = -1;
  whole.search.executions = 0;
  whole.search_from_test = false;
  OrderExplorer explorer(whole, program, result.test, "");
  explorer.limit_time(2 * search.minimise);
  OrderSearch orders(explorer);
  if (orders.explore_unchanged().verdict != Verdict::kBug) return;
  const auto missing = orders.find_missing();
  if (!missing) return;
  FailureReport& failure = result.failures.front();
  OrderPlaces places = orders.places();
  places.name_objects_as_in(failure.trace);
  failure.missing_order = missing_text(places, *missing);
  if (explorer.has_stopped()) failure.missing_order += "; fewer may be enough (--minimise 20s)";
}

}  // namespace mcheck::command
