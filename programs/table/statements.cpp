// SPDX-License-Identifier: MIT
#include "statements.hpp"

#include <algorithm>

#include "grammar.hpp"
#include "words.hpp"

namespace table {
namespace {

constexpr Number kMaxChoices = 10'000;

std::string known_statements() {
  std::string text;
  for (const StatementForm& form : kForms) text += std::string(form.name) + ", ";
  return text + "if or check";
}

class StatementReader {
 public:
  StatementReader(const std::vector<std::string>& words, std::size_t line, Objects& objects)
      : words_(words), objects_(objects) {
    statement_.line = line;
  }

  Statement read() {
    if (words_[0] == "if") return read_if();
    if (words_[0] == "check") return read_check();
    if (words_.size() > 1 && words_[1] == "=") read_target();
    const std::string name = has_word() ? words_[at_] : "";
    const auto form = std::ranges::find(kForms, name, &StatementForm::name);
    if (form == kForms.end()) {
      throw_error((name.empty() ? "no statement" : "there is no statement " + quoted_word(name)) +
                  "; expected " + known_statements());
    }
    ++at_;
    read_as(*form);
    return statement_;
  }

 private:
  [[noreturn]] void throw_error(const std::string& text) const {
    throw ParseError{statement_.line, text};
  }
  [[nodiscard]] bool has_word() const { return at_ < words_.size(); }

  void read_target() {
    statement_.target = as_register(words_[0]);
    if (!statement_.target)
      throw_error(quoted_word(words_[0]) + " is no register; expected r0 to r9");
    at_ = 2;
  }

  void read_as(const StatementForm& form) {
    const std::string expected = "expected: " + std::string(form.text);
    statement_.word = form.word;
    if (statement_.target && !form.yields) {
      throw_error(std::string(form.name) + " has no result; " + expected);
    }
    std::size_t values = 0;
    for (const char letter : form.operands) {
      if (!has_word()) throw_error("something is missing; " + expected);
      const std::string& word = words_[at_++];
      if (letter == 'v') {
        (values++ == 0 ? statement_.first : statement_.second) = value_of(word, expected);
      } else if (letter == 'n') {
        statement_.first.number = count_of(word, expected);
      } else {
        read_object(word, letter, expected);
      }
    }
    if (form.orders != AllowedOrders::kNone) read_order(form, expected);
    if (has_word()) throw_error(quoted_word(words_[at_]) + " is too much; " + expected);
  }

  void read_object(const std::string& word, char letter, const std::string& expected) {
    if (!is_name(word)) throw_error(quoted_word(word) + " is no name of an object; " + expected);
    const std::size_t index = objects_.use(word, letter, statement_.line);
    (letter == 'w' ? statement_.mutex : statement_.object) = index;
  }

  void read_order(const StatementForm& form, const std::string& expected) {
    if (!has_word() && form.orders != AllowedOrders::kRequired) return;
    if (!has_word()) throw_error("a memory order is missing; " + expected);
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
    throw_error(quoted_word(word) + " is no memory order of this statement; expected one of" +
                known);
  }

  // if r == V skip N
  Statement read_if() {
    constexpr const char* kExpected = "expected: if r == V skip N, or with !=";
    statement_.word = Keyword::kIf;
    if (words_.size() != 6 || words_[4] != "skip") throw_error(kExpected);
    read_comparison(kExpected);
    const std::optional<Number> skip = as_number(words_[5]);
    if (!skip || *skip < 0)
      throw_error(quoted_word(words_[5]) + " is no number of statements; " + kExpected);
    statement_.skip = static_cast<std::size_t>(*skip);
    return statement_;
  }

  // check r == V
  Statement read_check() {
    constexpr const char* kExpected = "expected: check r == V, or with !=";
    statement_.word = Keyword::kCheck;
    if (words_.size() != 4) throw_error(kExpected);
    read_comparison(kExpected);
    return statement_;
  }

  void read_comparison(const std::string& expected) {
    statement_.first.reg = as_register(words_[1]);
    if (!statement_.first.reg) throw_error(quoted_word(words_[1]) + " is no register; " + expected);
    if (words_[2] != "==" && words_[2] != "!=") {
      throw_error(quoted_word(words_[2]) + " is no comparison; " + expected);
    }
    statement_.unequal = words_[2] == "!=";
    statement_.second = value_of(words_[3], expected);
  }

  [[nodiscard]] Value value_of(const std::string& word, const std::string& expected) const {
    if (const auto reg = as_register(word)) return {.reg = reg};
    const std::optional<Number> number = as_number(word);
    if (!number)
      throw_error(quoted_word(word) + " is neither a number nor a register; " + expected);
    return {.number = *number};
  }

  [[nodiscard]] Number count_of(const std::string& word, const std::string& expected) const {
    const std::optional<Number> number = as_number(word);
    if (!number || *number < 1 || *number > kMaxChoices) {
      throw_error(quoted_word(word) + " is no number from 1 to " + std::to_string(kMaxChoices) +
                  "; " + expected);
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
  return StatementReader(words, line, objects).read();
}

}  // namespace table
