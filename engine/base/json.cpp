// SPDX-License-Identifier: MIT
#include "engine/base/json.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <limits>

#include "engine/base/host_state.hpp"
#include "engine/base/invariant.hpp"
#include "engine/base/utf8.hpp"

namespace mcheck {
namespace {

constexpr double kTwoTo63 = 9223372036854775808.0;
constexpr std::size_t kFlushBytes = 64
                                    << 10;  // the writer passes on the text in chunks of this size

// An empty value that is constant-initialised and never destroyed. It is never written.
template <typename Value>
union StaticEmpty {
  Value value;
  constexpr StaticEmpty() : value() {}
  constexpr ~StaticEmpty() {}
};

MCHECK_HOST_STATE constinit StaticEmpty<Json> null_value;
MCHECK_HOST_STATE constinit StaticEmpty<Json::Array> no_elements;
MCHECK_HOST_STATE constinit StaticEmpty<Json::Members> no_members;

void write_text(std::string& out, std::string_view text) {
  out += '"';
  for (const char c : valid_utf8(text)) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += {'\\', c};
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (code < 0x20 || code == 0x7f) {
      std::array<char, 8> escape{};
      std::snprintf(escape.data(), escape.size(), "\\u%04x", static_cast<unsigned>(code));
      out += escape.data();
    } else {
      out += c;
    }
  }
  out += '"';
}

template <typename Number>
void write_number(std::string& out, Number value) {
  std::array<char, 40> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  out.append(digits.data(), end.ptr);
}

void line_end(std::string& out, int level) {
  if (level < 0) return;
  out += '\n';
  out.append(static_cast<std::size_t>(level) * 2, ' ');
}

}  // namespace

struct Json::LazyElements {
  std::size_t count = 0;
  std::function<Json(std::size_t)> element;
  mutable Array cached;  // filled when elements() is called
};

struct Json::Output {
  std::string text;
  const Sink& sink;

  // Starts the next element of an array or member of an object.
  void begin_element(bool first, int level) {
    if (!first) text += ',';
    if (text.size() >= kFlushBytes) flush();
    line_end(text, level);
  }
  void flush() {
    if (!sink) return;
    sink(text);
    text.clear();
  }
};

Json Json::of(const std::vector<std::string>& texts) {
  return Json(Array(texts.begin(), texts.end()));
}

Json Json::lazy_array(std::size_t count, std::function<Json(std::size_t)> element) {
  return Json(std::make_shared<const LazyElements>(LazyElements{count, std::move(element), {}}));
}

Json& Json::set(std::string name, Json value) {
  auto* members = std::get_if<Members>(&value_);
  MCHECK_INVARIANT(members != nullptr, "only an object has members");
  for (auto& [existing, old] : *members) {
    if (existing == name) {
      old = std::move(value);
      return *this;
    }
  }
  members->emplace_back(std::move(name), std::move(value));
  return *this;
}

Json& Json::add(Json value) {
  auto* values = std::get_if<Array>(&value_);
  MCHECK_INVARIANT(values != nullptr, "only an array has elements");
  values->push_back(std::move(value));
  return *this;
}

const Json& Json::operator[](std::string_view name) const {
  for (const auto& [existing, value] : members()) {
    if (existing == name) return value;
  }
  return null_value.value;
}

const Json::Array& Json::elements() const {
  if (const auto* lazy_array = std::get_if<LazyArray>(&value_)) {
    Array& cached = (*lazy_array)->cached;
    while (cached.size() < (*lazy_array)->count)
      cached.push_back((*lazy_array)->element(cached.size()));
    return cached;
  }
  const auto* values = std::get_if<Array>(&value_);
  return values != nullptr ? *values : no_elements.value;
}

void Json::each(const std::function<void(const Json&)>& visit) const {
  if (const auto* lazy_array = std::get_if<LazyArray>(&value_)) {
    for (std::size_t i = 0; i < (*lazy_array)->count; ++i) visit((*lazy_array)->element(i));
  } else {
    for (const Json& element : elements()) visit(element);
  }
}

