// SPDX-License-Identifier: MIT
// Progress: fair cycles, lock-freedom and obstruction-freedom.
#include <mcheck/atomic.hpp>
#include <mcheck/check.hpp>
#include <mcheck/mutex.hpp>
#include <mcheck/shared_mutex.hpp>
#include <mcheck/thread.hpp>

#include "tests/model/explored.hpp"

namespace mcheck::progress_test {
namespace {

struct Node {
  Node* next = nullptr;
};

// Two threads push and pop; nothing is freed.
struct TreiberStack {
  atomic<Node*> head{nullptr, "head"};

  void push(Node& node) {
    node.next = head.load();
    while (!head.compare_exchange_strong(node.next, &node)) {
    }
  }
  bool pop() {
    Node* top = head.load();
    while (top != nullptr && !head.compare_exchange_strong(top, top->next)) {
    }
    return top != nullptr;
  }
};

struct LockedStack {
  mutex guard{"guard"};
  Node* head = nullptr;

  void push(Node& node) {
    const lock_guard lock(guard);
    node.next = head;
    head = &node;
  }
  bool pop() {
    const lock_guard lock(guard);
    if (head == nullptr) return false;
    head = head->next;
    return true;
  }
};

struct SpinningStack : LockedStack {
  atomic<bool> taken{false, "taken"};

  void push(Node& node) {
    while (taken.exchange(true)) {
    }
    node.next = head;
    head = &node;
    taken = false;
  }
  bool pop() {
    while (taken.exchange(true)) {
    }
    const bool some = head != nullptr;
    if (some) head = head->next;
    taken = false;
    return some;
  }
};

template <class Stack>
void use() {
  Stack stack;
  Node nodes[2];
  const auto both = [&](Node& node) {
    stack.push(node);
    check(stack.pop(), "somebody's");
  };
  thread one(both, std::ref(nodes[0]));
  thread two(both, std::ref(nodes[1]));
  one.join();
  two.join();
}

// Alone a thread finds its own value; two can overwrite each other's for ever.
void last_writer() {
  atomic<int> x{0, "x"};
  const auto claim = [&](int me) {
    do {
      x = me;
    } while (x != me);
  };
  thread one(claim, 1);
  thread two(claim, 2);
  one.join();
  two.join();
}

summary with(const std::function<void()>& body, guarantee wanted) {
  return explore(body, {.progress = wanted});
}

}  // namespace

TEST_CASE("a Treiber stack is lock-free") {
  for (const guarantee wanted : {guarantee::lock_free, guarantee::obstruction_free}) {
    const summary found = with(use<TreiberStack>, wanted);
    INFO(found.message);
    CHECK(found.verdict == verdict::verified);
  }
}

TEST_CASE(
    "a stack behind a lock is neither lock-free nor obstruction-free, of whatever kind it is") {
  for (const guarantee wanted : {guarantee::lock_free, guarantee::obstruction_free}) {
    const summary locked = with(use<LockedStack>, wanted);
    CHECK(locked.failure == "not-lock-free");
    CHECK_THAT(locked.message, Catch::Contains("waits for `guard`, held by T"));
    const summary spinning = with(use<SpinningStack>, wanted);
    CHECK(spinning.failure == "not-lock-free");
    CHECK_THAT(spinning.message, Catch::Contains("spins on `taken`"));
    CHECK_FALSE(spinning.schedule.empty());
  }
}

TEST_CASE("threads that undo each other's work are obstruction-free, and not lock-free") {
  CHECK(with(last_writer, guarantee::obstruction_free).verdict == verdict::verified);
  const summary found = with(last_writer, guarantee::lock_free);
  CHECK(found.failure == "not-lock-free");
  CHECK_THAT(found.message, Catch::Contains("T1 and T2 repeat, and none of them completes"));
}

TEST_CASE("a thread that loops alone is not obstruction-free") {
  const summary found = with(
      [] {
        atomic<int> x{0, "x"};
        thread other([&] {
          while (x != 2) x = 1 - x;
        });
        x = 2;
        other.join();
      },
      guarantee::obstruction_free);
  CHECK(found.failure == "not-lock-free");
  CHECK_THAT(found.message, Catch::Contains("T1 repeats, and completes nothing"));
}

TEST_CASE("a failure on the way is reported whatever property is checked") {
  const summary found = with(
      [] {
        atomic<int> x{0, "x"};
        thread other([&] { x = 1; });
        check(x == 0, "too late");
        other.join();
      },
      guarantee::lock_free);
  CHECK(found.failure == "check");
}

TEST_CASE("threads that undo each other's work in step are a livelock, and a counter is none") {
  const summary cycle = explore(last_writer);
  CHECK(cycle.failure == "livelock");
  CHECK_THAT(cycle.message, Catch::Contains("repeat for ever, and each is scheduled"));
  const summary counter = explore([] {
    atomic<unsigned> x{0, "x"};
    for (;;) x.fetch_add(1);
  });
  CHECK(counter.verdict == verdict::incomplete);
  CHECK(counter.failure == "limit-steps");
}

TEST_CASE("a loop that ends once another thread is scheduled is no livelock") {
  // A fair scheduler runs the other thread, and the loop ends.
  const summary found = explore(
      [] {
        atomic<int> x{0, "x"};
        atomic<int> y{0, "y"};
        thread other([&] { x = 1; });
        while (x == 0) {
          y = 1;
          y = 0;
        }
        other.join();
      },
      {.strategy = "dfs", .steps = 1000});
  CHECK(found.verdict == verdict::incomplete);
  CHECK(found.failure == "limit-steps");
}

TEST_CASE("progress is checked beside a false assumption") {
  const auto body = [] {
    atomic<bool> taken{false, "taken"};
    thread other([&] {
      taken = true;
      assume(false);  // so no thread sees it taken before this one is blocked
    });
    thread spinning([&] {
      while (taken) {
      }
    });
    other.join();
    spinning.join();
  };
  CHECK(explore(body, {.progress = guarantee::obstruction_free}).verdict == verdict::bug);
  CHECK(explore(body, {.progress = guarantee::lock_free}).verdict == verdict::bug);
}

}  // namespace mcheck::progress_test
