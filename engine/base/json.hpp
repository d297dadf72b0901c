// SPDX-License-Identifier: MIT
// JSON, as much as mcheck needs: a value, a reader and a writer. Objects keep the order in which
// members were added, so that output is stable.
//
// Numbers are doubles, except that whole numbers up to 2^64 - 1 keep their exact value. Output is
// always valid JSON: invalid UTF-8 is replaced, and infinities and NaN become null.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace mcheck {

class Json {
 public:
  using Array = std::vector<Json>;
  using Members = std::vector<std::pair<std::string, Json>>;

  Json() = default;  // null
  Json(bool value) : value_(value) {}
  Json(int value) : value_(static_cast<std::int64_t>(value)) {}
  Json(unsigned value) : value_(static_cast<std::int64_t>(value)) {}
  Json(std::int64_t value) : value_(value) {}
  Json(std::uint64_t value) : value_(value) {}
  Json(double value) : value_(value) {}
  Json(const char* text) : value_(std::string(text)) {}
  Json(std::string_view text) : value_(std::string(text)) {}
  Json(std::string text) : value_(std::move(text)) {}
  Json(Array values) : value_(std::move(values)) {}
  static Json object() { return Json(Members{}); }
  static Json array() { return Json(Array{}); }
  static Json of(const std::vector<std::string>& texts);
  // An array whose elements are created on access and not stored by the writer or by each(). The
  // data from which they are created must outlive the array.
  static Json lazy_array(std::size_t count, std::function<Json(std::size_t)> element);

  // Adds or replaces a member and returns the object, so that calls chain. REQUIRES: an object.
  Json& set(std::string name, Json value);
  // Appends to an array and returns it. REQUIRES: an array.
  Json& add(Json value);

  [[nodiscard]] bool is_null() const { return std::holds_alternative<std::monostate>(value_); }
  [[nodiscard]] bool is_object() const { return std::holds_alternative<Members>(value_); }
  [[nodiscard]] bool is_array() const {
    return std::holds_alternative<Array>(value_) || std::holds_alternative<LazyArray>(value_);
  }
  [[nodiscard]] bool is_text() const { return std::holds_alternative<std::string>(value_); }

  // The member of that name, or null; the first if the text names it twice. Safe to chain:
  // json["a"]["b"].
  const Json& operator[](std::string_view name) const;
  // The elements, or none; the members, or none. elements() stores the elements of a lazy array.
  [[nodiscard]] const Array& elements() const;
  void each(const std::function<void(const Json&)>& visit) const;
  [[nodiscard]] std::size_t size() const;  // the number of elements that each() visits
  [[nodiscard]] const Members& members() const;

  // The value, or `fallback` if it has another type or does not fit.
  [[nodiscard]] std::string text(std::string_view fallback = "") const;
  [[nodiscard]] std::int64_t integer(std::int64_t fallback = 0) const;
  [[nodiscard]] std::uint64_t natural(std::uint64_t fallback = 0) const;
  [[nodiscard]] double number(double fallback = 0) const;
  [[nodiscard]] bool boolean(bool fallback = false) const;
  // The elements that are strings.
  [[nodiscard]] std::vector<std::string> texts() const;

  // On one line; with indent, two spaces for each level and a final newline.
  [[nodiscard]] std::string dump(bool indent = false) const;
  // The same, in chunks.
  using Sink = std::function<void(std::string_view)>;
  void dump(bool indent, const Sink& sink) const;

  // The value, or where and why the text is not JSON ("line 3: expected ',' or '}'").
  static std::variant<Json, std::string> parse(std::string_view text);
  // The same, but a long array remains text, and each element is parsed on access.
  static std::variant<Json, std::string> parse(std::shared_ptr<const std::string> text);

 private:
  friend class JsonReader;
  struct LazyElements;
  struct Output;
  using LazyArray = std::shared_ptr<const LazyElements>;

  explicit Json(Members members) : value_(std::move(members)) {}
  explicit Json(LazyArray lazy_array) : value_(std::move(lazy_array)) {}
  void write(Output& out, int level) const;  // level < 0: on one line
  void write_elements(Output& out, int level) const;

  std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, std::string, Array,
               Members, LazyArray>
      value_;
};

}  // namespace mcheck
