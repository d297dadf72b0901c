// SPDX-License-Identifier: MIT
// Parses JSON (RFC 8259) strictly. The input may be anything that a process sends, so the parser
// limits the depth, takes linear time, and reports the line of an error.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "engine/base/json.hpp"
#include "engine/base/utf8.hpp"

namespace mcheck {

class JsonReader {
 public:
  explicit JsonReader(std::string_view text) : text_(text) {}
  explicit JsonReader(std::shared_ptr<const std::string> text)
      : text_(*text), shared_text_(std::move(text)) {}

  std::variant<Json, std::string> document() {
    Json value;
    if (!read(value, 0)) return error_text();
    skip_space();
    if (at_ == text_.size()) return value;
    expected("the end of the text");
    return error_text();
  }

 private:
  static constexpr int kMaxDepth = 200;
  static constexpr std::size_t kLazyArrayBytes = 64 << 10;  // a longer array becomes a lazy array

  bool read(Json& value, int depth) {
    skip_space();
    if (depth > kMaxDepth) return fail("nested too deeply");
    switch (peek()) {
      case '{': return object(value, depth);
      case '[': return array(value, depth);
      case '"': return text_value(value);
      case 't': return literal("true", Json(true), value);
      case 'f': return literal("false", Json(false), value);
      case 'n': return literal("null", Json(), value);
      default: return number(value);
    }
  }

  bool object(Json& value, int depth) {
    Json::Members members;
    ++at_;
    if (!accept('}')) {
      do {
        skip_space();
        std::string name;
        Json member;
        if (peek() != '"') return expected("a name in quotes");
        if (!quoted(name)) return false;
        if (!accept(':')) return expected("':'");
        if (!read(member, depth + 1)) return false;
        members.emplace_back(std::move(name), std::move(member));
      } while (accept(','));
      if (!accept('}')) return expected("',' or '}'");
    }
    value = Json(std::move(members));
    return true;
  }

  bool array(Json& value, int depth) {
    Json::Array elements;
    std::vector<std::size_t> offsets;
    const std::size_t begin = at_++;
    const auto is_long = [&] { return shared_text_ != nullptr && at_ - begin > kLazyArrayBytes; };
    if (!accept(']')) {
      do {
        if (is_long()) elements.clear();
        offsets.push_back(at_);
        if (!read(elements.emplace_back(), depth + 1)) return false;
      } while (accept(','));
      if (!accept(']')) return expected("',' or ']'");
    }
    value = is_long() ? lazy_elements(std::move(offsets)) : Json(std::move(elements));
    return true;
  }

  // The text was parsed once without an error, so parsing an element again cannot fail.
  [[nodiscard]] Json lazy_elements(std::vector<std::size_t> offsets) const {
    const std::size_t count = offsets.size();
    return Json::lazy_array(count,
                            [text = shared_text_, offsets = std::move(offsets)](std::size_t i) {
                              JsonReader reader(text);
                              Json element;
                              reader.at_ = offsets[i];
                              (void)reader.read(element, 0);
                              return element;
                            });
  }

  bool text_value(Json& value) {
    std::string text;
    if (!quoted(text)) return false;
    value = Json(std::move(text));
    return true;
  }

  bool literal(std::string_view spelling, Json literal_value, Json& value) {
    if (text_.substr(at_, spelling.size()) != spelling) return expected("a value");
    at_ += spelling.size();
    value = std::move(literal_value);
    return true;
  }

  // REQUIRES: at a quote. The result is valid UTF-8 for any input.
  bool quoted(std::string& text) {
    ++at_;
    while (at_ < text_.size() && text_[at_] != '"') {
      const char c = text_[at_];
      if (static_cast<unsigned char>(c) < 0x20) return fail("a control character in a text");
      ++at_;
      if (c != '\\') {
        text += c;
      } else if (!escape(text)) {
        return false;
      }
    }
    if (at_ == text_.size()) return fail("a text that does not end");
    ++at_;
    text = valid_utf8(text);
    return true;
  }