std::size_t Json::size() const {
  const auto* lazy_array = std::get_if<LazyArray>(&value_);
  return lazy_array != nullptr ? (*lazy_array)->count : elements().size();
}

const Json::Members& Json::members() const {
  const auto* members = std::get_if<Members>(&value_);
  return members != nullptr ? *members : no_members.value;
}

std::string Json::text(std::string_view fallback) const {
  const auto* text = std::get_if<std::string>(&value_);
  return text != nullptr ? *text : std::string(fallback);
}

std::int64_t Json::integer(std::int64_t fallback) const {
  if (const auto* value = std::get_if<std::int64_t>(&value_)) return *value;
  if (const auto* value = std::get_if<double>(&value_)) {
    const bool fits = std::trunc(*value) == *value && *value >= -kTwoTo63 && *value < kTwoTo63;
    if (fits) return static_cast<std::int64_t>(*value);
  }
  const auto* large = std::get_if<std::uint64_t>(&value_);
  const auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  return large != nullptr && *large <= most ? static_cast<std::int64_t>(*large) : fallback;
}

std::uint64_t Json::natural(std::uint64_t fallback) const {
  if (const auto* value = std::get_if<std::uint64_t>(&value_)) return *value;
  const std::int64_t value = integer(-1);
  return value >= 0 ? static_cast<std::uint64_t>(value) : fallback;
}

double Json::number(double fallback) const {
  if (const auto* value = std::get_if<double>(&value_)) return *value;
  if (const auto* value = std::get_if<std::int64_t>(&value_)) return static_cast<double>(*value);
  const auto* value = std::get_if<std::uint64_t>(&value_);
  return value != nullptr ? static_cast<double>(*value) : fallback;
}

bool Json::boolean(bool fallback) const {
  const auto* value = std::get_if<bool>(&value_);
  return value != nullptr ? *value : fallback;
}

std::vector<std::string> Json::texts() const {
  std::vector<std::string> result;
  for (const Json& element : elements()) {
    if (element.is_text()) result.push_back(element.text());
  }
  return result;
}

std::string Json::dump(bool indent) const {
  Output out{.text = {}, .sink = {}};
  write(out, indent ? 0 : -1);
  if (indent) out.text += '\n';
  return std::move(out.text);
}

void Json::dump(bool indent, const Sink& sink) const {
  Output out{.text = {}, .sink = sink};
  write(out, indent ? 0 : -1);
  if (indent) out.text += '\n';
  out.flush();
}

void Json::write(Output& out, int level) const {
  std::string& to = out.text;
  if (is_null()) {
    to += "null";
  } else if (const auto* truth = std::get_if<bool>(&value_)) {
    to += *truth ? "true" : "false";
  } else if (const auto* whole = std::get_if<std::int64_t>(&value_)) {
    write_number(to, *whole);
  } else if (const auto* large = std::get_if<std::uint64_t>(&value_)) {
    write_number(to, *large);
  } else if (const auto* real = std::get_if<double>(&value_)) {
    std::isfinite(*real) ? write_number(to, *real) : static_cast<void>(to += "null");
  } else if (const auto* text = std::get_if<std::string>(&value_)) {
    write_text(to, *text);
  } else {
    write_elements(out, level);
  }
}

// Writes the brackets, and the elements or members with commas between them.
void Json::write_elements(Output& out, int level) const {
  const int inner = level < 0 ? -1 : level + 1;
  bool first = true;
  const auto begin_element = [&] { out.begin_element(std::exchange(first, false), inner); };
  out.text += is_array() ? '[' : '{';
  each([&](const Json& element) {
    begin_element();
    element.write(out, inner);
  });
  for (const auto& [name, value] : members()) {
    begin_element();
    write_text(out.text, name);
    out.text += level < 0 ? ":" : ": ";
    value.write(out, inner);
  }
  if (!first) line_end(out.text, level);
  out.text += is_array() ? ']' : '}';
}

}  // namespace mcheck
