// SPDX-License-Identifier: MIT
// A parser for mcheck.toml: a subset of TOML 1.0, without dates and multi-line strings. Every value
// and key has its position, for diagnostics.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace mcheck::command {

struct TomlPlace {
  int line = 1;
  int column = 1;
};

struct TomlKey {
  std::string name;
  TomlPlace place;
};

class TomlValue {
 public:
  using List = std::vector<TomlValue>;
  using Table = std::vector<std::pair<TomlKey, TomlValue>>;
  using Kinds = std::variant<std::string, std::int64_t, double, bool, List, Table>;

  TomlValue(Kinds value, TomlPlace place) : value_(std::move(value)), place_(place) {}

  template <typename Kind>
  [[nodiscard]] const Kind* as() const {
    return std::get_if<Kind>(&value_);
  }
  template <typename Kind>
  [[nodiscard]] Kind* as() {
    return std::get_if<Kind>(&value_);
  }
  // "a text", "a whole number", "a list" …
  [[nodiscard]] const char* kind() const;
  [[nodiscard]] TomlPlace place() const { return place_; }

  // REQUIRES: this is a table. The member of that name, or null.
  [[nodiscard]] TomlValue* member(std::string_view name);

  bool closed = false;  // an inline table or list: cannot be extended

 private:
  Kinds value_;
  TomlPlace place_;
};

struct TomlError {
  TomlPlace place;
  std::string what;
};

// The root table, or the first error.
[[nodiscard]] std::variant<TomlValue, TomlError> parse_toml(std::string_view text);

}  // namespace mcheck::command
