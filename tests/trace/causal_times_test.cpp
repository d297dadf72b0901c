// SPDX-License-Identifier: MIT
// What threads know of the time, in random traces: all that happens before in C++, and nothing that
// an equivalent trace does not have before it.
#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

#include "engine/trace/order/causal_times.hpp"
#include "engine/trace/order/happens_before.hpp"
#include "tests/trace/order_graph.hpp"
#include "tests/trace/random_trace.hpp"

namespace mcheck::causal_times_test {
namespace {

struct TimedTrace {
  std::vector<ClockAdvance> advances;
  std::vector<std::uint32_t> own_events;  // by advance: how many of its thread's events came before
};

// The advances that the predicate accepts; 0: none.
template <class Predicate>
std::int64_t latest(const TimedTrace& trace, Predicate accepts) {
  std::int64_t time = 0;
  for (std::size_t i = 0; i < trace.advances.size(); ++i) {
    const ClockAdvance& advance = trace.advances[i];
    if (accepts(advance.thread, trace.own_events[i])) time = std::max(time, advance.now);
  }
  return time;
}

TimedTrace run(RandomTrace& trace, std::uint64_t seed) {
  TimedTrace timed;
  table::Draw draw(seed);
  std::int64_t time = 0;
  for (int i = 0; i < 80; ++i) {
    trace.step();
    if (!draw.one_in(3)) continue;
    const ThreadRecord& thread = draw.one_of(trace.threads());
    if (thread.status != ThreadRecord::Status::kReady) continue;
    time += 1 + draw.below(3);
    timed.advances.push_back({.events = trace.events().size(), .thread = thread.id, .now = time});
    timed.own_events.push_back(thread.events);
  }
  return timed;
}

}  // namespace

TEST_CASE("a thread knows the times in its causal past, and no others") {
  std::size_t learned = 0;
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    RandomTrace trace(seed);
    const TimedTrace timed = run(trace, seed);
    const CausalTimes times(trace.events(), trace.versions(), timed.advances);
    const OrderGraph graph(trace.events());
    HappensBefore order(Relation::kCommuting);
    order.update(trace.events(), trace.versions(), 0);
    for (const ThreadRecord& t : trace.threads()) {
      INFO("seed " << seed << ", thread " << index(t.id));
      const std::int64_t least = latest(timed, [&](ThreadId of, std::uint32_t before) {
        return of == t.id || graph.seen(t.id, of) > before;
      });
      const std::int64_t most = latest(timed, [&](ThreadId of, std::uint32_t before) {
        if (of == t.id || graph.seen(t.id, of) > before) return true;
        for (std::size_t i = trace.events().size(); i-- > 0;) {
          const Event& event = trace.events()[i];
          const bool starts = event.operation.kind == Kind::kSpawn && event.result == index(t.id);
          if (event.thread != t.id && !starts) continue;
          return index(of) < order.width() && order.all(i)[index(of)] > before;
        }
        return false;
      });
      REQUIRE(times.of_thread(t.id) >= least);
      REQUIRE(times.of_thread(t.id) <= most);
      if (least > latest(timed, [&](ThreadId of, std::uint32_t) { return of == t.id; })) ++learned;
    }
  }
  CHECK(learned > 500);
}

}  // namespace mcheck::causal_times_test
