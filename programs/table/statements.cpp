// SPDX-License-Identifier: MIT
#include "statements.hpp"

#include <algorithm>

#include "grammar.hpp"
#include "words.hpp"

namespace table {
namespace {

constexpr Number kMostChoices = 10'000;

std::string known_statements() {
  std::string text;
  for (const Form& form : kForms) text += std::string(form.name) + ", ";
  return text + "if or check";
}

class Line {
 public:
  Line(const std::vector<std::string>& words, std::size_t line, Objects& objects)
      : words_(words), objects_(objects) {
    statement_.line = line;
  }

  Statement read() {
    if (words_[0] == "if") return read_if();
    if (words_[0] == "check") return read_check();
    if (words_.size() > 1 && words_[1] == "=") read_target();
    const std::string name = has_word() ? words_[at_] : "";
    const auto form = std::ranges::find(kForms, name, &Form::name);
    if (form == kForms.end()) {
      refuse((name.empty() ? "no statement" : "there is no statement " + shown(name)) +
             "; expected " + known_statements());
    }
    ++at_;
    read_as(*form);
    return statement_;
  }

 private:
  [[noreturn]] void refuse(const std::string& text) const { throw Wrong{statement_.line, text}; }
  [[nodiscard]] bool has_word() const { return at_ < words_.size(); }

  void read_target() {
    statement_.target = as_register(words_[0]);
    if (!statement_.target) refuse(shown(words_[0]) + " is no register; expected r0 to r9");
    at_ = 2;
  }

  void read_as(const Form& form) {
    const std::string expected = "expected: " + std::string(form.text);
    statement_.word = form.word;
    if (statement_.target && !form.yields) {
      refuse(std::string(form.name) + " has no result; " + expected);
    }
    std::size_t values = 0;
    for (const char letter : form.operands) {
      if (!has_word()) refuse("something is missing; " + expected);
      const std::string& word = words_[at_++];
      if (letter == 'v') {
        (values++ == 0 ? statement_.first : statement_.second) = value_of(word, expected);
      } else if (letter == 'n') {
        statement_.first.number = count_of(word, expected);
      } else {
        read_object(word, letter, expected);
      }
    }
    if (form.orders != Orders::kNone) read_order(form, expected);
    if (has_word()) refuse(shown(words_[at_]) + " is too much; " + expected);
  }

  void read_object(const std::string& word, char letter, const std::string& expected) {
    if (!is_name(word)) refuse(shown(word) + " is no name of an object; " + expected);
    const std::size_t index = objects_.use(word, letter, statement_.line);
    (letter == 'w' ? statement_.mutex : statement_.object) = index;
  }

  void read_order(const Form& form, const std::string& expected) {
    if (!has_word() && form.orders != Orders::kMust) return;
    if (!has_word()) refuse("a memory order is missing; " + expected);
    const std::string& word = words_[at_++];
    const auto order = std::ranges::find(kOrders, word, &OrderName::name);
    if (order != kOrders.end() && allows(form.orders, order->order)) {
      statement_.order = order->order;
      return;
    }
    std::string known;
    for (const OrderName& each : kOrders) {
      if (allows(form.orders, each.order)) known += " " + std::string(each.name);
    }
    refuse(shown(word) + " is no memory order of this statement; expected one of" + known);
  }

  // if r == V skip N
  Statement read_if() {
    constexpr const char* kExpected = "expected: if r == V skip N, or with !=";
    statement_.word = Word::kIf;
    if (words_.size() != 6 || words_[4] != "skip") refuse(kExpected);
    compare(kExpected);
    const std::optional<Number> skip = as_number(words_[5]);
    if (!skip || *skip < 0) refuse(shown(words_[5]) + " is no number of statements; " + kExpected);
    statement_.skip = static_cast<std::size_t>(*skip);
    return statement_;
  }

  // check r == V
  Statement read_check() {
    constexpr const char* kExpected = "expected: check r == V, or with !=";
    statement_.word = Word::kCheck;
    if (words_.size() != 4) refuse(kExpected);
    compare(kExpected);
    return statement_;
  }

  void compare(const std::string& expected) {
    statement_.first.reg = as_register(words_[1]);
    if (!statement_.first.reg) refuse(shown(words_[1]) + " is no register; " + expected);
    if (words_[2] != "==" && words_[2] != "!=") {
      refuse(shown(words_[2]) + " is no comparison; " + expected);
    }
    statement_.unequal = words_[2] == "!=";
    statement_.second = value_of(words_[3], expected);
  }

  [[nodiscard]] Value value_of(const std::string& word, const std::string& expected) const {
    if (const auto reg = as_register(word)) return {.reg = reg};
    const std::optional<Number> number = as_number(word);
    if (!number) refuse(shown(word) + " is neither a number nor a register; " + expected);
    return {.number = *number};
  }

  [[nodiscard]] Number count_of(const std::string& word, const std::string& expected) const {
    const std::optional<Number> number = as_number(word);
    if (!number || *number < 1 || *number > kMostChoices) {
      refuse(shown(word) + " is no number from 1 to " + std::to_string(kMostChoices) + "; " +
             expected);
    }
    return *number;
  }

  const std::vector<std::string>& words_;
  Objects& objects_;
  std::size_t at_ = 0;
  Statement statement_;
};

}  // namespace

Statement read_statement(const std::vector<std::string>& words, std::size_t line,
                         Objects& objects) {
  return Line(words, line, objects).read();
}

}  // namespace table
