// SPDX-License-Identifier: MIT
// Every order of events has a form with gates, and the reverse: mcheck explores random programs of
// events under both, and finds the sequences of events that brute force allows.
//
// [a] is left out: in these programs nothing blocks but what the schedule keeps waiting.
#include <algorithm>
#include <cstdlib>
#include <deque>
#include <optional>

#include <mcheck/atomic.hpp>
#include <mcheck/events.hpp>
#include <mcheck/gates.hpp>
#include <mcheck/thread.hpp>

#include "tests/model/explored.hpp"
#include "tests/model/locks/event_orders_oracle.hpp"
#include "tests/support/deep.hpp"

namespace mcheck::event_orders_test {
namespace {

using orders::EventOrder;
using orders::EventProgram;
using orders::GatePlan;
using orders::Named;
using orders::Sequences;

// In the caller's stack, which is not restored; allocates nothing.
class SeenSequences {
 public:
  void add(std::uint32_t sequence) {
    const auto end = seen_.begin() + static_cast<std::ptrdiff_t>(count_);
    if (std::find(seen_.begin(), end, sequence) == end) seen_.at(count_++) = sequence;
  }
  [[nodiscard]] Sequences list() const {
    return {seen_.begin(), seen_.begin() + static_cast<std::ptrdiff_t>(count_)};
  }

