// SPDX-License-Identifier: MIT
#include "programs/mcheck/orders/order_search.hpp"

#include <utility>

namespace mcheck::command {
namespace {

bool is_stronger_than(OrderSetting setting, MemoryOrder order) {
  return setting.kind == OrderSetting::Kind::kOrder && is_as_strong(setting.order, order) &&
         !is_as_strong(order, setting.order);
}

}  // namespace

const OrderOutcome& OrderSearch::explore_unchanged() {
  unchanged_ = explorer_.explore_and_list("");
  places_.add(unchanged_.sites);
  return unchanged_;
}

OrderSettings OrderSearch::strengthened(MemoryOrder order) const {
  OrderSettings settings = places_.unchanged();
  for (std::size_t i = 0; i < settings.size(); ++i) {
    const OrderPlace& place = places_.all()[i];
    if (place.varies) continue;
    settings[i].order = stronger_of(place.site.operation, place.now, order);
  }
  return settings;
}

// With at least that order everywhere; places that are only reached then are found on the way.
std::optional<OrderSettings> OrderSearch::verified_with(MemoryOrder order) {
  strongest_ = explorer_.explore_and_list(std::string("*=") + name_of(order));
  places_.add(strongest_.sites);
  if (!strongest_.is_verified()) return std::nullopt;
  // Operations that have no place, and orders that vary, stay as they are.
  OrderSettings settings = strengthened(order);
  const OrderOutcome outcome = explore(settings);
  if (outcome.is_verified()) return settings;
  strongest_ = outcome;
  return std::nullopt;
}

// Undoes each change that is not needed, and then what is too much of the others.
void OrderSearch::reduce(OrderSettings& settings) {
  const OrderSettings unchanged = places_.unchanged();
  for (std::size_t i = 0; i < settings.size(); ++i) {
    if (!places_.is_changed(settings, i)) continue;
    OrderSettings fewer = settings;
    fewer[i] = unchanged[i];
    if (explore(fewer).is_verified()) settings = std::move(fewer);
  }
  for (std::size_t i = 0; i < settings.size(); ++i) {
    const OrderPlace& place = places_.all()[i];
    if (!is_stronger_than(settings[i], place.now)) continue;
    for (const OrderSetting& each : weaker_settings(place.site.operation, settings[i].order)) {
      if (!is_stronger_than(each, place.now)) continue;
      OrderSettings weaker = settings;
      weaker[i] = each;
      if (!explore(weaker).is_verified()) continue;
      settings = std::move(weaker);
      break;
    }
  }
}

StrongerOrders OrderSearch::stronger(OrderSettings settings) {
  const std::uint64_t executions = explore(settings).executions;
  const bool is_one = places_.changed_count(settings) == 1;
  return {.settings = std::move(settings), .executions = executions, .is_smallest = is_one};
}

std::optional<StrongerOrders> OrderSearch::single_change(MemoryOrder order) {
  const OrderSettings all = strengthened(order);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!places_.is_changed(all, i)) continue;
    OrderSettings one = places_.unchanged();
    one[i] = all[i];
    if (explore(one).is_verified()) return stronger(std::move(one));
  }
  return std::nullopt;
}

// seq_cst fences before reads: fewer than seq_cst operations on both sides.
std::optional<StrongerOrders> OrderSearch::with_fences() {
  OrderSettings settings = places_.unchanged();
  for (std::size_t i = 0; i < settings.size(); ++i) {
    const OrderSetting fenced{.kind = OrderSetting::Kind::kFenced};
    const std::string& operation = places_.all()[i].site.operation;
    if (operation != "store" && allows(operation, fenced)) settings[i] = fenced;
  }
  if (!explore(settings).is_verified()) return std::nullopt;
  reduce(settings);
  return stronger(std::move(settings));
}

std::optional<StrongerOrders> OrderSearch::find_missing() {
  std::optional<OrderSettings> found = verified_with(MemoryOrder::kAcqRel);
  const bool is_enough = found.has_value();
  if (!found) found = verified_with(MemoryOrder::kSeqCst);
  if (!found) return std::nullopt;
  reduce(*found);
  StrongerOrders best = stronger(*found);
  const std::size_t count = places_.changed_count(best.settings);
  if (count > 1) {
    const MemoryOrder order = is_enough ? MemoryOrder::kAcqRel : MemoryOrder::kSeqCst;
    if (auto one = single_change(order)) return one;
    best.is_smallest = count == 2 && !explorer_.has_stopped();
  }
  if (is_enough || count <= 1) return best;
  auto fences = with_fences();
  return fences && places_.changed_count(fences->settings) < count ? fences : best;
}

void OrderSearch::weaken_place(OrderSettings& settings, std::size_t place) {
  const OrderPlace& at = places_.all()[place];
  if (at.varies || settings[place].kind != OrderSetting::Kind::kOrder) return;
  for (const OrderSetting& each : weaker_settings(at.site.operation, settings[place].order)) {
    OrderSettings weaker = settings;
    weaker[place] = each;
    OrderOutcome outcome = explore(weaker);
    if (outcome.is_verified()) {
      settings = std::move(weaker);
      return;
    }
    next_weaker_[place] = TriedOrder{.setting = each, .outcome = std::move(outcome)};
  }
}

OrderSettings OrderSearch::weaken(OrderSettings settings) {
  next_weaker_.clear();
  std::size_t done = 0;
  for (;;) {
    next_weaker_.resize(places_.size());
    // Fences last: they are needed where the operations around them are relaxed.
    for (const bool are_fences : {false, true}) {
      for (std::size_t i = done; i < settings.size(); ++i) {
        if ((places_.all()[i].site.operation == "fence") == are_fences) weaken_place(settings, i);
      }
    }
    done = settings.size();
    // Weaker orders may lead to code that was not reached before.
    if (!places_.add(explorer_.explore_and_list(places_.orders_text(settings)).sites)) break;
    const OrderSettings unchanged = places_.unchanged();
    settings.insert(settings.end(), unchanged.begin() + static_cast<std::ptrdiff_t>(done),
                    unchanged.end());
  }
  return settings;
}

}  // namespace mcheck::command
