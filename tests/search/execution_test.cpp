// SPDX-License-Identifier: MIT
// The log of an execution and its rewinding, driven manually: everything is undone exactly.
#include "engine/search/execution/execution.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <string>
#include <vector>

#include "engine/trace/order/happens_before.hpp"
#include "tests/support/generators/draw.hpp"

namespace mcheck::execution_test {
namespace {

// An execution whose operations the test announces.
class ManualExecution {
 public:
  ManualExecution() { execution.clear(); }

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
  ManualExecution manual;
  Execution& execution = manual.execution;
  const ObjectId x = manual.make(ObjectKind::kAtomic);
  const ThreadId other = manual.spawn(kMainThread);
  manual.step(other, store(x, 1));
  Execution::Snapshot snapshot;
  execution.snapshot(snapshot);
  const std::string before = manual.text({x});

  manual.step(kMainThread, store(x, 2));
  manual.step(other, store(x, 3));
  manual.step(other, {.kind = Kind::kYield});
  const ObjectId y = manual.make(ObjectKind::kAtomic);
  manual.step(kMainThread, store(y, 4));
  manual.spawn(other);
  manual.spawn(kMainThread);
  CHECK(manual.text({x}) != before);
  execution.rewind(snapshot);
  CHECK(manual.text({x}) == before);
  CHECK(execution.state_of(x).value == 1);
  CHECK(execution.find_object(y)->kind == ObjectKind::kNone);
  CHECK_FALSE(execution.has_thread(manual.identities.thread(other, 1)));
}

TEST_CASE("take_unchanged_prefix counts the events that were not undone since the last call") {
  ManualExecution manual;
  Execution& execution = manual.execution;
  const ObjectId x = manual.make(ObjectKind::kAtomic);
  const auto step = [&](Word value) { manual.step(kMainThread, store(x, value)); };
  Execution::Snapshot early;
  Execution::Snapshot late;
  step(1);
  execution.snapshot(early);
  step(2);
  execution.snapshot(late);
  CHECK(execution.take_unchanged_prefix() == 0);
  step(3);
  CHECK(execution.take_unchanged_prefix() == 2);
  execution.rewind(late);
  step(4);
  CHECK(execution.take_unchanged_prefix() == 2);
  execution.rewind(early);
  step(5);
  step(6);
  step(7);
  CHECK(execution.take_unchanged_prefix() == 1);
  execution.rewind(early);
  CHECK(execution.take_unchanged_prefix() == 1);
  execution.clear();
  CHECK(execution.take_unchanged_prefix() == 0);
}

TEST_CASE(
    "an object that was destroyed after the snapshot is alive again, with its value of then") {
  ManualExecution manual;
  Execution& execution = manual.execution;
  const ObjectId x = manual.make(ObjectKind::kAtomic);
  manual.step(kMainThread, store(x, 1));
  Execution::Snapshot snapshot;
  execution.snapshot(snapshot);
  const std::string before = manual.text({x});
  manual.step(kMainThread, store(x, 2));
  execution.end_object(x);
  CHECK_FALSE(execution.find_object(x)->alive);
  execution.rewind(snapshot);
  CHECK(manual.text({x}) == before);
}

TEST_CASE("an object that was destroyed and made anew is the old one again") {
  ManualExecution manual;
  Execution& execution = manual.execution;
  int here = 0;
  const ObjectId x = manual.make(ObjectKind::kAtomic, {}, &here);
  manual.step(kMainThread, store(x, 1));
  Execution::Snapshot snapshot;
  execution.snapshot(snapshot);
  execution.end_object(x);
  ObjectRecord record;
  record.kind = ObjectKind::kMutex;
  record.address = &here;
  execution.add_object(x, record, {});
  CHECK(execution.state_of(x).value == 0);
  CHECK(execution.find_object_at(&here) == x);
  execution.rewind(snapshot);
  CHECK(execution.state_of(x).value == 1);
  CHECK(execution.find_object(x)->kind == ObjectKind::kAtomic);
  CHECK(execution.find_object_at(&here) == x);
}

TEST_CASE(
    "threads that wait at an object are kept with each of its versions, and removed with them") {
  ManualExecution manual;
  Execution& execution = manual.execution;
  const ObjectId x = manual.make(ObjectKind::kAtomic);
  const ThreadId one = manual.spawn(kMainThread);
  const ThreadId other = manual.spawn(kMainThread);
  const auto waiting = [&] {
    const ThreadSet threads = execution.state_of(x).threads;
    return (threads.has(one) ? 1 : 0) + (threads.has(other) ? 2 : 0);
  };
  manual.step(one, {.kind = Kind::kAtomicWait, .object = x});
  manual.step(kMainThread, store(x, 5));  // the same threads as before
  CHECK(waiting() == 1);
  CHECK(execution.state_of(x).value == 5);
  Execution::Snapshot snapshot;
  execution.snapshot(snapshot);
  manual.step(other, {.kind = Kind::kAtomicWait, .object = x, .a = 5});
  CHECK(waiting() == 3);
  manual.step(kMainThread, {.kind = Kind::kNotifyAll, .object = x});
  CHECK(waiting() == 0);
  CHECK(execution.state_at(execution.events()[4].version_after).threads.size() == 2);
  execution.rewind(snapshot);
  CHECK(waiting() == 1);
  manual.step(kMainThread, {.kind = Kind::kNotifyOne, .object = x});
  CHECK(waiting() == 0);
  manual.step(other, {.kind = Kind::kAtomicWait, .object = x, .a = 5});
  CHECK(waiting() == 2);
  CHECK(execution.threads_at(x).has(other));
  execution.clear();
  CHECK(execution.versions().empty());
}

TEST_CASE("snapshots are undone one after the other, newest first") {
  ManualExecution manual;
  Execution& execution = manual.execution;
  const ObjectId x = manual.make(ObjectKind::kAtomic);
  std::vector<Execution::Snapshot> snapshots;
  std::vector<std::string> texts;
  for (Word i = 1; i <= 5; ++i) {
    execution.snapshot(snapshots.emplace_back());
    texts.push_back(manual.text({x}));
    manual.step(kMainThread, store(x, i));
    if (i == 2) execution.end_object(x);
    if (i == 3) manual.spawn(kMainThread);
  }
  for (std::size_t i = snapshots.size(); i > 0; --i) {
    execution.rewind(snapshots[i - 1]);
    CHECK(manual.text({x}) == texts[i - 1]);
  }
}

TEST_CASE("threads stand in the order of their paths, whenever they were started") {
  ManualExecution manual;
  const ThreadId first = manual.spawn(kMainThread);
  const ThreadId second = manual.spawn(kMainThread);
  manual.spawn(second);
  manual.spawn(first);
  std::string order;
  for (const ThreadRecord& record : manual.execution.threads()) {
    order += manual.execution.thread_text(record.id) + " ";
  }
  CHECK(order == "main T1 T1.1 T2 T2.1 ");
}

TEST_CASE("a notified thread is enabled, and its cause is the notify") {
  ManualExecution manual;
  Execution& execution = manual.execution;
  const ObjectId c = manual.make(ObjectKind::kCondition);
  const ThreadId waiter = manual.spawn(kMainThread);
  manual.step(waiter, {.kind = Kind::kEnqueue, .object = c});
  execution.announce(waiter, {.kind = Kind::kAwaken, .object = c});
  CHECK(execution.enabled(execution.thread(waiter)) == 0);
  manual.step(kMainThread, {.kind = Kind::kNotifyOne, .object = c});
  const auto notify = static_cast<std::uint32_t>(execution.events().size() - 1);
  CHECK(execution.enabled(execution.thread(waiter)) == 1);
  execution.perform(waiter, 0);
  CHECK(execution.events().back().cause == notify);
}

TEST_CASE("a join waits for the end of its thread") {
  ManualExecution manual;
  Execution& execution = manual.execution;
  const ThreadId other = manual.spawn(kMainThread);
  execution.announce(other, {.kind = Kind::kYield});
  execution.announce(kMainThread, {.kind = Kind::kJoin, .a = index(other)});
  CHECK(execution.enabled(execution.thread(kMainThread)) == 0);
  execution.finish(other);
  CHECK(execution.enabled(execution.thread(kMainThread)) == 1);
}

TEST_CASE("the running thread is the default, then the others by path, and those preempt") {
  ManualExecution manual;
  Execution& execution = manual.execution;
  const ObjectId x = manual.make(ObjectKind::kAtomic);
  const ThreadId first = manual.spawn(kMainThread);
  const ThreadId second = manual.spawn(kMainThread);
  for (const ThreadId thread : {kMainThread, first, second}) {
    execution.announce(thread, store(x, index(thread)));
  }
  execution.perform(second, 0);
  execution.note_choice(2, 3, false);
  execution.announce(second, store(x, 9));
  const auto enabled = execution.alternatives();
  REQUIRE(enabled.size() == 3);
  CHECK(enabled[0].thread == second);
  CHECK_FALSE(enabled[0].preempts);
  CHECK(enabled[1].thread == kMainThread);
  CHECK(enabled[1].preempts);
  CHECK(enabled[2].thread == first);
}

TEST_CASE("a thread that yielded comes last, and a switch away from it is no preemption") {
  ManualExecution manual;
  Execution& execution = manual.execution;
  const ObjectId x = manual.make(ObjectKind::kAtomic);
  const ThreadId first = manual.spawn(kMainThread);
  execution.announce(first, store(x, 1));
  manual.step(kMainThread, {.kind = Kind::kYield});
  execution.announce(kMainThread, store(x, 2));
  const auto enabled = execution.alternatives();
  REQUIRE(enabled.size() == 2);
  CHECK(enabled[0].thread == first);
  CHECK_FALSE(enabled[0].preempts);
  CHECK(enabled[1].thread == kMainThread);
}

TEST_CASE("after a switch the alternatives are those that would be computed again") {
  table::Draw draw(1);
  std::size_t turns = 0;
  std::size_t refused = 0;
  for (int round = 0; round < 300; ++round) {
    ManualExecution manual;
    Execution& execution = manual.execution;
    const ObjectId x = manual.make(ObjectKind::kAtomic);
    const Operation choice{.kind = Kind::kChoose, .a = 2};
    for (int i = draw.below(5); i >= 0; --i) {
      const auto parent = static_cast<std::size_t>(draw.below(i + 1)) % execution.threads().size();
      manual.spawn(execution.threads()[parent].id);
    }
    for (const ThreadRecord& record : execution.threads()) {
      if (!draw.one_in(5)) execution.announce(record.id, draw.one_in(6) ? choice : store(x, 1));
    }
    manual.step(kMainThread, store(x, 1));
    execution.note_choice(0, 1, false);
    execution.announce(kMainThread, store(x, 0));
    const std::span<const Alternative> first = execution.alternatives();
    std::vector<Alternative> enabled(first.begin(), first.end());
    for (Word value = 2; value < 12 && enabled.size() > 1; ++value) {
      const auto chosen =
          1 + static_cast<std::size_t>(draw.below(static_cast<int>(enabled.size()) - 1));
      const Alternative way = enabled[chosen];
      if (execution.thread(way.thread).pending.kind == Kind::kChoose) {
        CHECK_FALSE(execution.switch_default(chosen));
        ++refused;
        break;
      }
      execution.perform(way.thread, way.outcome);
      execution.note_choice(1, 2, true);
      execution.announce(way.thread, store(x, value));
      REQUIRE(execution.switch_default(chosen));
      ++turns;
      enabled.assign(execution.last_alternatives().begin(), execution.last_alternatives().end());
      const std::span<const Alternative> again = execution.alternatives();
      REQUIRE(std::ranges::equal(enabled, again));
    }
  }
  CHECK(turns > 500);
  CHECK(refused > 50);
}

TEST_CASE("a notify causes the end of a wait, not the unlock that may still come before it") {
  ManualExecution manual;
  Execution& execution = manual.execution;
  const ObjectId condition = manual.make(ObjectKind::kCondition);
  const ObjectId mutex = manual.make(ObjectKind::kMutex);
  const ThreadId waiter = manual.spawn(kMainThread);
  manual.step(waiter, {.kind = Kind::kLock, .object = mutex});
  manual.step(waiter, {.kind = Kind::kEnqueue, .object = condition});
  manual.step(kMainThread, {.kind = Kind::kNotifyAll, .object = condition});
  manual.step(waiter, {.kind = Kind::kUnlock, .object = mutex});
  manual.step(waiter, {.kind = Kind::kAwaken, .object = condition});
  CHECK(execution.events()[4].cause == kNone);
  CHECK(execution.events()[5].cause == 3);
}

TEST_CASE("a thread whose first event is a join comes after its spawn, too") {
  ManualExecution manual;
  Execution& execution = manual.execution;
  const ThreadId joined = manual.spawn(kMainThread);
  manual.step(joined, {.kind = Kind::kChoose, .a = 1});
  execution.finish(joined);
  manual.step(kMainThread, {.kind = Kind::kChoose, .a = 1});
  const ThreadId joining = manual.spawn(kMainThread);
  manual.step(joining, {.kind = Kind::kJoin, .a = index(joined)});
  HappensBefore order(Relation::kCommuting);
  order.update(execution.events(), execution.versions(), 0);
  CHECK(order.all(4)[index(joined)] == 1);
  CHECK(order.all(4)[index(kMainThread)] == 3);
}

}  // namespace mcheck::execution_test
