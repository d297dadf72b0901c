// SPDX-License-Identifier: MIT
// <mcheck/atomic.hpp>: atomic<T>. Its variants: atomic_others_test.cpp.
#include <cstring>
#include <functional>
#include <optional>

#include <mcheck/atomic.hpp>
#include <mcheck/check.hpp>
#include <mcheck/mutex.hpp>
#include <mcheck/shared.hpp>
#include <mcheck/thread.hpp>

#include "tests/model/explored.hpp"

namespace mcheck::atomic_test {
namespace {

constinit atomic<int> global_number{7, "global number"};

struct Padded {
  char a;
  int b;
  friend bool operator==(const Padded&, const Padded&) = default;
};

struct Wide {
  long a, b, c;
  friend bool operator==(const Wide&, const Wide&) = default;
};

struct NoDefault {
  explicit NoDefault(int v) : value(v) {}
  int value;
};

// Both threads do the same, in `operations` steps on one atomic.
TwiceExplored twice(const std::function<void(atomic<int>&)>& work, bool as_they_saw = true) {
  return explored([&](Seen& seen) {
    atomic<int> x{0, "x"};
    thread other([&] { work(x); });
    work(x);
    other.join();
    if (as_they_saw) seen(x.load());
  });
}

}  // namespace

TEST_CASE("two threads of n operations on one atomic are interleaved in (2n)!/n!n! ways") {
  // Two increments each: C(4,2). A load and a store, twice: C(8,4). The last load is main's alone.
  const auto increment = [](atomic<int>& x) { ++x; };
  const auto add = [](atomic<int>& x) { x.store(x.load() + 1); };
  require_verified(twice(increment), 2);
  require_verified(twice([&](atomic<int>& x) { increment(x), increment(x); }), 6);
  require_verified(twice(add), 6);
  require_verified(twice([&](atomic<int>& x) { add(x), add(x); }), 70);
}

TEST_CASE("an increment in one step loses nothing, and one in two steps may be lost") {
  CHECK(twice([](atomic<int>& x) { x++; }).seen == std::vector<int>{2});
  CHECK(twice([](atomic<int>& x) { x = x + 1; }).seen == std::vector<int>{1, 2});
  // 2 results if one thread loads 0 and stores after the other has finished, and the other loads
  // after that.
  const auto two = [](atomic<int>& x) { x = x + 1, x = x + 1; };
  CHECK(twice(two).seen == std::vector<int>{2, 3, 4});
}

TEST_CASE("under sequential consistency there is no store buffering, under RC11 there is") {
  const auto body = [](Seen& seen) {
    atomic<int> x{0};
    atomic<int> y{0};
    int first = 0;
    thread other([&] {
      y.store(1, memory_order_relaxed);
      first = x.load(memory_order_relaxed);
    });
    x.store(1, memory_order_relaxed);
    const int second = y.load(memory_order_relaxed);
    other.join();
    seen(2 * first + second);
  };
  const TwiceExplored result = explored(body, {.memory = memory_model::sc});
  require_verified(result, 6);  // (2+2)! / (2! 2!)
  CHECK(result.seen == std::vector<int>{1, 2, 3});
  const TwiceExplored weaker = explored(body);
  require_verified(weaker);
  CHECK(weaker.seen == std::vector<int>{0, 1, 2, 3});
}

TEST_CASE("a global atomic has its first value again in each execution") {
  const auto body = [] {
    check(global_number == 7, "as it was");
    thread other([] { global_number += 1; });
    global_number += 1;
    other.join();
    check(global_number == 9, "both count");
  };
  require_verified(explored(body));
  CHECK(global_number == 7);
}

TEST_CASE("wait returns once the value is another, notified or not, and a lost notify is found") {
  const auto wait_and = [](bool notify) {
    return explored([notify] {
      atomic<int> x{0, "x"};
      thread waiter([&] {
        x.wait(0);
        check(x == 1, "changed");
      });
      x = 1;
      if (notify) x.notify_one();
      waiter.join();
    });
  };
  require_verified(wait_and(true));
  require_bug(wait_and(false), "deadlock", "`x`");
}

TEST_CASE("notify_all wakes all that wait, and notify_one leaves the others") {
  const auto wait_and = [](bool all) {
    return explored([all] {
      atomic<int> x{0, "x"};
      thread first([&] { x.wait(0); });
      thread second([&] { x.wait(0); });
      x = 1;
      all ? x.notify_all() : x.notify_one();
      first.join();
      second.join();
    });
  };
  require_verified(wait_and(true));
  require_bug(wait_and(false), "deadlock", "`x`");
}

TEST_CASE("a wait that is notified without a change continues to wait") {
  require_bug(explored([] {
                atomic<int> x{0, "x"};
                thread waiter([&] { x.wait(0); });
                x.notify_one();
                waiter.join();
              }),
              "deadlock", "`x`");
}

TEST_CASE("compare_exchange_weak fails spuriously only if allowed, and a strong one never") {
  const auto weak = [](Seen& seen) {
    atomic<int> x{0};
    int expected = 0;
    const bool done = x.compare_exchange_weak(expected, 1);
    check(done == (x == 1) && expected == 0, "done, or nothing changed");
    seen(done ? 1 : 0);
  };
  const auto strong = [](Seen& seen) {
    atomic<int> x{0};
    int expected = 0;
    seen(x.compare_exchange_strong(expected, 1) ? 1 : 0);
    seen(x.compare_exchange_strong(expected, 2) ? 2 : 3);
    check(expected == 1, "what was there instead");
  };
  CHECK(explored(weak).seen == std::vector<int>{1});
  CHECK(explored(weak, {.spurious = 1}).seen == std::vector<int>{0, 1});
  CHECK(explored(strong, {.spurious = 1}).seen == std::vector<int>{1, 3});
}

TEST_CASE("a loop of compare_exchange loses nothing") {
  const auto add = [](atomic<int>& x) {
    int seen = x.load();
    while (!x.compare_exchange_weak(seen, seen + 1)) {
    }
  };
  const TwiceExplored result = twice(add);
  require_verified(result);
  CHECK(result.seen == std::vector<int>{2});
}

TEST_CASE("integers wrap at their width, as those of std::atomic do") {
  require_verified(explored([] {
    atomic<signed char> c{127};
    check(c++ == 127 && c == -128 && --c == 127, "a char");
    c ^= 3;
    check(c.load() == 124, "xor");
    atomic<short> h{-1};
    check((h += 2) == 1 && (h |= 6) == 7 && (h &= 3) == 3, "a short");
    atomic<int> i{-5};
    check(i.fetch_sub(3) == -5 && i == -8, "an int");
    atomic<unsigned char> u{0};
    check(u-- == 0 && u == 255, "unsigned");
    atomic<unsigned long long> l{~0ull};
    check(l.fetch_add(2) == ~0ull && l == 1, "eight bytes");
    atomic<int> f{6};
    check(f.fetch_and(3) == 6 && f.fetch_or(8) == 2 && f.fetch_xor(2) == 10 && f == 8, "bits");
  }));
}

TEST_CASE("pointers step by the size of what they point to") {
  require_verified(explored([] {
    int row[4] = {};
    atomic<int*> p{row};
    check(p++ == row && p.fetch_add(2) == row + 1 && (p -= 1) == row + 2 && --p == row + 1, "ints");
    atomic<void*> v{nullptr};
    v = row;
    check(v == row && v.exchange(nullptr) == row, "void has no steps");
  }));
}

TEST_CASE("floating point is added to in one step") {
  require_verified(explored([] {
    atomic<float> f{1};
    f += 0.5f;
    check(f == 1.5f && f.fetch_sub(1) == 1.5f && f == 0.5f, "float");
    atomic<double> d{2};
    d -= 3;
    check(d == -1.0, "double");
    atomic<long double> l{1};
    l += 2;
    check(l == 3.0L, "long double");
  }));
  const TwiceExplored racing = explored([](Seen& seen) {
    atomic<long double> sum{0};
    thread other([&] { sum += 1; });
    sum += 2;
    other.join();
    seen(static_cast<int>(sum));
  });
  require_verified(racing);
  CHECK(racing.seen == std::vector<int>{3});
}

TEST_CASE("padding does not make equal values differ") {
  require_verified(explored([] {
    Padded first;
    std::memset(static_cast<void*>(&first), 0xff, sizeof first);
    first.a = 1, first.b = 2;
    Padded expected;
    std::memset(static_cast<void*>(&expected), 0x11, sizeof expected);
    expected.a = 1, expected.b = 2;
    atomic<Padded> x{first};
    check(x.compare_exchange_strong(expected, Padded{3, 4}), "they are equal");
    check(x.load() == Padded{3, 4}, "exchanged");
  }));
}

TEST_CASE("a value wider than a word is never seen half written") {
  const TwiceExplored result = explored([](Seen& seen) {
    atomic<Wide> wide{Wide{0, 0, 0}};
    thread other([&] { wide = Wide{1, 1, 1}; });
    const Wide found = wide;
    seen(static_cast<int>(found.a + found.b + found.c));
    other.join();
    Wide expected{0, 0, 0};
    check(!wide.compare_exchange_strong(expected, found) && expected == Wide{1, 1, 1}, "told");
    check(wide.exchange(Wide{4, 5, 6}) == Wide{1, 1, 1} && wide.load().c == 6, "exchanged");
  });
  require_verified(result, 2);  // before and after the store
  CHECK(result.seen == std::vector<int>{0, 3});
}

TEST_CASE("an atomic holds a type without default, an enumeration, a bool") {
  require_verified(explored([] {
    enum class Colour { kRed, kGreen };
    const atomic<NoDefault> n{NoDefault(4)};
    check(n.load().value == 4 && atomic_load(&n).value == 4, "no default");
    atomic<Colour> colour{Colour::kRed};
    colour = Colour::kGreen;
    check(colour == Colour::kGreen, "enumeration");
    atomic<bool> flag;
    check(!flag.exchange(true) && flag, "bool, false at first");
  }));
}

TEST_CASE("memory orders that an operation may not have are misuse") {
  const auto on_atomic = [](auto use) {
    return explored([use] {
      atomic<int> x{0};
      use(x);
    });
  };
  require_bug(on_atomic([](auto& x) { (void)x.load(memory_order_release); }), "misuse",
              "loads with memory order release");
  require_bug(on_atomic([](auto& x) { x.store(1, memory_order_acquire); }), "misuse",
              "stores with memory order acquire");
  require_bug(on_atomic([](auto& x) { x.wait(1, memory_order_acq_rel); }), "misuse", "waits");
}

TEST_CASE("a failure order that releases is a warning, and taken for what is left of it") {
  const auto fail = [](memory_order order) {
    return [order] {
      shared<int> data{0, "data"};
      atomic<int> x{0};
      thread writer([&] {
        data = 1;
        x.store(1, memory_order_release);
      });
      int expected = 2;
      (void)x.compare_exchange_strong(expected, 1, memory_order_seq_cst, order);
      if (expected == 1) data = 2;
      writer.join();
    };
  };
  const auto warnings = [](const auto& result) { return result.warnings.size(); };
  const auto acquires = explored(fail(memory_order_acq_rel));
  const auto allowed = explored(fail(memory_order_acquire));
  require_verified(acquires, allowed.executions);  // it is the same search
  CHECK(warnings(acquires) == 1);
  CHECK(warnings(allowed) == 0);
  const auto relaxed = explored(fail(memory_order_release));
  require_bug(relaxed, "race", "`data`");
  CHECK(warnings(relaxed) == 1);
  const auto strict = explored(fail(memory_order_acq_rel), {.strict_misuse = true});
  require_bug(strict, "misuse", "loads with memory order acq_rel");
  CHECK(warnings(strict) == 0);
}

TEST_CASE("an atomic that ends while somebody waits for it, or before, is misused") {
  const auto waited_for = [] {
    mutex guard;
    std::optional<atomic<int>> x(std::in_place, 0, "x");
    thread waiter([&it = *x] { it.wait(0); });
    // If the waiter runs first, it takes both steps before this lock.
    { const lock_guard lock(guard); }
    x.reset();
    waiter.join();
  };
  const TwiceExplored result = explored(waited_for, {.stop_after = 0});
  require_bug(result, "destroyed-object", "`x`");
  // The waiter comes before, between or after lock and unlock. The end itself is no scheduling
  // point: it follows directly on the step before.
  CHECK(result.executions == 3);
}

TEST_CASE("the functions that are no members do what the members do") {
  require_verified(explored([] {
    atomic<int> x{1};
    check(atomic_fetch_add(&x, 2) == 1 && atomic_exchange(&x, 5) == 3, "add, exchange");
    int expected = 5;
    check(atomic_compare_exchange_strong(&x, &expected, 6), "compare");
    atomic_store(&x, 9);
    mcheck::atomic_thread_fence(memory_order_seq_cst);
    mcheck::atomic_signal_fence(memory_order_seq_cst);
    check(atomic_load_explicit(&x, memory_order_acquire) == kill_dependency(9), "load");
    atomic_notify_all(&x);
  }));
}

TEST_CASE("outside of a checked program an atomic is a value") {
  atomic<Wide> wide{Wide{1, 2, 3}};
  CHECK(wide.exchange(Wide{4, 5, 6}).b == 2);
  Wide expected{4, 5, 6};
  CHECK(wide.compare_exchange_strong(expected, Wide{7, 8, 9}));
  atomic<double> number{1};
  number -= 0.25;
  CHECK(number == 0.75);
  global_number = 8;
  CHECK(global_number.fetch_add(2) == 8);
  global_number = 7;
}

}  // namespace mcheck::atomic_test
