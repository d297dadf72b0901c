// SPDX-License-Identifier: MIT
// <mcheck/shared.hpp>: plain data whose accesses are scheduling points. Races: data_race_test.cpp.
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <mcheck/atomic.hpp>
#include <mcheck/check.hpp>
#include <mcheck/mutex.hpp>
#include <mcheck/shared.hpp>
#include <mcheck/thread.hpp>

#include "tests/model/explored.hpp"

namespace mcheck::shared_test {
namespace {

shared<int> global_data{3, "global data"};

const options kAllOrders = {.ignore_races = true};

}  // namespace

TEST_CASE("an unsynchronised increment is a read and a write, and one may be lost") {
  const auto with = [](auto increment) {
    return explored(
        [increment](Seen& seen) {
          shared<int> x{0, "x"};
          thread other([&] { increment(x); });
          increment(x);
          other.join();
          seen(x);
        },
        kAllOrders);
  };
  const std::vector<int> lost = {1, 2};
  const TwiceExplored by_operator = with([](auto& x) { x++; });
  require_verified(by_operator, 6);  // (2+2)! / (2! 2!)
  CHECK(by_operator.seen == lost);
  CHECK(with([](auto& x) { ++x; }).seen == lost);
  CHECK(with([](auto& x) { x += 1; }).seen == lost);
  CHECK(with([](auto& x) { x = x + 1; }).seen == lost);
  CHECK(with([](auto& x) { x.write() += 1; }).seen == std::vector<int>{2});  // one write
}

TEST_CASE("the same under a lock loses nothing") {
  require_verified(explored([] {
                     shared<int> x{0};
                     mutex guard;
                     const auto add = [&] {
                       const lock_guard lock(guard);
                       ++x;
                     };
                     thread other(add);
                     add();
                     other.join();
                     check(x == 2, "both");
                   }),
                   2);  // either first
}

TEST_CASE("shared data of any type is read and written as a whole") {
  const TwiceExplored result = explored(
      [](Seen& seen) {
        shared<std::vector<int>> list;
        thread other([&] { list.write().push_back(1); });
        seen(static_cast<int>(list.read().size()));
        other.join();
        check(list.read() == std::vector<int>{1}, "there");
      },
      kAllOrders);
  require_verified(result, 2);  // before and after the write
  CHECK(result.seen == std::vector<int>{0, 1});
  require_verified(explored([] {
    shared<std::string> text{"a"};
    text += "b";
    check(text.read() == "ab" && text.load() == "ab", "text");
    text.store("c");
    check(text.read() == "c", "stored");
  }));
}

TEST_CASE("shared data has the operators of what it holds") {
  require_verified(explored([] {
    shared<int> x{12};
    check((x -= 2) == 10 && (x *= 3) == 30 && (x /= 4) == 7 && (x %= 4) == 3, "arithmetic");
    check((x |= 4) == 7 && (x &= 6) == 6 && (x ^= 3) == 5, "bits");
    check((x <<= 2) == 20 && (x >>= 1) == 10, "shifts");
    check(x-- == 10 && --x == 8 && x++ == 8 && ++x == 10, "steps");
    shared<int> copy{x};
    copy = x;
    x = copy = 6;
    check(x == 6 && copy == 6, "assigned");
    shared<double> real{0.5};
    real += 1;
    check(real == 1.5, "real numbers");
  }));
}

TEST_CASE("global shared data is restored between executions") {
  const auto body = [] {
    check(global_data == 3, "as it was");
    thread other([] { global_data = 4; });
    global_data = 5;
    other.join();
    check(global_data == 4 || global_data == 5, "one of them");
  };
  require_verified(explored(body, kAllOrders));
  CHECK(global_data.load() == 3);
}

namespace {

struct Account {
  shared<int> balance;
  int number;
};

struct Written : Account {
  Written() {}  // clears nothing
};

struct Cleared : Account {
  Cleared() : Account() {}
};

// The result of a read of the data that `make` creates.
template <class Make>
void require_unwritten(const Make& make) {
  require_bug(explored([&] { make([](const shared<int>& data) { (void)data.load(); }); }),
              "uninitialised-read", "main reads a value that was never written or initialised: ");
}

template <class Make>
void require_zero(const Make& make) {
  require_verified(
      explored([&] { make([](const shared<int>& data) { check(data.load() == 0, "cleared"); }); }));
}

}  // namespace

TEST_CASE("shared data without a value is without one wherever an int would be") {
  require_unwritten([](auto read) {
    shared<int> data;
    read(data);
  });
  require_unwritten([](auto read) {
    Account account;
    read(account.balance);
  });
  require_unwritten([](auto read) {
    Written account{};
    read(account.balance);
  });
  require_unwritten([](auto read) {
    shared<int> data[2];
    read(data[1]);
  });
  require_unwritten([](auto read) {
    std::array<shared<int>, 2> data;
    read(data[1]);
  });
  require_unwritten([](auto read) { read(*std::unique_ptr<shared<int>>(new shared<int>)); });
  require_unwritten([](auto read) { read(std::unique_ptr<Account>(new Account)->balance); });
}

TEST_CASE("shared data that the language clears is zero, and is not read uninitialised") {
  require_zero([](auto read) {
    shared<int> data{};
    read(data);
  });
  require_zero([](auto read) { read(shared<int>()); });
  require_zero([](auto read) {
    Account account{};
    read(account.balance);
  });
  require_zero([](auto read) {
    Cleared account;
    read(account.balance);
  });
  require_zero([](auto read) {
    static shared<int> data;
    read(data);
  });
  require_zero([](auto read) {
    shared<int> data[2] = {};
    read(data[1]);
  });
  require_zero([](auto read) {
    std::array<shared<int>, 2> data{};
    read(data[1]);
  });
  require_zero([](auto read) { read(std::vector<shared<int>>(2)[1]); });
  require_zero([](auto read) { read(*std::make_unique<shared<int>>()); });
  require_zero([](auto read) { read(std::unique_ptr<Account>(new Account())->balance); });
}

TEST_CASE("data without a value that is written first may be read") {
  require_verified(explored([] {
    shared<int> data;
    thread other([&] { data = 1; });
    other.join();
    check(data == 1, "written");
    shared<std::string> text;  // a class has an initial value of its own
    check(text.read().empty(), "empty");
  }));
}

TEST_CASE("an atomic without a value is zero, with braces and without") {
  require_verified(explored([] {
    atomic<int> plain;
    atomic<int> braced{};
    const std::unique_ptr<atomic<void*>> pointer(new atomic<void*>);
    check(plain == 0 && braced == 0 && *pointer == nullptr, "zero, as C++20 has it");
  }));
}

TEST_CASE("data that has ended is not read any more") {
  require_bug(explored([] {
                std::optional<shared<int>> data(std::in_place, 1, "data");
                thread other([&it = *data] { (void)it.load(); });
                data.reset();
                other.join();
              }),
              "destroyed-object", "T1 uses `data`, which has been destroyed");
}

}  // namespace mcheck::shared_test
