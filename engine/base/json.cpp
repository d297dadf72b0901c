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
constexpr std::size_t kPiece = 64 << 10;  // the writer passes on the text in chunks of this size

// An empty value that is constant-initialised and never destroyed. It is never written.
template <typename Value>
union Constant {
  Value value;
  constexpr Constant() : value() {}
  constexpr ~Constant() {}
};

MCHECK_HOST_STATE constinit Constant<Json> null_value;
MCHECK_HOST_STATE constinit Constant<Json::Array> no_elements;
MCHECK_HOST_STATE constinit Constant<Json::Members> no_members;

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

struct Json::Made {
  std::size_t count = 0;
  std::function<Json(std::size_t)> element;
  mutable Array kept;  // filled when elements() is called
};

struct Json::Out {
  std::string text;
  const Sink& sink;

  // Starts the next element of an array or member of an object.
  void part(bool first, int level) {
    if (!first) text += ',';
    if (text.size() >= kPiece) hand_over();
    line_end(text, level);
  }
  void hand_over() {
    if (!sink) return;
    sink(text);
    text.clear();
  }
};

Json Json::of(const std::vector<std::string>& texts) {
  return Json(Array(texts.begin(), texts.end()));
}

Json Json::made(std::size_t count, std::function<Json(std::size_t)> element) {
  return Json(std::make_shared<const Made>(Made{count, std::move(element), {}}));
}

Json& Json::set(std::string name, Json value) {
  auto* members = std::get_if<Members>(&value_);
  MCHECK_INVARIANT(members != nullptr, "only an object has members");
  for (auto& [known, old] : *members) {
    if (known == name) {
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
  for (const auto& [known, value] : members()) {
    if (known == name) return value;
  }
  return null_value.value;
}

const Json::Array& Json::elements() const {
  if (const auto* made = std::get_if<MadeArray>(&value_)) {
    Array& kept = (*made)->kept;
    while (kept.size() < (*made)->count) kept.push_back((*made)->element(kept.size()));
    return kept;
  }
  const auto* values = std::get_if<Array>(&value_);
  return values != nullptr ? *values : no_elements.value;
}

void Json::each(const std::function<void(const Json&)>& tell) const {
  if (const auto* made = std::get_if<MadeArray>(&value_)) {
    for (std::size_t i = 0; i < (*made)->count; ++i) tell((*made)->element(i));
  } else {
    for (const Json& element : elements()) tell(element);
  }
}

std::size_t Json::size() const {
  const auto* made = std::get_if<MadeArray>(&value_);
  return made != nullptr ? (*made)->count : elements().size();
}

const Json::Members& Json::members() const {
  const auto* members = std::get_if<Members>(&value_);
  return members != nullptr ? *members : no_members.value;
}

std::string Json::text(std::string_view otherwise) const {
  const auto* text = std::get_if<std::string>(&value_);
  return text != nullptr ? *text : std::string(otherwise);
}

std::int64_t Json::integer(std::int64_t otherwise) const {
  if (const auto* value = std::get_if<std::int64_t>(&value_)) return *value;
  if (const auto* value = std::get_if<double>(&value_)) {
    const bool fits = std::trunc(*value) == *value && *value >= -kTwoTo63 && *value < kTwoTo63;
    if (fits) return static_cast<std::int64_t>(*value);
  }
  const auto* large = std::get_if<std::uint64_t>(&value_);
  const auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  return large != nullptr && *large <= most ? static_cast<std::int64_t>(*large) : otherwise;
}

std::uint64_t Json::natural(std::uint64_t otherwise) const {
  if (const auto* value = std::get_if<std::uint64_t>(&value_)) return *value;
  const std::int64_t value = integer(-1);
  return value >= 0 ? static_cast<std::uint64_t>(value) : otherwise;
}

double Json::number(double otherwise) const {
  if (const auto* value = std::get_if<double>(&value_)) return *value;
  if (const auto* value = std::get_if<std::int64_t>(&value_)) return static_cast<double>(*value);
  const auto* value = std::get_if<std::uint64_t>(&value_);
  return value != nullptr ? static_cast<double>(*value) : otherwise;
}

bool Json::boolean(bool otherwise) const {
  const auto* value = std::get_if<bool>(&value_);
  return value != nullptr ? *value : otherwise;
}

std::vector<std::string> Json::texts() const {
  std::vector<std::string> result;
  for (const Json& element : elements()) {
    if (element.is_text()) result.push_back(element.text());
  }
  return result;
}

std::string Json::dump(bool indent) const {
  Out out{.text = {}, .sink = {}};
  write(out, indent ? 0 : -1);
  if (indent) out.text += '\n';
  return std::move(out.text);
}

void Json::dump(bool indent, const Sink& sink) const {
  Out out{.text = {}, .sink = sink};
  write(out, indent ? 0 : -1);
  if (indent) out.text += '\n';
  out.hand_over();
}

void Json::write(Out& out, int level) const {
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
    write_parts(out, level);
  }
}

// Writes the brackets, and the elements or members with commas between them.
void Json::write_parts(Out& out, int level) const {
  const int inner = level < 0 ? -1 : level + 1;
  bool first = true;
  const auto part = [&] { out.part(std::exchange(first, false), inner); };
  out.text += is_array() ? '[' : '{';
  each([&](const Json& element) {
    part();
    element.write(out, inner);
  });
  for (const auto& [name, value] : members()) {
    part();
    write_text(out.text, name);
    out.text += level < 0 ? ":" : ": ";
    value.write(out, inner);
  }
  if (!first) line_end(out.text, level);
  out.text += is_array() ? ']' : '}';
}

}  // namespace mcheck
