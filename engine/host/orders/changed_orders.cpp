// SPDX-License-Identifier: MIT
#include "engine/host/orders/changed_orders.hpp"

#include <map>
#include <tuple>
#include <utility>

#include "engine/base/host_state.hpp"
#include "engine/host/names/variable_names.hpp"
#include "engine/host/orders/atomic_places.hpp"
#include "engine/host/search/exploration.hpp"
#include "engine/runtime/machine/machine.hpp"
#include "engine/runtime/machine/operation_hook.hpp"
#include "engine/runtime/machine/perform.hpp"
#include "engine/trace/semantics/order_change.hpp"

namespace mcheck {
namespace {

// What happens to an operation, as the answer of a matcher.
struct NewOrders {
  MemoryOrder order = MemoryOrder::kSeqCst;
  MemoryOrder failure_order = MemoryOrder::kSeqCst;
  bool is_removed = false;
  bool is_fenced = false;
};

std::uint32_t packed(const NewOrders& orders) {
  return static_cast<std::uint32_t>(orders.order) |
         static_cast<std::uint32_t>(orders.failure_order) << 8 |
         (orders.is_removed ? 1u << 16 : 0) | (orders.is_fenced ? 1u << 17 : 0);
}
NewOrders unpacked(std::uint32_t answer) {
  return {.order = static_cast<MemoryOrder>(answer & 0xff),
          .failure_order = static_cast<MemoryOrder>(answer >> 8 & 0xff),
          .is_removed = (answer >> 16 & 1) != 0,
          .is_fenced = (answer >> 17 & 1) != 0};
}

class ChangedOrders {
 public:
  explicit ChangedOrders(std::vector<OrderChange> changes)
      : changes_(std::move(changes)), reached_(changes_.size()) {}

  [[nodiscard]] bool is_last(std::uintptr_t call) const { return places_.is_last(call); }

  std::uint32_t orders_at(const Operation& operation, const Backtrace& calls) {
    NewOrders orders{.order = operation.order, .failure_order = operation.failure_order};
    const AtomicPlace* const place = places_.find(calls);
    if (place == nullptr) return packed(orders);
    const Key key{place, static_cast<unsigned>(operation.kind),
                  operation.kind == Kind::kFetch ? operation.b : 0, operation.order,
                  operation.failure_order};
    const auto known = answers_.find(key);
    if (known != answers_.end()) return known->second;
    const std::string name = name_of(operation);
    change(*place, name, orders.order, orders);
    note(*place, name, operation, operation.order);
    if (operation.kind == Kind::kCompareExchange) {
      change(*place, std::string(kFailureOrder), orders.failure_order, orders);
      note(*place, std::string(kFailureOrder), operation, operation.failure_order);
    }
    return answers_[key] = packed(orders);
  }

  [[nodiscard]] std::vector<OrderSite> sites() const {
    std::vector<OrderSite> all;
    for (const auto& [key, site] : sites_) all.push_back(site);
    return all;
  }

  [[nodiscard]] std::vector<std::string> unreached() const {
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < changes_.size(); ++i) {
      if (!reached_[i]) texts.push_back(text_of(std::vector{changes_[i]}));
    }
    return texts;
  }

 private:
  using Key = std::tuple<const AtomicPlace*, unsigned, Word, MemoryOrder, MemoryOrder>;

  void change(const AtomicPlace& place, const std::string& operation, MemoryOrder& order,
              NewOrders& all) {
    for (std::size_t i = 0; i < changes_.size(); ++i) {
      const OrderChange& change = changes_[i];
      const bool is_any = change.file.empty();
      const bool is_here = change.line == place.line && change.operation == operation &&
                           (change.column == 0 || change.column == place.column) &&
                           is_name_of_file(change.file, place.file);
      if (!is_any && !is_here) continue;
      reached_[i] = true;
      switch (change.setting.kind) {
        case OrderSetting::Kind::kOrder:
          order =
              is_any ? stronger_of(operation, order, change.setting.order) : change.setting.order;
          break;
        case OrderSetting::Kind::kRemoved: break;
        case OrderSetting::Kind::kFenced: all.is_fenced = true; break;
      }
      if (!is_any && operation == "fence")
        all.is_removed = change.setting.kind == OrderSetting::Kind::kRemoved;
    }
  }

  void note(const AtomicPlace& place, const std::string& name, const Operation& operation,
            MemoryOrder order) {
    const auto [entry, is_new] = sites_.try_emplace({place, name});
    OrderSite& site = entry->second;
    if (!is_new) {
      if (site.order != name_of(order)) site.order.clear();
      return;
    }
    site = {.file = place.file,
            .line = place.line,
            .column = place.column,
            .operation = name,
            .object = Machine::current()->execution().object_text(operation),
            .order = name_of(order)};
  }

  std::vector<OrderChange> changes_;
  std::vector<bool> reached_;  // by change
  AtomicPlaces places_;
  std::map<Key, std::uint32_t> answers_;
  std::map<std::pair<AtomicPlace, std::string>, OrderSite> sites_;
};

MCHECK_HOST_STATE ChangedOrders* changed = nullptr;

bool is_last_call(std::uintptr_t call) { return changed->is_last(call); }

std::uint32_t orders_of(const Operation& operation, const Backtrace& calls) {
  return changed->orders_at(operation, calls);
}

// Not what the C++ library does on its behalf: the table of threads that wait, and futexes.
bool is_of_program(const Operation& operation) {
  if (operation.kind == Kind::kAtomicWait && unmodified()) return false;
  if (operation.object == kNoObject) return true;
  const Execution& execution = Machine::current()->execution();
  return !acts_on_newest_version(execution.find_object(operation.object)->address);
}

Reply perform_with_orders(const Operation& operation) {
  if (!has_order(operation.kind) || !is_of_program(operation)) return perform_hooked(operation);
  const NewOrders orders = unpacked(match_calls(operation, is_last_call, orders_of));
  if (orders.is_removed) return {};
  if (orders.is_fenced) perform_hooked({.kind = Kind::kFence, .order = MemoryOrder::kSeqCst});
  Operation ordered = operation;
  ordered.order = orders.order;
  ordered.failure_order = orders.failure_order;
  return perform_hooked(ordered);
}

std::vector<OrderChange> changes_of(const options& how) {
  auto changes = parse_order_changes(how.orders);
  const auto* const error = std::get_if<std::string>(&changes);
  if (error == nullptr) return std::get<std::vector<OrderChange>>(changes);
  throw UsageError("--orders: " + *error + "\n  try      FILE:LINE:OPERATION=ORDER, such as " +
                   "ring.cpp:12:store=release");
}

}  // namespace

void change_orders(const options& how) {
  if (operation_hook == perform_with_orders) operation_hook = nullptr;
  delete std::exchange(changed, nullptr);
  if (how.orders.empty() && !how.list_orders) return;
  if (how.memory != memory_model::rc11) throw UsageError("--orders needs --memory rc11");
  if (!how.schedule.empty()) throw UsageError("--orders does not support --schedule");
  (void)executable_information();  // not first on the engine's stack
  changed = new ChangedOrders(changes_of(how));
  operation_hook = perform_with_orders;
}

std::vector<OrderSite> reached_order_sites() {
  return changed == nullptr ? std::vector<OrderSite>{} : changed->sites();
}

std::vector<std::string> unreached_changes() {
  std::vector<std::string> remarks;
  if (changed == nullptr) return remarks;
  for (const std::string& each : changed->unreached())
    remarks.push_back("orders: no thread reached the place of " + each);
  return remarks;
}

}  // namespace mcheck
