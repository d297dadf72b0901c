// SPDX-License-Identifier: MIT
// Event orders, as in IMUnit: a test names events, and says which happens before which.
//
//   MCHECK_SCHEDULE("added -> taking, [taking] -> adding_more");   // in the test, once
//   …
//   MCHECK_EVENT("taking");                                        // in any thread
//   queue.take();
//
//   a -> b             b waits until a has happened
//   [a] -> b           … and the thread of a has blocked since
//   a & b -> c         both;   a | b -> c   one of them;   parentheses as usual
//   a#2 -> b           the second occurrence of a;   a -> b#2   only the second b waits
//   a@worker -> b      an occurrence in the thread of that name
//   for_some: a -> b   one execution that follows the orders passes; exactly_one: there is only one
//
// The text is parsed while the test is compiled: the compiler's error names what was expected, and
// the column. A thread that waits for an event for ever is no deadlock of the program
// (<mcheck/gates.hpp>). "Blocked" is a wait for a condition variable, a join, a lock that another
// thread holds, or the like; not a sleep, a loop, or a wait for another event. Without mcheck,
// events wait for real, [a] when the system says that the thread sleeps, and @thread is ignored: so
// orders may not contain a circle without it.
#pragma once

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <mcheck/detail/event_orders.hpp>
#include <mcheck/gates.hpp>

extern "C" {
extern __attribute__((weak)) void mcheck_runtime_when_blocked(mcheck::detail::Object* gate);
// An event of a schedule file (--schedule).
extern __attribute__((weak)) void mcheck_runtime_event(const char* name);
// A schedule names it.
extern __attribute__((weak)) void mcheck_runtime_name_event(const char* name, unsigned long size);
// A thread has reached an event, as the schedule in force names it.
extern __attribute__((weak)) void mcheck_runtime_reach_event(const char* name, unsigned long size);
extern __attribute__((weak)) bool mcheck_runtime_thread_is(const char* name, unsigned long size);
}

namespace mcheck::detail {

// An event as it stands in the schedule, from its name to the end of its number and thread.
inline TextSpan span_of(const EventOrders& orders, std::size_t event) {
  const EventName& name = orders.names[event];
  const TextSpan& last = name.thread.size > 0 ? name.thread : name.name;
  std::size_t end = last.begin + last.size;
  if (name.thread.size == 0 && name.occurrence != 0) {
    do {
      ++end;
    } while (orders.text[end] >= '0' && orders.text[end] <= '9');
  }
  return {name.name.begin, end - name.name.begin};
}

class ActiveSchedule {
 public:
  // All memory belongs to the test. `happened` has one element for each name, `clauses` one for
  // each clause that is an alternative, in the order of the text; `arrivals` one for each name.
  ActiveSchedule(const EventOrders& orders, Openings* happened, Openings* clauses,
                 Openings* arrivals)
      : orders_(orders), happened_(happened), clauses_(clauses), arrivals_(arrivals) {}

  void happen(const char* name) { announce(name, wait_to_happen(name)); }

  // The two parts of happen(), with an operation between them. The first returns which occurrence
  // of the event this is, for the second.
  unsigned wait_to_happen(const char* name) {
    const unsigned occurrence = count_occurrence(name);
    reach(name, occurrence);
    for (std::size_t i = 0; i < orders_.order_count; ++i) {
      const Order& order = orders_.orders[i];
      if (matches(orders_.names[order.event], name, occurrence)) wait_for(order.before);
    }
    return occurrence;
  }
  void announce(const char* name, unsigned occurrence) {
    for (std::size_t i = 0; i < orders_.name_count; ++i) {
      if (matches(orders_.names[i], name, occurrence)) announce(i);
    }
  }
  // Calls visit(clause, index) for each clause that is an alternative.
  template <class Visit>
  void for_each_alternative(Visit visit) const {
    std::size_t index = 0;
    for (std::size_t i = 0; i < orders_.order_count; ++i) {
      const Condition& condition = orders_.orders[i].before;
      for (std::size_t j = 0; j < condition.count; ++j) {
        if (condition.clauses[j].count > 1) visit(condition.clauses[j], index++);
      }
    }
  }

 private:
  [[nodiscard]] bool is_named(const EventName& event, const char* name) const {
    return std::strlen(name) == event.name.size &&
           std::memcmp(name, orders_.text + event.name.begin, event.name.size) == 0;
  }
  [[nodiscard]] bool matches(const EventName& event, const char* name, unsigned occurrence) const {
    if (!is_named(event, name)) return false;
    if (event.occurrence != 0 && event.occurrence != occurrence) return false;
    if (event.thread.size == 0 || mcheck_runtime_thread_is == nullptr) return true;
    return mcheck_runtime_thread_is(orders_.text + event.thread.begin, event.thread.size);
  }

