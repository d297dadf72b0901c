// SPDX-License-Identifier: MIT
// The language of MCHECK_SCHEDULE (<mcheck/events.hpp>), parsed while the test is compiled.
//
//   schedule  := [quantifier ":"] order {"," order}
//   quantifier := "for_all" | "for_some" | "exactly_one"
//   order     := condition "->" event
//   condition := all {("|" | "||") all}
//   all       := one {("&" | "&&") one}
//   one       := event | "[" event "]" | "(" condition ")"
//   event     := name ["#" number] ["@" thread]
//
// A condition becomes a conjunction of clauses, each of which is a disjunction of events: a thread
// waits for one clause after the other.
#pragma once

#include <cstddef>

#include <mcheck/detail/quantifier.hpp>

namespace mcheck::detail {

// What is wrong with a schedule: the enumerators are the messages.
enum class ScheduleError {
  none,
  expected_an_event,
  expected_an_arrow,
  expected_a_comma_or_the_end,
  expected_a_closing_bracket,
  expected_a_closing_parenthesis,
  expected_a_number_of_at_least_1,
  the_event_after_the_arrow_cannot_be_in_brackets,
  an_event_waits_for_itself,
  events_wait_for_each_other_in_a_circle,
  events_wait_for_each_other_in_a_circle_without_thread_names,
  more_than_64_events,
  more_than_32_orders,
  the_condition_is_too_large,
};

// Not complete if there is an error: compilers then print the error and the column.
template <ScheduleError Error, std::size_t Column>
struct CheckSchedule;
template <std::size_t Column>
struct CheckSchedule<ScheduleError::none, Column> {
  static constexpr bool is_right = true;
};

struct TextSpan {
  std::size_t begin = 0;
  std::size_t size = 0;
};

constexpr bool same(const char* text, TextSpan a, TextSpan b) {
  if (a.size != b.size) return false;
  for (std::size_t i = 0; i < a.size; ++i) {
    if (text[a.begin + i] != text[b.begin + i]) return false;
  }
  return true;
}

// `a`, `a#2`, `a@worker`, `[a]`.
struct EventName {
  TextSpan name{};
  TextSpan thread{};        // empty: any
  unsigned occurrence = 0;  // 0: any
  bool blocked = false;     // its thread has blocked after it

  [[nodiscard]] constexpr bool is_like(const EventName& other, const char* text) const {
    return same(text, name, other.name) && same(text, thread, other.thread) &&
           occurrence == other.occurrence && blocked == other.blocked;
  }
};

struct Clause {
  static constexpr std::size_t kMost = 8;

  std::size_t count = 0;
  std::size_t events[kMost]{};  // indices of names: one of these has to happen

  [[nodiscard]] constexpr bool has(std::size_t event) const {
    for (std::size_t i = 0; i < count; ++i) {
      if (events[i] == event) return true;
    }
    return false;
  }
  [[nodiscard]] constexpr bool contains(const Clause& other) const {
    for (std::size_t i = 0; i < other.count; ++i) {
      if (!has(other.events[i])) return false;
    }
    return true;
  }
  constexpr bool add(std::size_t event) {
    if (has(event)) return true;
    if (count == kMost) return false;
    events[count++] = event;
    return true;
  }
};

struct Condition {
  static constexpr std::size_t kMost = 16;

  std::size_t count = 0;
  Clause clauses[kMost]{};

  constexpr bool add(const Clause& clause) {
    if (count == kMost) return false;
    clauses[count++] = clause;
    return true;
  }
};

struct Order {
  Condition before{};
  std::size_t event = 0;  // the index of the name of what has to wait
};

struct EventOrders {
  static constexpr std::size_t kMostNames = 64;
  static constexpr std::size_t kMostOrders = 32;

  const char* text = "";
  mcheck::quantifier quantifier = mcheck::quantifier::for_all;
  std::size_t name_count = 0;
  EventName names[kMostNames]{};
  std::size_t order_count = 0;
  Order orders[kMostOrders]{};
  ScheduleError error = ScheduleError::none;  // the first
  std::size_t column = 0;
};

class ScheduleParser {
 public:
  constexpr explicit ScheduleParser(const char* text) { orders_.text = text; }

