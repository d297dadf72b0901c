// SPDX-License-Identifier: MIT
#include "engine/trace/semantics/order_change.hpp"

#include <array>
#include <charconv>
#include <optional>
#include <utility>

namespace mcheck {
namespace {

constexpr std::array<MemoryOrder, 5> kOrders = {MemoryOrder::kRelaxed, MemoryOrder::kRelease,
                                                MemoryOrder::kAcquire, MemoryOrder::kAcqRel,
                                                MemoryOrder::kSeqCst};

struct Strength {
  bool acquires = false;
  bool releases = false;
  bool is_seq_cst = false;

  friend bool operator==(const Strength&, const Strength&) = default;
};

Strength strength_of(MemoryOrder order) {
  const bool is_seq_cst = order == MemoryOrder::kSeqCst;
  const bool both = is_seq_cst || order == MemoryOrder::kAcqRel;
  const bool acquires = order == MemoryOrder::kAcquire || order == MemoryOrder::kConsume;
  return {both || acquires, both || order == MemoryOrder::kRelease, is_seq_cst};
}

bool is_fence(std::string_view operation) { return operation == "fence"; }

bool only_reads(std::string_view operation) {
  return operation == "load" || operation == "wait" || operation == "await" ||
         operation == kFailureOrder;
}

bool allows_order(std::string_view operation, MemoryOrder order) {
  const Strength strength = strength_of(order);
  if (is_fence(operation)) return order != MemoryOrder::kRelaxed;
  if (strength.is_seq_cst) return true;
  if (only_reads(operation)) return !strength.releases;
  return operation == "store" ? !strength.acquires : true;
}

std::optional<OrderSetting> setting_of(std::string_view text) {
  using Kind = OrderSetting::Kind;
  if (text == "none") return OrderSetting{.kind = Kind::kRemoved};
  if (text == "fenced") return OrderSetting{.kind = Kind::kFenced};
  for (const MemoryOrder order : kOrders) {
    if (text == name_of(order)) return OrderSetting{.order = order};
  }
  return std::nullopt;
}

// Removes a number and the colon before it from the end; 0: there is none.
int take_number(std::string_view& text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || colon + 1 == text.size()) return 0;
  int number = 0;
  const auto [end, error] =
      std::from_chars(text.data() + colon + 1, text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number <= 0) return 0;
  text = text.substr(0, colon);
  return number;
}

std::variant<OrderChange, std::string> parse_change(std::string_view text) {
  const std::string whole(text);
  const std::size_t equals = text.rfind('=');
  if (equals == std::string_view::npos) return "'" + whole + "' has no =ORDER";
  const std::optional<OrderSetting> setting = setting_of(text.substr(equals + 1));
  if (!setting) return "'" + std::string(text.substr(equals + 1)) + "' is no memory order";
  OrderChange change{.file = {}, .setting = *setting};
  text = text.substr(0, equals);
  if (text == "*") {
    if (setting->kind == OrderSetting::Kind::kOrder) return change;
    return "'" + whole + "' needs a memory order";
  }
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return "'" + whole + "' has no FILE:LINE:OPERATION";
  change.operation = text.substr(colon + 1);
  text = text.substr(0, colon);
  const int last = take_number(text);
  const int first = take_number(text);
  change.line = first != 0 ? first : last;
  change.column = first != 0 ? last : 0;
  change.file = text;
  if (change.line == 0 || text.empty()) return "'" + whole + "' has no FILE:LINE:OPERATION";
  if (allows(change.operation, *setting)) return change;
  return "a " + change.operation + " cannot be " + text_of(*setting);
}

}  // namespace

std::string text_of(OrderSetting setting) {
  switch (setting.kind) {
    case OrderSetting::Kind::kOrder: return name_of(setting.order);
    case OrderSetting::Kind::kRemoved: return "none";
    case OrderSetting::Kind::kFenced: return "fenced";
  }
  return "";
}

std::string text_of(const std::vector<OrderChange>& changes) {
  std::string text;
  for (const OrderChange& change : changes) {
    if (!text.empty()) text += ",";
    if (change.file.empty()) {
      text += "*";
    } else {
      text += change.file + ":" + std::to_string(change.line) + ":";
      if (change.column != 0) text += std::to_string(change.column) + ":";
      text += change.operation;
    }
    text += "=" + text_of(change.setting);
  }
  return text;
}

std::variant<std::vector<OrderChange>, std::string> parse_order_changes(std::string_view text) {
  std::vector<OrderChange> changes;
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    auto change = parse_change(text.substr(0, comma));
    if (const auto* error = std::get_if<std::string>(&change)) return *error;
    changes.push_back(std::move(std::get<OrderChange>(change)));
    text = comma == std::string_view::npos ? std::string_view() : text.substr(comma + 1);
  }
  return changes;
}

bool is_name_of_file(std::string_view name, std::string_view file) {
  if (!file.ends_with(name)) return false;
  return file.size() == name.size() || file[file.size() - name.size() - 1] == '/';
}

bool has_order(Kind kind) {
  return kind == Kind::kLoad || kind == Kind::kStore || kind == Kind::kFetch ||
         kind == Kind::kCompareExchange || kind == Kind::kAtomicWait || kind == Kind::kAwait ||
         kind == Kind::kFence;
}

bool allows(std::string_view operation, OrderSetting setting) {
  switch (setting.kind) {
    case OrderSetting::Kind::kOrder: return allows_order(operation, setting.order);
    case OrderSetting::Kind::kRemoved: return is_fence(operation);
    case OrderSetting::Kind::kFenced: return !is_fence(operation) && operation != kFailureOrder;
  }
  return false;
}

bool is_as_strong(MemoryOrder first, MemoryOrder second) {
  const Strength a = strength_of(first);
  const Strength b = strength_of(second);
  return a.acquires >= b.acquires && a.releases >= b.releases && a.is_seq_cst >= b.is_seq_cst;
}

MemoryOrder stronger_of(std::string_view operation, MemoryOrder a, MemoryOrder b) {
  MemoryOrder found = MemoryOrder::kSeqCst;
  Strength wanted = strength_of(a);
  const Strength other = strength_of(b);
  const bool may_acquire = operation != "store";
  const bool may_release = !only_reads(operation);
  wanted.acquires = may_acquire && (wanted.acquires || other.acquires);
  wanted.releases = may_release && (wanted.releases || other.releases);
  if (wanted.is_seq_cst || other.is_seq_cst) return found;
  for (const MemoryOrder order : kOrders) {
    if (strength_of(order) == wanted) found = order;
  }
  return found;
}

std::vector<OrderSetting> weaker_settings(std::string_view operation, MemoryOrder order) {
  std::vector<OrderSetting> weaker;
  if (is_fence(operation)) weaker.push_back({.kind = OrderSetting::Kind::kRemoved});
  for (const MemoryOrder each : kOrders) {
    const bool is_weaker = is_as_strong(order, each) && !is_as_strong(each, order);
    if (is_weaker && allows_order(operation, each)) weaker.push_back({.order = each});
  }
  return weaker;
}

}  // namespace mcheck