  bool escape(std::string& text) {
    static constexpr std::string_view kNames = "\"\\/bfnrt";
    static constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
    const char name = peek();
    ++at_;
    if (name == 'u') return unicode(text);
    const auto which = kNames.find(name);
    if (which == std::string_view::npos) return fail("an unknown escape in a text");
    text += kMeanings[which];
    return true;
  }

  bool unicode(std::string& text) {
    const auto first = four_digits();
    if (!first) return expected("four hexadecimal digits");
    char32_t code_point = *first;
    if (code_point >= 0xd800 && code_point < 0xdc00 && text_.substr(at_, 2) == "\\u") {
      at_ += 2;
      const auto second = four_digits();
      if (!second) return expected("four hexadecimal digits");
      const bool pair = *second >= 0xdc00 && *second < 0xe000;
      code_point = pair ? 0x10000 + ((code_point - 0xd800) << 10) + (*second - 0xdc00) : 0xfffd;
    }
    text += encoded(code_point);
    return true;
  }

  std::optional<char32_t> four_digits() {
    const std::string_view digits = text_.substr(at_, 4);
    unsigned value = 0;
    const auto end = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16).ptr;
    if (end != digits.data() + 4) return std::nullopt;
    at_ += 4;
    return value;
  }

  bool number(Json& value) {
    std::size_t end = at_;
    while (end < text_.size() && std::string_view("+-.eE0123456789").find(text_[end]) != npos)
      ++end;
    const std::string_view digits = text_.substr(at_, end - at_);
    if (!is_number(digits)) return expected("a value");
    at_ = end;
    value = value_of(digits);
    return true;
  }

  // The grammar of RFC 8259, section 6: no leading zeros, digits on both sides of a point.
  static bool is_number(std::string_view text) {
    const auto digits = [&text] {
      const auto count = std::min(text.find_first_not_of("0123456789"), text.size());
      text.remove_prefix(count);
      return count;
    };
    if (text.starts_with('-')) text.remove_prefix(1);
    const bool zero = text.starts_with('0');
    const auto whole = digits();
    if (whole == 0 || (zero && whole > 1)) return false;
    if (text.starts_with('.')) {
      text.remove_prefix(1);
      if (digits() == 0) return false;
    }
    if (!text.starts_with('e') && !text.starts_with('E')) return text.empty();
    text.remove_prefix(1);
    if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
    return digits() > 0 && text.empty();
  }

  static Json value_of(std::string_view digits) {
    std::int64_t whole = 0;
    std::uint64_t large = 0;
    double real = 0;
    if (parse_number(digits, whole)) return Json(whole);
    if (parse_number(digits, large)) return Json(large);
    return Json(parse_number(digits, real) ? real : std::nan(""));
  }

  template <typename Number>
  static bool parse_number(std::string_view digits, Number& value) {
    const char* const end = digits.data() + digits.size();
    const auto outcome = std::from_chars(digits.data(), end, value);
    return outcome.ec == std::errc() && outcome.ptr == end;
  }

  void skip_space() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }

  // The next character; at the end a zero byte, which JSON does not contain.
  [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  bool accept(char c) {
    skip_space();
    if (peek() != c) return false;
    ++at_;
    return true;
  }

  bool expected(const std::string& what) { return fail("expected " + what); }

  bool fail(std::string what) {
    error_ = std::move(what);
    return false;
  }

  [[nodiscard]] std::string error_text() const {
    const std::string_view before = text_.substr(0, std::min(at_, text_.size()));
    const auto line = std::count(before.begin(), before.end(), '\n') + 1;
    return "line " + std::to_string(line) + ": " + error_;
  }

  static constexpr auto npos = std::string_view::npos;
  std::string_view text_;
  std::shared_ptr<const std::string> shared_text_;
  std::size_t at_ = 0;
  std::string error_;
};

std::variant<Json, std::string> Json::parse(std::string_view text) {
  return JsonReader(text).document();
}

std::variant<Json, std::string> Json::parse(std::shared_ptr<const std::string> text) {
  return JsonReader(std::move(text)).document();
}

}  // namespace mcheck