  [[nodiscard]] constexpr EventOrders parse() {
    parse_quantifier();
    do {
      parse_order();
    } while (takes(','));
    skip_blanks();
    if (here() != '\0') note(ScheduleError::expected_a_comma_or_the_end);
    require_no_circle(ScheduleError::events_wait_for_each_other_in_a_circle);
    return orders_;
  }

  constexpr EventOrders parse_for_any_thread() {
    (void)parse();
    if (orders_.error != ScheduleError::none) return orders_;
    ignores_threads_ = true;
    require_no_circle(ScheduleError::events_wait_for_each_other_in_a_circle_without_thread_names);
    return orders_;
  }

 private:
  [[nodiscard]] constexpr char here(std::size_t ahead = 0) const {
    for (std::size_t i = 0; i < ahead; ++i) {
      if (orders_.text[at_ + i] == '\0') return '\0';
    }
    return orders_.text[at_ + ahead];
  }
  // The first error ends the parsing: nothing is left to read.
  constexpr void note(ScheduleError error) {
    if (orders_.error == ScheduleError::none) orders_.error = error, orders_.column = at_ + 1;
    while (here() != '\0') ++at_;
  }
  constexpr void skip_blanks() {
    while (here() == ' ' || here() == '\t' || here() == '\n') ++at_;
  }
  constexpr bool takes(char wanted) {
    skip_blanks();
    if (here() != wanted) return false;
    ++at_;
    return true;
  }

  static constexpr bool is_part_of_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.' || c == ':';
  }

  constexpr TextSpan parse_word() {
    TextSpan word{at_, 0};
    while (is_part_of_name(here())) ++at_, ++word.size;
    if (word.size == 0) note(ScheduleError::expected_an_event);
    return word;
  }

  constexpr std::size_t parse_event(bool blocked) {
    skip_blanks();
    EventName event{parse_word(), {}, 0, blocked};
    if (here() == '#') {
      ++at_;
      while (here() >= '0' && here() <= '9') {
        event.occurrence = event.occurrence * 10 + static_cast<unsigned>(here() - '0');
        ++at_;
      }
      if (event.occurrence == 0) note(ScheduleError::expected_a_number_of_at_least_1);
    }
    if (here() == '@') {
      ++at_;
      event.thread = parse_word();
    }
    return index_of(event);
  }

  constexpr std::size_t index_of(const EventName& event) {
    for (std::size_t i = 0; i < orders_.name_count; ++i) {
      if (orders_.names[i].is_like(event, orders_.text)) return i;
    }
    if (orders_.name_count == EventOrders::kMostNames) {
      note(ScheduleError::more_than_64_events);
      return 0;
    }
    orders_.names[orders_.name_count] = event;
    return orders_.name_count++;
  }

  constexpr Condition parse_one() {
    if (takes('(')) {
      const Condition inner = parse_condition();
      if (!takes(')')) note(ScheduleError::expected_a_closing_parenthesis);
      return inner;
    }
    const bool blocked = takes('[');
    Clause clause{};
    clause.add(parse_event(blocked));
    if (blocked && !takes(']')) note(ScheduleError::expected_a_closing_bracket);
    Condition condition{};
    condition.add(clause);
    return condition;
  }

  constexpr Condition parse_all() {
    Condition all = parse_one();
    while (takes_twice('&')) {
      const Condition more = parse_one();
      for (std::size_t i = 0; i < more.count; ++i) {
        if (!all.add(more.clauses[i])) note(ScheduleError::the_condition_is_too_large);
      }
    }
    return all;
  }

  // (a & b) | (c & d) is (a | c) & (a | d) & (b | c) & (b | d).
  constexpr Condition parse_condition() {
    Condition any = parse_all();
    while (takes_twice('|')) {
      const Condition more = parse_all();
      Condition both{};
      for (std::size_t i = 0; i < any.count; ++i) {
        for (std::size_t j = 0; j < more.count; ++j) {
          if (!both.add(merged(any.clauses[i], more.clauses[j])))
            note(ScheduleError::the_condition_is_too_large);
        }
      }
      any = without_supersets(both);
    }
    return any;
  }

