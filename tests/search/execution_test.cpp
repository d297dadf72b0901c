// SPDX-License-Identifier: MIT
// The log of an execution and its rewinding, driven manually: everything is undone exactly.
#include "engine/search/execution.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <string>
#include <vector>

#include "engine/trace/happens_before.hpp"
#include "tests/support/draw.hpp"

namespace mcheck {
namespace {

// An execution whose operations the test announces.
class ByHand {
 public:
  ByHand() { execution.clear(); }

  ObjectId make(ObjectKind kind, const State& first = {}, const void* address = nullptr) {
    const ObjectId id = identities.object(kMainThread, ++made_);
    ObjectRecord record;
    record.kind = kind;
    record.address = address;
    return execution.add_object(id, record, first);
  }
  const Outcome& step(ThreadId thread, const Operation& operation, std::uint32_t which = 0) {
    execution.announce(thread, operation);
    return execution.perform(thread, which);
  }
  ThreadId spawn(ThreadId parent) { return ThreadId(step(parent, {.kind = Kind::kSpawn}).result); }
  // Everything by which a strategy or a report could distinguish two executions.
  [[nodiscard]] std::string text(std::initializer_list<ObjectId> objects) const {
    std::string text;
    for (const Event& event : execution.events()) {
      text += execution.thread_text(event.thread) + " " + name_of(event.operation) + " " +
              std::to_string(event.result) + " " + std::to_string(event.version_before) + " " +
              std::to_string(event.version_after) + " " + std::to_string(event.cause) + "\n";
    }
    for (const ThreadRecord& record : execution.threads()) {
      text += execution.thread_text(record.id) + " " + std::to_string(record.events) +
              (record.yielded ? " yielded" : "") + "\n";
    }
    for (const ObjectId id : objects) {
      const ObjectRecord* record = execution.find_object(id);
      text += execution.object_text(id);
      if (record == nullptr || record->kind == ObjectKind::kNone) continue;
      text += (record->alive ? " alive " : " ended ") + std::to_string(record->version);
      text += " " + std::to_string(execution.state_of(id).value) + "\n";
    }
    return text + std::to_string(execution.versions().size());
  }

  Identities identities;
  Execution execution{identities};

