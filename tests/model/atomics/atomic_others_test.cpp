// SPDX-License-Identifier: MIT
// The variants of atomic<T>: atomic_flag, atomic_ref, atomic<shared_ptr>, atomic<weak_ptr>.
#include <memory>

#include <mcheck/atomic.hpp>
#include <mcheck/check.hpp>
#include <mcheck/shared.hpp>
#include <mcheck/thread.hpp>

#include "tests/model/explored.hpp"

namespace mcheck::atomic_others_test {
namespace {

constinit atomic_flag global_flag;
constinit atomic<std::shared_ptr<int>> global_pointer;
int plain = 3;

// A lock made of a flag.
TwiceExplored spin(const std::function<atomic_flag&()>& flag_of) {
  return explored([&](Seen& seen) {
    atomic_flag& flag = flag_of();
    shared<int> count{0};
    const auto work = [&] {
      while (flag.test_and_set()) flag.wait(true);
      count += 1;
      flag.clear();
      flag.notify_one();
    };
    thread other(work);
    work();
    other.join();
    seen(count);
  });
}

}  // namespace

TEST_CASE("an atomic_flag is a lock, wherever it stands") {
  const TwiceExplored global = spin([]() -> atomic_flag& { return global_flag; });
  require_verified(global);
  CHECK(global.seen == std::vector<int>{2});
  static atomic_flag* volatile kept = nullptr;
  const TwiceExplored on_heap = spin([]() -> atomic_flag& {
    kept = new atomic_flag("never destroyed");
    return *kept;
  });
  require_verified(on_heap);
  CHECK(on_heap.seen == std::vector<int>{2});
  CHECK(on_heap.executions == global.executions);
}

TEST_CASE("an atomic_flag begins clear, and its functions are its members") {
  require_verified(explored([] {
    atomic_flag flag;
    check(!flag.test() && !flag.test_and_set() && flag.test(), "set");
    check(atomic_flag_test_and_set(&flag), "it was set");
    atomic_flag_clear(&flag);
    check(!atomic_flag_test(&flag), "clear");
  }));
}

TEST_CASE("a flag that is cleared without a notify leaves its waiter blocked") {
  require_bug(explored([] {
                atomic_flag flag{"flag"};
                flag.test_and_set();
                thread waiter([&] { flag.wait(true); });
                flag.clear();
                waiter.join();
              }),
              "deadlock", "`flag`");
}

TEST_CASE("atomic_refs to one place are one atomic, and the memory holds the value afterwards") {
  const TwiceExplored result = explored([](Seen& seen) {
    int x = 0;
    {
      thread other([&] { atomic_ref(x).fetch_add(1); });
      const atomic_ref<int> here(x);
      here += 2;
      other.join();
    }
    seen(x);
    x = 10;
    seen(atomic_ref<int>(x).load());
  });
  require_verified(result, 2);  // either adds first
  CHECK(result.seen == std::vector<int>{3, 10});
}

TEST_CASE("a lost update through atomic_refs is found") {
  const TwiceExplored result = explored([](Seen& seen) {
    check(plain == 3, "a global is put back");
    const auto add = [] {
      const atomic_ref<int> here(plain);
      here = here + 1;
    };
    thread other(add);
    add();
    other.join();
    seen(plain);
  });
  require_verified(result, 6);  // (2+2)! / (2! 2!)
  CHECK(result.seen == std::vector<int>{4, 5});
  CHECK(plain == 3);
}

TEST_CASE("an atomic_ref waits and is notified") {
  const auto with = [](bool notify) {
    return explored([notify] {
      int x = 0;
      thread waiter([&] { atomic_ref(x).wait(0); });
      const atomic_ref<int> here(x);
      here = 1;
      if (notify) here.notify_all();
      waiter.join();
    });
  };
  require_verified(with(true));
  require_bug(with(false), "deadlock", "atomic#1");
}

TEST_CASE("two atomic_refs to neighbours do not disturb each other") {
  require_verified(explored([] {
                     unsigned char bytes[2] = {};
                     thread other([&] { atomic_ref(bytes[0]).fetch_sub(1); });
                     atomic_ref(bytes[1]).fetch_add(5);
                     other.join();
                     check(bytes[0] == 255 && bytes[1] == 5, "each its own");
                   }),
                   2);  // either first
}

TEST_CASE("a shared_ptr is loaded, stored and exchanged in one step each") {
  const TwiceExplored result = explored([](Seen& seen) {
    atomic<std::shared_ptr<int>> pointer{std::make_shared<int>(1)};
    thread other([&] { pointer.store(std::make_shared<int>(2)); });
    const std::shared_ptr<int> loaded = pointer.load();
    seen(*loaded);
    std::shared_ptr<int> expected = loaded;
    const auto mine = std::make_shared<int>(9);
    if (pointer.compare_exchange_strong(expected, mine)) {
      seen(20);
    } else {
      seen(30 + *expected);
    }
    other.join();
    seen(40 + *pointer.load());
  });
  // The store before the load, after it, or after the exchange; and each block that was freed by
  // then is reused, or not.
  require_verified(result, 15);
  CHECK(result.seen == std::vector<int>{1, 2, 20, 32, 42, 49});
}

TEST_CASE("the last owner's destructor runs where the pointer is replaced") {
  const TwiceExplored result = explored([](Seen& seen) {
    struct Noted {
      explicit Noted(Seen& s) : seen(s) {}
      Noted(const Noted&) = delete;
      Noted& operator=(const Noted&) = delete;
      ~Noted() { seen(1); }
      Seen& seen;
    };
    atomic<std::shared_ptr<Noted>> pointer{std::make_shared<Noted>(seen)};
    pointer = nullptr;
    seen(2);
    check(pointer.load() == nullptr, "nothing is left");
  });
  CHECK(result.seen == std::vector<int>{1, 2});
}

TEST_CASE("a weak_ptr and a global shared_ptr are atomic, too") {
  require_verified(explored([] {
    check(global_pointer.load() == nullptr, "put back");
    const auto number = std::make_shared<int>(5);
    atomic<std::weak_ptr<int>> weak{std::weak_ptr<int>(number)};
    check(weak.load().lock() == number, "the same");
    thread other([&] { global_pointer = number; });
    (void)global_pointer.load();
    other.join();
    check(global_pointer.exchange(nullptr) == number, "stored");
  }));
}

TEST_CASE("a thread waits for an atomic shared_ptr to change") {
  require_verified(explored([] {
    atomic<std::shared_ptr<int>> pointer;
    thread waiter([&] {
      pointer.wait(nullptr);
      check(*pointer.load() == 4, "there it is");
    });
    pointer = std::make_shared<int>(4);
    pointer.notify_one();
    waiter.join();
  }));
}

}  // namespace mcheck::atomic_others_test