  // A clause that contains another one says nothing more: without this, conditions grow fast.
  static constexpr Condition without_supersets(const Condition& all) {
    Condition kept{};
    for (std::size_t i = 0; i < all.count; ++i) {
      bool is_implied = false;
      for (std::size_t j = 0; j < all.count; ++j) {
        const bool is_equal = all.clauses[i].count == all.clauses[j].count;
        if (i != j && all.clauses[i].contains(all.clauses[j]) && (!is_equal || j < i))
          is_implied = true;
      }
      if (!is_implied) kept.add(all.clauses[i]);
    }
    return kept;
  }

  constexpr Clause merged(Clause one, const Clause& other) {
    for (std::size_t i = 0; i < other.count; ++i) {
      if (!one.add(other.events[i])) note(ScheduleError::the_condition_is_too_large);
    }
    return one;
  }

  constexpr bool takes_twice(char c) {
    if (!takes(c)) return false;
    if (here() == c) ++at_;
    return true;
  }

  // An event may have that name, colon and all: then an arrow or an operator follows.
  constexpr bool takes_word(const char* word) {
    std::size_t size = 0;
    for (; word[size] != '\0'; ++size) {
      if (here(size) != word[size]) return false;
    }
    if (here(size) != ' ') return false;
    std::size_t next = size;
    while (here(next) == ' ') ++next;
    if (here(next) == '-' || here(next) == '&' || here(next) == '|') return false;
    at_ += next;
    return true;
  }
  constexpr void parse_quantifier() {
    skip_blanks();
    if (takes_word("for_some:")) orders_.quantifier = quantifier::for_some;
    if (takes_word("exactly_one:")) orders_.quantifier = quantifier::exactly_one;
    (void)takes_word("for_all:");
  }

  constexpr void parse_order() {
    Order order{};
    order.before = parse_condition();
    skip_blanks();
    if (here() != '-' || here(1) != '>') return note(ScheduleError::expected_an_arrow);
    at_ += 2;
    skip_blanks();
    if (here() == '[') return note(ScheduleError::the_event_after_the_arrow_cannot_be_in_brackets);
    order.event = parse_event(false);
    if (orders_.order_count == EventOrders::kMostOrders)
      return note(ScheduleError::more_than_32_orders);
    orders_.orders[orders_.order_count++] = order;
    if (must_precede(order, order.event)) note(ScheduleError::an_event_waits_for_itself);
  }

  // Whether the order names only that event in one of its clauses, blocked or not.
  [[nodiscard]] constexpr bool must_precede(const Order& order, std::size_t event) const {
    for (std::size_t i = 0; i < order.before.count; ++i) {
      const Clause& clause = order.before.clauses[i];
      if (clause.count != 1) continue;
      EventName name = orders_.names[clause.events[0]];
      name.blocked = false;
      if (ignores_threads_) name.thread = orders_.names[event].thread;
      if (name.is_like(orders_.names[event], orders_.text)) return true;
    }
    return false;
  }

  // Follows orders without alternatives from each event: none may lead back to it.
  constexpr void require_no_circle(ScheduleError error) {
    for (std::size_t first = 0; first < orders_.name_count; ++first) {
      bool reached[EventOrders::kMostNames]{};
      mark_followers(first, reached);
      for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t i = 0; i < orders_.name_count; ++i) {
          if (reached[i]) changed = mark_followers(i, reached) || changed;
        }
      }
      if (reached[first]) note(error);
    }
  }

  constexpr bool mark_followers(std::size_t event, bool (&reached)[EventOrders::kMostNames]) const {
    bool changed = false;
    for (std::size_t i = 0; i < orders_.order_count; ++i) {
      const Order& order = orders_.orders[i];
      if (!must_precede(order, event) || reached[order.event]) continue;
      reached[order.event] = true;
      changed = true;
    }
    return changed;
  }

  EventOrders orders_{};
  std::size_t at_ = 0;
  bool ignores_threads_ = false;
};

// How many clauses name several events.
constexpr std::size_t alternatives_of(const EventOrders& orders) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < orders.order_count; ++i) {
    const Condition& condition = orders.orders[i].before;
    for (std::size_t j = 0; j < condition.count; ++j) count += condition.clauses[j].count > 1;
  }
  return count;
}

constexpr EventOrders parse_event_orders(const char* text) { return ScheduleParser(text).parse(); }

// Of orders in the code: without mcheck an event of a thread is one of any thread.
constexpr EventOrders parse_event_orders_for_any_thread(const char* text) {
  return ScheduleParser(text).parse_for_any_thread();
}

}  // namespace mcheck::detail