 private:
  std::uint32_t made_ = 0;
};

Operation store(ObjectId object, Word value) {
  return {.kind = Kind::kStore, .object = object, .a = value};
}

}  // namespace

TEST_CASE("a rewound execution is what it was: events, versions, threads and objects") {
  ByHand by_hand;
  Execution& execution = by_hand.execution;
  const ObjectId x = by_hand.make(ObjectKind::kAtomic);
  const ThreadId other = by_hand.spawn(kMainThread);
  by_hand.step(other, store(x, 1));
  Execution::Mark mark;
  execution.mark(mark);
  const std::string before = by_hand.text({x});

  by_hand.step(kMainThread, store(x, 2));
  by_hand.step(other, store(x, 3));
  by_hand.step(other, {.kind = Kind::kYield});
  const ObjectId y = by_hand.make(ObjectKind::kAtomic);
  by_hand.step(kMainThread, store(y, 4));
  by_hand.spawn(other);
  by_hand.spawn(kMainThread);
  CHECK(by_hand.text({x}) != before);
  execution.rewind(mark);
  CHECK(by_hand.text({x}) == before);
  CHECK(execution.state_of(x).value == 1);
  CHECK(execution.find_object(y)->kind == ObjectKind::kNone);
  CHECK_FALSE(execution.has_thread(by_hand.identities.thread(other, 1)));
}

TEST_CASE("so many events are kept since one asked as nothing was taken back of") {
  ByHand by_hand;
  Execution& execution = by_hand.execution;
  const ObjectId x = by_hand.make(ObjectKind::kAtomic);
  const auto step = [&](Word value) { by_hand.step(kMainThread, store(x, value)); };
  Execution::Mark early;
  Execution::Mark late;
  step(1);
  execution.mark(early);
  step(2);
  execution.mark(late);
  CHECK(execution.take_kept() == 0);
  step(3);
  CHECK(execution.take_kept() == 2);
  execution.rewind(late);
  step(4);
  CHECK(execution.take_kept() == 2);
  execution.rewind(early);
  step(5);
  step(6);
  step(7);
  CHECK(execution.take_kept() == 1);
  execution.rewind(early);
  CHECK(execution.take_kept() == 1);
  execution.clear();
  CHECK(execution.take_kept() == 0);
}

TEST_CASE("an object that was destroyed after the mark is alive again, with its value of then") {
  ByHand by_hand;
  Execution& execution = by_hand.execution;
  const ObjectId x = by_hand.make(ObjectKind::kAtomic);
  by_hand.step(kMainThread, store(x, 1));
  Execution::Mark mark;
  execution.mark(mark);
  const std::string before = by_hand.text({x});
  by_hand.step(kMainThread, store(x, 2));
  execution.end_object(x);
  CHECK_FALSE(execution.find_object(x)->alive);
  execution.rewind(mark);
  CHECK(by_hand.text({x}) == before);
}

TEST_CASE("an object that was destroyed and made anew is the old one again") {
  ByHand by_hand;
  Execution& execution = by_hand.execution;
  int here = 0;
  const ObjectId x = by_hand.make(ObjectKind::kAtomic, {}, &here);
  by_hand.step(kMainThread, store(x, 1));
  Execution::Mark mark;
  execution.mark(mark);
  execution.end_object(x);
  ObjectRecord record;
  record.kind = ObjectKind::kMutex;
  record.address = &here;
  execution.add_object(x, record, {});
  CHECK(execution.state_of(x).value == 0);
  CHECK(execution.find_object_at(&here) == x);
  execution.rewind(mark);
  CHECK(execution.state_of(x).value == 1);
  CHECK(execution.find_object(x)->kind == ObjectKind::kAtomic);
  CHECK(execution.find_object_at(&here) == x);
}

TEST_CASE("who waits at an object is kept with each of its versions, and is gone with them") {
  ByHand by_hand;
  Execution& execution = by_hand.execution;
  const ObjectId x = by_hand.make(ObjectKind::kAtomic);
  const ThreadId one = by_hand.spawn(kMainThread);
  const ThreadId other = by_hand.spawn(kMainThread);
  const auto waiting = [&] {
    const ThreadSet threads = execution.state_of(x).threads;
    return (threads.has(one) ? 1 : 0) + (threads.has(other) ? 2 : 0);
  };
  by_hand.step(one, {.kind = Kind::kAtomicWait, .object = x});
  by_hand.step(kMainThread, store(x, 5));  // the same threads as before
  CHECK(waiting() == 1);
  CHECK(execution.state_of(x).value == 5);
  Execution::Mark mark;
  execution.mark(mark);
  by_hand.step(other, {.kind = Kind::kAtomicWait, .object = x, .a = 5});
  CHECK(waiting() == 3);
  by_hand.step(kMainThread, {.kind = Kind::kNotifyAll, .object = x});
  CHECK(waiting() == 0);
  CHECK(execution.state_at(execution.events()[4].version_after).threads.size() == 2);
  execution.rewind(mark);
  CHECK(waiting() == 1);
  by_hand.step(kMainThread, {.kind = Kind::kNotifyOne, .object = x});
  CHECK(waiting() == 0);
  by_hand.step(other, {.kind = Kind::kAtomicWait, .object = x, .a = 5});
  CHECK(waiting() == 2);
  CHECK(execution.threads_at(x).has(other));
  execution.clear();
  CHECK(execution.versions().empty());
}

TEST_CASE("marks are undone one after the other, newest first") {
  ByHand by_hand;
  Execution& execution = by_hand.execution;
  const ObjectId x = by_hand.make(ObjectKind::kAtomic);
  std::vector<Execution::Mark> marks;
  std::vector<std::string> texts;
  for (Word i = 1; i <= 5; ++i) {
    execution.mark(marks.emplace_back());
    texts.push_back(by_hand.text({x}));
    by_hand.step(kMainThread, store(x, i));
    if (i == 2) execution.end_object(x);
    if (i == 3) by_hand.spawn(kMainThread);
  }
  for (std::size_t i = marks.size(); i > 0; --i) {
    execution.rewind(marks[i - 1]);
    CHECK(by_hand.text({x}) == texts[i - 1]);
  }
}

TEST_CASE("threads stand in the order of their paths, whenever they were started") {
  ByHand by_hand;
  const ThreadId first = by_hand.spawn(kMainThread);
  const ThreadId second = by_hand.spawn(kMainThread);
  by_hand.spawn(second);
  by_hand.spawn(first);
  std::string order;
  for (const ThreadRecord& record : by_hand.execution.threads()) {
    order += by_hand.execution.thread_text(record.id) + " ";
  }
  CHECK(order == "main T1 T1.1 T2 T2.1 ");
}

TEST_CASE("a notified thread may go on, and its cause is the notify") {
  ByHand by_hand;
  Execution& execution = by_hand.execution;
  const ObjectId c = by_hand.make(ObjectKind::kCondition);
  const ThreadId waiter = by_hand.spawn(kMainThread);
  by_hand.step(waiter, {.kind = Kind::kEnqueue, .object = c});
  execution.announce(waiter, {.kind = Kind::kAwaken, .object = c});
  CHECK(execution.ways(execution.thread(waiter)) == 0);
  by_hand.step(kMainThread, {.kind = Kind::kNotifyOne, .object = c});
  const auto notify = static_cast<std::uint32_t>(execution.events().size() - 1);
  CHECK(execution.ways(execution.thread(waiter)) == 1);
  execution.perform(waiter, 0);
  CHECK(execution.events().back().cause == notify);
}

TEST_CASE("a join waits for the end of its thread") {
  ByHand by_hand;
  Execution& execution = by_hand.execution;
  const ThreadId other = by_hand.spawn(kMainThread);
  execution.announce(other, {.kind = Kind::kYield});
  execution.announce(kMainThread, {.kind = Kind::kJoin, .a = index(other)});
  CHECK(execution.ways(execution.thread(kMainThread)) == 0);
  execution.finish(other);
  CHECK(execution.ways(execution.thread(kMainThread)) == 1);
}

TEST_CASE("the running thread is the default, then the others by path, and those preempt") {
  ByHand by_hand;
  Execution& execution = by_hand.execution;
  const ObjectId x = by_hand.make(ObjectKind::kAtomic);
  const ThreadId first = by_hand.spawn(kMainThread);
  const ThreadId second = by_hand.spawn(kMainThread);
  for (const ThreadId thread : {kMainThread, first, second}) {
    execution.announce(thread, store(x, index(thread)));
  }
  execution.perform(second, 0);
  execution.note_choice(2, 3, false);
  execution.announce(second, store(x, 9));
  const auto ways = execution.alternatives();
  REQUIRE(ways.size() == 3);
  CHECK(ways[0].thread == second);
  CHECK_FALSE(ways[0].preempts);
  CHECK(ways[1].thread == kMainThread);
  CHECK(ways[1].preempts);
  CHECK(ways[2].thread == first);
}

TEST_CASE("a thread that yielded comes last, and who goes on then does not preempt it") {
  ByHand by_hand;
  Execution& execution = by_hand.execution;
  const ObjectId x = by_hand.make(ObjectKind::kAtomic);
  const ThreadId first = by_hand.spawn(kMainThread);
  execution.announce(first, store(x, 1));
  by_hand.step(kMainThread, {.kind = Kind::kYield});
  execution.announce(kMainThread, store(x, 2));
  const auto ways = execution.alternatives();
  REQUIRE(ways.size() == 2);
  CHECK(ways[0].thread == first);
  CHECK_FALSE(ways[0].preempts);
  CHECK(ways[1].thread == kMainThread);
}

TEST_CASE("when the turn goes to another thread, all are offered as if asked for again") {
  table::Draw draw(1);
  std::size_t turns = 0;
  std::size_t refused = 0;
  for (int round = 0; round < 300; ++round) {
    ByHand by_hand;
    Execution& execution = by_hand.execution;
    const ObjectId x = by_hand.make(ObjectKind::kAtomic);
    const Operation choice{.kind = Kind::kChoose, .a = 2};
    for (int i = draw.below(5); i >= 0; --i) {
      const auto parent = static_cast<std::size_t>(draw.below(i + 1)) % execution.threads().size();
      by_hand.spawn(execution.threads()[parent].id);
    }
    for (const ThreadRecord& record : execution.threads()) {
      if (!draw.one_in(5)) execution.announce(record.id, draw.one_in(6) ? choice : store(x, 1));
    }
    by_hand.step(kMainThread, store(x, 1));
    execution.note_choice(0, 1, false);
    execution.announce(kMainThread, store(x, 0));
    const std::span<const Alternative> first = execution.alternatives();
    std::vector<Alternative> ways(first.begin(), first.end());
    for (Word value = 2; value < 12 && ways.size() > 1; ++value) {
      const auto chosen =
          1 + static_cast<std::size_t>(draw.below(static_cast<int>(ways.size()) - 1));
      const Alternative way = ways[chosen];
      if (execution.thread(way.thread).pending.kind == Kind::kChoose) {
        CHECK_FALSE(execution.turn_to(chosen));
        ++refused;
        break;
      }
      execution.perform(way.thread, way.outcome);
      execution.note_choice(1, 2, true);
      execution.announce(way.thread, store(x, value));
      REQUIRE(execution.turn_to(chosen));
      ++turns;
      ways.assign(execution.last_alternatives().begin(), execution.last_alternatives().end());
      const std::span<const Alternative> again = execution.alternatives();
      REQUIRE(std::ranges::equal(ways, again));
    }
  }
  CHECK(turns > 500);
  CHECK(refused > 50);
}

TEST_CASE("a notify causes the end of a wait, not the unlock that may still stand before it") {
  ByHand by_hand;
  Execution& execution = by_hand.execution;
  const ObjectId condition = by_hand.make(ObjectKind::kCondition);
  const ObjectId mutex = by_hand.make(ObjectKind::kMutex);
  const ThreadId waiter = by_hand.spawn(kMainThread);
  by_hand.step(waiter, {.kind = Kind::kLock, .object = mutex});
  by_hand.step(waiter, {.kind = Kind::kEnqueue, .object = condition});
  by_hand.step(kMainThread, {.kind = Kind::kNotifyAll, .object = condition});
  by_hand.step(waiter, {.kind = Kind::kUnlock, .object = mutex});
  by_hand.step(waiter, {.kind = Kind::kAwaken, .object = condition});
  CHECK(execution.events()[4].cause == kNone);
  CHECK(execution.events()[5].cause == 3);
}

TEST_CASE("a thread whose first event is a join comes after its spawn, too") {
  ByHand by_hand;
  Execution& execution = by_hand.execution;
  const ThreadId joined = by_hand.spawn(kMainThread);
  by_hand.step(joined, {.kind = Kind::kChoose, .a = 1});
  execution.finish(joined);
  by_hand.step(kMainThread, {.kind = Kind::kChoose, .a = 1});
  const ThreadId joining = by_hand.spawn(kMainThread);
  by_hand.step(joining, {.kind = Kind::kJoin, .a = index(joined)});
  HappensBefore order(Relation::kCommuting);
  order.update(execution.events(), execution.versions(), 0);
  CHECK(order.all(4)[index(joined)] == 1);
  CHECK(order.all(4)[index(kMainThread)] == 3);
}

}  // namespace mcheck
