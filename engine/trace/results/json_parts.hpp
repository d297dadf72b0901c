// SPDX-License-Identifier: MIT
// Helpers that both halves of a result's JSON share.
#pragma once

#include <vector>

#include "engine/base/json.hpp"

namespace mcheck {

// "None" is -1 in the structures and null in JSON.
inline Json or_null(int value) { return value < 0 ? Json() : Json(value); }
inline int int_or_none(const Json& json) { return static_cast<int>(json.integer(-1)); }

template <typename T, typename Convert>
Json list_of(const std::vector<T>& values, Convert convert) {
  Json list = Json::array();
  for (const T& value : values) list.add(convert(value));
  return list;
}

// The same, each element converted when it is written: the values must outlive the list.
template <typename T, typename Convert>
Json lazy_list_of(const std::vector<T>& values, Convert convert) {
  return Json::lazy_array(values.size(),
                          [&values, convert](std::size_t i) { return convert(values[i]); });
}

template <typename Convert>
auto read_list(const Json& json, Convert convert) {
  std::vector<decltype(convert(json))> values;
  values.reserve(json.size());
  json.each([&](const Json& element) { values.push_back(convert(element)); });
  return values;
}

}  // namespace mcheck