  void reach(const char* name, unsigned occurrence) const {
    if (mcheck_runtime_reach_event == nullptr) return;
    for (std::size_t i = 0; i < orders_.name_count; ++i) {
      if (!matches(orders_.names[i], name, occurrence)) continue;
      const TextSpan event = span_of(orders_, i);
      mcheck_runtime_reach_event(orders_.text + event.begin, event.size);
    }
  }

  // 0 if the schedule does not number the event.
  unsigned count_occurrence(const char* name) {
    for (std::size_t i = 0; i < orders_.name_count; ++i) {
      const EventName& event = orders_.names[i];
      if (event.occurrence != 0 && is_named(event, name))
        return static_cast<unsigned>(arrivals_[first_of(event)].arrive()) + 1;
    }
    return 0;
  }
  [[nodiscard]] std::size_t first_of(const EventName& event) const {
    std::size_t i = 0;
    while (!same(orders_.text, orders_.names[i].name, event.name)) ++i;
    return i;
  }

  void wait_for(const Condition& condition) {
    for (std::size_t i = 0; i < condition.count; ++i) {
      const Clause& clause = condition.clauses[i];
      (clause.count == 1 ? happened_[clause.events[0]] : clauses_[index_of(clause)]).wait(1);
    }
  }
  [[nodiscard]] std::size_t index_of(const Clause& wanted) const {
    std::size_t found = 0;
    for_each_alternative([&](const Clause& clause, std::size_t index) {
      if (&clause == &wanted) found = index;
    });
    return found;
  }

  // Opens the gates of an event. Those of [e] open when the thread blocks.
  void announce(std::size_t event) {
    const bool blocked = orders_.names[event].blocked;
    const auto open = [&](Openings& gate) {
      if (!blocked) return gate.open();
      if (mcheck_runtime_when_blocked != nullptr) return mcheck_runtime_when_blocked(&gate);
      gate.open_when_asleep();
    };
    if (is_waited_for(event)) open(happened_[event]);
    for_each_alternative([&](const Clause& clause, std::size_t index) {
      for (std::size_t i = 0; i < clause.count; ++i) {
        if (clause.events[i] == event) open(clauses_[index]);
      }
    });
  }
  [[nodiscard]] bool is_waited_for(std::size_t event) const {
    for (std::size_t i = 0; i < orders_.order_count; ++i) {
      const Condition& condition = orders_.orders[i].before;
      for (std::size_t j = 0; j < condition.count; ++j) {
        if (condition.clauses[j].count == 1 && condition.clauses[j].events[0] == event) return true;
      }
    }
    return false;
  }