 private:
  std::array<std::uint32_t, 1024> seen_{};
  std::size_t count_ = 0;
};

// Runs the events of each thread in a thread of its own; `happen` calls its second argument, which
// records the event, between what it waits for and what waits for it.
template <class Happen>
std::uint32_t run_events(const EventProgram& program, Happen happen) {
  atomic<std::size_t> next{0};
  std::array<std::uint32_t, 8> happened{};  // each element is written by one thread
  std::deque<thread> threads;
  for (std::size_t t = 0; t < program.size(); ++t) {
    threads.emplace_back([&, t] {
      for (const int event : program[t]) {
        happen(Named{event, 0, static_cast<int>(t) + 1},
               [&] { happened.at(next.fetch_add(1)) = static_cast<std::uint32_t>(t) + 1; });
      }
    });
  }
  for (thread& each : threads) each.join();
  std::uint32_t sequence = 0;
  for (std::size_t i = 0; i < happened.size() && happened[i] != 0; ++i)
    sequence = sequence * 4 + happened[i];
  return sequence;
}

std::uint32_t run_with_orders(const EventProgram& program, const detail::EventOrders& all) {
  std::array<detail::Openings, 16> happened;
  std::array<detail::Openings, 16> alternatives;
  std::array<detail::Openings, 16> arrivals;
  const auto for_each_gate = [&](auto visit) {
    for (std::size_t i = 0; i < all.name_count; ++i) visit(happened.at(i)), visit(arrivals.at(i));
    for (std::size_t i = 0; i < detail::alternatives_of(all); ++i) visit(alternatives.at(i));
  };
  for_each_gate([](detail::Openings& gate) {
    gate.name = "gate";
    mcheck_runtime_gate_begin(&gate);
  });
  detail::ActiveSchedule schedule(all, happened.data(), alternatives.data(), arrivals.data());
  const auto result = run_events(program, [&](const Named& event, auto record) {
    const char name[] = {static_cast<char>('a' + event.event), '\0'};
    const unsigned number = schedule.wait_to_happen(name);
    record();
    schedule.announce(name, number);
  });
  for_each_gate([](detail::Openings& gate) { mcheck_runtime_gate_end(&gate); });
  return result;
}

std::uint32_t run_with_gates(const EventProgram& program, const std::vector<GatePlan>& plans) {
  std::deque<gate> gates;
  for (std::size_t i = 0; i < plans.size(); ++i) gates.emplace_back("gate");
  std::array<atomic<int>, 4> arrivals{};
  const auto is_numbered = [&](int event) {
    const auto is_it = [&](const Named& name) { return name.event == event && name.number > 0; };
    return std::ranges::any_of(plans, [&](const GatePlan& plan) {
      return std::ranges::any_of(plan.openers, is_it) || std::ranges::any_of(plan.waiters, is_it);
    });
  };
  return run_events(program, [&](Named event, auto record) {
    if (is_numbered(event.event))
      event.number = arrivals[static_cast<std::size_t>(event.event)].fetch_add(1) + 1;
    const auto is_it = [&](const Named& name) { return name.means(event); };
    for (std::size_t i = 0; i < plans.size(); ++i) {
      if (std::ranges::any_of(plans[i].waiters, is_it)) gates[i].wait();
    }
    record();
    for (std::size_t i = 0; i < plans.size(); ++i) {
      if (std::ranges::any_of(plans[i].openers, is_it)) gates[i].open();
    }
  });
}

// The sequences of all executions that follow the schedule.
template <class Run>
Sequences sequences_of(Run run) {
  SeenSequences seen;
  const summary found = explore([&] { seen.add(run()); }, {.minimise = 0});
  INFO(found.message);
  if (found.verdict == verdict::verified) return seen.list();
  CHECK(found.failure == "unmet-schedule");
  CHECK(seen.list().empty());
  return {};
}

std::optional<detail::EventOrders> parsed(const std::string& text) {
  const detail::EventOrders all = detail::parse_event_orders(text.c_str());
  using enum detail::ScheduleError;
  if (all.error == none) return all;
  // Drawn by chance, and refused before anything runs.
  CHECK((all.error == an_event_waits_for_itself ||
         all.error == events_wait_for_each_other_in_a_circle ||
         all.error == the_condition_is_too_large));
  return std::nullopt;
}

struct Pair {
  EventProgram program;
  std::vector<EventOrder> all;
  std::vector<GatePlan> gates;
  Sequences allowed;
};

// Every second one is drawn as gates.
Pair random_pair(std::uint64_t seed) {
  table::Draw draw(seed);
  Pair pair{.program = orders::random_event_program(draw), .all = {}, .gates = {}, .allowed = {}};
  if (seed % 2 == 0) {
    pair.all = orders::random_orders(draw, pair.program);
    pair.gates = orders::as_gates(pair.all);
    pair.allowed = orders::sequences_under(pair.program, pair.all);
  } else {
    pair.gates = orders::random_gates(draw, pair.program);
    pair.all = orders::as_orders(pair.gates);
    pair.allowed = orders::sequences_under(pair.program, pair.gates);
  }
  return pair;
}

}  // namespace

TEST_CASE("random orders of events and their gates allow the sequences that brute force allows") {
  const int wanted = is_deep() ? 10'000 : 500;
  int compared = 0;
  int impossible = 0;
  std::size_t sequences = 0;
  for (std::uint64_t seed = 1; compared < wanted; ++seed) {
    const Pair pair = random_pair(seed);
    const std::string text = orders::text_of(pair.all);
    INFO("seed " << seed << ": " << orders::text_of(pair.program) << " " << text);
    const auto all = parsed(text);
    if (!all) continue;
    REQUIRE(sequences_of([&] { return run_with_orders(pair.program, *all); }) == pair.allowed);
    REQUIRE(sequences_of([&] { return run_with_gates(pair.program, pair.gates); }) == pair.allowed);
    ++compared;
    impossible += pair.allowed.empty() ? 1 : 0;
    sequences += pair.allowed.size();
  }
  // Otherwise there was little to compare.
  CHECK(impossible * 20 > wanted);
  CHECK(sequences > 2 * static_cast<std::size_t>(wanted));
}

TEST_CASE("a conversion that forgets a gate is noticed") {
  int noticed = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Pair pair = random_pair(seed);
    pair.gates.pop_back();
    const Sequences found = sequences_of([&] { return run_with_gates(pair.program, pair.gates); });
    noticed += found == pair.allowed ? 0 : 1;
  }
  CHECK(noticed >= 20);
}

}  // namespace mcheck::event_orders_test
