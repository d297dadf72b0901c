// SPDX-License-Identifier: MIT
#include "programs/mcheck/orders/order_places.hpp"

#include <algorithm>
#include <array>
#include <tuple>

#include "visualize/model/wording.hpp"

namespace mcheck::command {
namespace {

constexpr std::array<MemoryOrder, 6> kAllOrders = {MemoryOrder::kRelaxed, MemoryOrder::kConsume,
                                                   MemoryOrder::kAcquire, MemoryOrder::kRelease,
                                                   MemoryOrder::kAcqRel,  MemoryOrder::kSeqCst};

OrderPlace place_of(const OrderSite& site) {
  OrderPlace place{.site = site, .varies = true};
  for (const MemoryOrder order : kAllOrders) {
    if (site.order != name_of(order)) continue;
    place.now = order;
    place.varies = false;
  }
  return place;
}

bool is_same_place(const OrderSite& a, const OrderSite& b) {
  return std::tie(a.file, a.line, a.column, a.operation) ==
         std::tie(b.file, b.line, b.column, b.operation);
}

}  // namespace

bool OrderPlaces::add(const std::vector<OrderSite>& sites) {
  bool has_news = false;
  for (const OrderSite& site : sites) {
    // Of a local static variable: the compiler wrote that.
    if (site.object.starts_with("guard variable for ")) continue;
    const auto known = std::ranges::find_if(
        places_, [&](const OrderPlace& place) { return is_same_place(place.site, site); });
    if (known == places_.end()) {
      places_.push_back(place_of(site));
      has_news = true;
    } else if (known->site.order != site.order) {
      known->varies = true;
    }
  }
  return has_news;
}

OrderSettings OrderPlaces::unchanged() const {
  OrderSettings settings;
  for (const OrderPlace& place : places_) settings.push_back({.order = place.now});
  return settings;
}

bool OrderPlaces::is_changed(const OrderSettings& settings, std::size_t place) const {
  return settings[place] != OrderSetting{.order = places_[place].now};
}

std::size_t OrderPlaces::changed_count(const OrderSettings& settings) const {
  std::size_t count = 0;
  for (std::size_t i = 0; i < places_.size(); ++i) count += is_changed(settings, i) ? 1 : 0;
  return count;
}

std::string OrderPlaces::orders_text(const OrderSettings& settings) const {
  std::vector<OrderChange> changes;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    if (!is_changed(settings, i)) continue;
    const OrderSite& site = places_[i].site;
    changes.push_back({.file = short_file(site.file),
                       .line = site.line,
                       .column = site.column,
                       .operation = site.operation,
                       .setting = settings[i]});
  }
  return text_of(changes);
}

void OrderPlaces::name_objects_as_in(const std::vector<TraceStep>& trace) {
  for (OrderPlace& place : places_) {
    OrderSite& site = place.site;
    const auto step = std::ranges::find_if(trace, [&](const TraceStep& each) {
      return each.file == site.file && each.line == site.line && each.operation == site.operation;
    });
    if (step != trace.end() && !site.object.empty()) site.object = step->object;
  }
}

std::string OrderPlaces::location(std::size_t place) const {
  const OrderSite& site = places_[place].site;
  const bool has_twin = std::ranges::any_of(places_, [&](const OrderPlace& other) {
    return other.site.file == site.file && other.site.line == site.line &&
           other.site.column != site.column && other.site.operation == site.operation;
  });
  return short_file(site.file) + ":" + std::to_string(site.line) +
         (has_twin ? ":" + std::to_string(site.column) : "");
}

std::string OrderPlaces::operation(std::size_t place) const {
  const OrderSite& site = places_[place].site;
  const bool fails = site.operation == kFailureOrder;
  std::string text = fails ? "compare_exchange" : site.operation;
  if (!site.object.empty()) text += " " + plain_name(site.object);
  return fails ? text + ", failing" : text;
}

// The shortest end of the path that is no end of another file's.
std::string OrderPlaces::short_file(const std::string& file) const {
  for (std::size_t slash = file.rfind('/'); slash != std::string::npos && slash > 0;
       slash = file.rfind('/', slash - 1)) {
    std::string name = file.substr(slash + 1);
    const bool is_unique = std::ranges::all_of(places_, [&](const OrderPlace& other) {
      return other.site.file == file || !is_name_of_file(name, other.site.file);
    });
    if (is_unique) return name;
  }
  return file;
}

}  // namespace mcheck::command