  const EventOrders& orders_;
  Openings* happened_;
  Openings* clauses_;
  Openings* arrivals_;
};

// That of the innermost MCHECK_SCHEDULE in force: one for the program and all of its libraries,
// also those that are compiled with -fvisibility=hidden. The name begins like those that `mcheck
// c++` lets an executable export.
inline ActiveSchedule* active_schedule __asm__("mcheck_runtime_active_schedule")
    __attribute__((visibility("default"))) = nullptr;

// The thread that it belongs to. Without mcheck only.
inline long scheduling_thread __asm__("mcheck_runtime_scheduling_thread")
    __attribute__((visibility("default"))) = 0;

inline void event_happens(const char* name) {
  if (active_schedule != nullptr) active_schedule->happen(name);
  if (mcheck_runtime_event != nullptr) mcheck_runtime_event(name);
}

inline constexpr std::size_t kMaxNameBytes = 64;

inline void spell_event(const EventOrders& orders, std::size_t event, char (&to)[kMaxNameBytes]) {
  const TextSpan span = span_of(orders, event);
  const bool is_blocked = orders.names[event].blocked;
  std::size_t used = 0;
  if (is_blocked) to[used++] = '[';
  for (std::size_t i = 0; i < span.size && used + 2 < kMaxNameBytes; ++i)
    to[used++] = orders.text[span.begin + i];
  if (is_blocked) to[used++] = ']';
  to[used] = '\0';
}

inline void copy_name(const EventOrders& orders, TextSpan name, char (&to)[kMaxNameBytes]) {
  const std::size_t size = name.size < kMaxNameBytes ? name.size : kMaxNameBytes - 1;
  std::memcpy(to, orders.text + name.begin, size);
  to[size] = '\0';
}

// "[taken] | failed": the events of which one is waited for.
inline void spell_alternative(const EventOrders& orders, const Clause& clause,
                              char (&to)[kMaxNameBytes]) {
  std::size_t used = 0;
  for (std::size_t i = 0; i < clause.count; ++i) {
    char event[kMaxNameBytes];
    spell_event(orders, clause.events[i], event);
    const char* const parts[] = {i == 0 ? "" : " | ", event};
    for (const char* text : parts) {
      for (; *text != '\0' && used + 1 < kMaxNameBytes; ++text) to[used++] = *text;
    }
  }
  to[used] = '\0';
}

// The gates of a schedule, with the names that reports show.
template <std::size_t Names, std::size_t Alternatives>
class Schedule {
 public:
  explicit Schedule(const EventOrders& orders)
      : active_(orders, happened_, alternatives_, arrivals_) {
    for (std::size_t i = 0; i < Names; ++i) {
      const TextSpan event = span_of(orders, i);
      if (mcheck_runtime_name_event != nullptr)
        mcheck_runtime_name_event(orders.text + event.begin, event.size);
      spell_event(orders, i, names_[i]);
      begin(happened_[i], names_[i]);
      copy_name(orders, orders.names[i].name, bare_names_[i]);
      begin(arrivals_[i], bare_names_[i]);
    }
    active_.for_each_alternative([&](const Clause& clause, std::size_t i) {
      spell_alternative(orders, clause, alternative_names_[i]);
      begin(alternatives_[i], alternative_names_[i]);
    });
    if (orders.quantifier != quantifier::for_all) set_quantifier(orders.quantifier);
    require_one_test();
    before_ = active_schedule;
    active_schedule = &active_;
  }
  ~Schedule() {
    active_schedule = before_;
    if (mcheck_runtime_gate_end == nullptr) return;
    for (Openings& gate : happened_) mcheck_runtime_gate_end(&gate);
    for (Openings& gate : arrivals_) mcheck_runtime_gate_end(&gate);
    active_.for_each_alternative(
        [&](const Clause&, std::size_t i) { mcheck_runtime_gate_end(&alternatives_[i]); });
  }
  Schedule(const Schedule&) = delete;
  Schedule& operator=(const Schedule&) = delete;

 private:
  // Without mcheck: another test, in another thread, would lose its schedule.
  static void require_one_test() {
    if (mcheck_runtime_gate_begin != nullptr) return;
    const long here = syscall(SYS_gettid);
    if (active_schedule == nullptr) scheduling_thread = here;
    if (scheduling_thread == here) return;
    std::fputs("MCHECK_SCHEDULE: the schedule of another thread is in force\n", stderr);
    std::abort();
  }
  static void begin(Openings& gate, const char* name) {
    gate.name = name;
    if (mcheck_runtime_gate_begin != nullptr) mcheck_runtime_gate_begin(&gate);
  }

  char names_[Names][kMaxNameBytes]{};
  char bare_names_[Names][kMaxNameBytes]{};
  char alternative_names_[Alternatives + 1][kMaxNameBytes]{};
  Openings happened_[Names];
  Openings arrivals_[Names];
  Openings alternatives_[Alternatives + 1];  // an array has at least one element
  ActiveSchedule active_;
  ActiveSchedule* before_ = nullptr;
};

}  // namespace mcheck::detail

// The event happens here, after what the schedule in force lets it wait for.
#define MCHECK_EVENT(name) ::mcheck::detail::event_happens(name)

// The schedule is in force until the end of the scope. Threads that reach events are started after
// it, and joined before its end.
#define MCHECK_SCHEDULE_AT_LINE(text, orders, schedule)                                          \
  static constexpr auto orders = ::mcheck::detail::parse_event_orders_for_any_thread(text);      \
  static_assert(::mcheck::detail::CheckSchedule<(orders).error, (orders).column>::is_right, ""); \
  ::mcheck::detail::Schedule<(orders).name_count, ::mcheck::detail::alternatives_of(orders)>     \
  schedule(orders)
#define MCHECK_SCHEDULE_EXPANDED(text, line) \
  MCHECK_SCHEDULE_AT_LINE(text, mcheck_orders_##line, mcheck_schedule_##line)
#define MCHECK_SCHEDULE_ON(text, line) MCHECK_SCHEDULE_EXPANDED(text, line)
#define MCHECK_SCHEDULE(text) MCHECK_SCHEDULE_ON(text, __LINE__)
