// SPDX-License-Identifier: MIT
// The memory of a checked program: what is restored between executions, what each thread has of its
// own, and where objects may be.
#include <cerrno>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <mcheck/mcheck.hpp>

#include "tests/model/explored.hpp"

namespace mcheck::program_memory_test {
namespace {

int number = 5;
int zero;
std::string text = "a text that is too long for the place inside of a string";
std::vector<int> list = {1, 2, 3};
std::map<std::string, int> table = {{"one", 1}};
int constructions = 0;

struct Counted {
  Counted() { ++constructions; }
  int value = 1;
};

// Several schedules, so that there is something to restore between them.
void race() {
  static constinit atomic<int> x{0};
  thread other([] { ++x; });
  ++x;
  other.join();
}

struct Levels {
  static constexpr unsigned kLevels = 30;
  std::vector<unsigned> words = std::vector<unsigned>(5'000);
  std::vector<std::vector<unsigned>> more;

  // What is written at a level, and how much is allocated: both depend on the path there.
  static std::size_t place(unsigned level, unsigned i) { return (level * 7919 + i * 131) % 5'000; }

  void go(unsigned level) {
    const auto way = static_cast<unsigned>(choose(3));
    for (unsigned i = 0; i < 5; ++i) words[place(level, i)] += 10 * level + way + 1;
    more.emplace_back(300 * way + level, level);
    if (way == 0 && level + 1 < kLevels) return go(level + 1);
    for (unsigned done = 0; done <= level; ++done) {
      const unsigned taken = done < level ? 0 : way;
      for (unsigned i = 0; i < 5; ++i) words[place(done, i)] -= 10 * done + taken + 1;
      check(more[done] == std::vector<unsigned>(300 * taken + done, done), "allocated on the way");
    }
    for (const unsigned word : words) {
      if (word != 0) check(false, "written on the way, and nothing else");
    }
    check(more.size() == level + 1, "as often as there were levels");
  }
};

}  // namespace

TEST_CASE("globals of the executable are as they were when an execution begins") {
  const auto body = [] {
    check(number == 5 && zero == 0, "plain numbers");
    check(list == std::vector<int>{1, 2, 3} && table.size() == 1, "containers");
    check(text.starts_with("a text") && text.ends_with("string"), "a text");
    number = 6;
    race();
    list.assign(1000, 7);
    table["two"] = 2;
    text += text;
    check(number++ == 6 && zero++ == 0, "nobody else's");
    race();
  };
  require_verified(explored(body), 4);  // two races of 2! orders
  CHECK(number == 5);
  CHECK(zero == 0);
  CHECK(list == std::vector<int>{1, 2, 3});
  CHECK(table == std::map<std::string, int>{{"one", 1}});
  CHECK(text.size() == 56);
}

TEST_CASE("a global container that was freed and made anew in an execution is whole afterwards") {
  const auto body = [] {
    race();
    std::vector<int>().swap(list);
    std::string().swap(text);
    table.clear();
    race();
  };
  require_verified(explored(body), 4);
  list.push_back(4);
  CHECK(list == std::vector<int>{1, 2, 3, 4});
  list.pop_back();
  table["two"] = 2;
  CHECK(table.erase("two") == 1);
  CHECK(text.size() == 56);
}

TEST_CASE("a static in a function is initialised anew in each execution, by the first to come") {
  const auto body = [] {
    check(constructions == 0, "not yet");
    const auto use = [] {
      race();
      static Counted counted;
      static const int first = number++;
      check(first == 5 && counted.value == 1, "initialised");
    };
    thread other(use);
    other.join();
    use();
    check(constructions == 1 && number == 6, "once");
  };
  require_verified(explored(body));
  CHECK(constructions == 0);
}

TEST_CASE("what an execution allocates and leaks is freed when the next one begins") {
  std::vector<void*> blocks(100);
  std::size_t count = 0;
  const auto body = [&] {
    void* const block = std::malloc(std::size_t{1} << 20);
    auto* const kept = new std::vector<int>(1000);
    blocks[count++ % blocks.size()] = block;
    race();
    (void)choose(25);
    kept->resize(5000);
  };
  const summary result = explore(body, {.backtrack = backtracking::rerun, .ignore_leaks = true});
  REQUIRE(result.verdict == verdict::verified);
  REQUIRE(result.executions == 50);  // 2! orders × 25 values
  REQUIRE(count == 50);
  // 50 MiB were leaked, and each block was at the same address.
  for (std::size_t i = 0; i < count; ++i) CHECK(blocks[i] == blocks[0]);
}

TEST_CASE("a block is freed by another thread than its own, and everything is still restored") {
  require_verified(explored([] {
    auto text_of_main = std::make_unique<std::string>(100, 'x');
    thread other([&text_of_main] {
      text_of_main = std::make_unique<std::string>(200, 'y');
      race();
    });
    race();
    other.join();
    check(*text_of_main == std::string(200, 'y'), "whole");
  }));
}

TEST_CASE("errno is each thread's own") {
  require_verified(explored([] {
    const auto work = [](int value) {
      errno = value;
      race();
      check(errno == value, "nobody else's");
    };
    thread other(work, 33);
    work(44);
    other.join();
  }));
}

TEST_CASE("objects may stand on another thread's stack") {
  const TwiceExplored result = explored([](Seen& seen) {
    atomic<mutex*> lent{nullptr};
    atomic<int> done{0};
    thread owner([&] {
      mutex own{"own"};
      lent = &own;
      lent.notify_one();
      { const lock_guard lock(own); }
      done.wait(0);
    });
    lent.wait(nullptr);
    mutex& borrowed = *lent.load();
    const bool got = borrowed.try_lock();
    seen(got ? 1 : 0);
    if (got) borrowed.unlock();
    done = 1;
    done.notify_one();
    owner.join();
  });
  require_verified(result);
  CHECK(result.seen == std::vector<int>{0, 1});
}

TEST_CASE("objects that are handed over are known wherever they are used") {
  require_verified(explored([] {
    auto semaphore = std::make_unique<binary_semaphore>(0);
    thread other([own = std::move(semaphore)] {
      thread inner([&own] { own->release(); });
      own->acquire();
      inner.join();
    });
    other.join();
  }));
}

TEST_CASE("vectors of things that move or copy may grow") {
  require_verified(explored([] {
    std::vector<shared<int>> values;
    std::vector<thread> threads;
    std::vector<std::unique_ptr<mutex>> mutexes;
    std::vector<future<int>> futures;
    for (int i = 0; i < 9; ++i) {
      values.emplace_back(i);
      mutexes.push_back(std::make_unique<mutex>());
      promise<int> given;
      futures.push_back(given.get_future());
      given.set_value(i);
      if (i % 4 == 0) threads.emplace_back([&m = *mutexes.back()] { const lock_guard lock(m); });
    }
    for (thread& each : threads) each.join();
    for (int i = 0; i < 9; ++i) {
      const auto at = static_cast<std::size_t>(i);
      check(values[at] == i && futures[at].get() == i, "in place");
    }
  }));
}

TEST_CASE("objects that are created and destroyed repeatedly at one address are different ones") {
  require_verified(explored([] {
    for (int i = 0; i < 3; ++i) {
      mutex guard;
      atomic<int> x{i};
      thread other([&] {
        const lock_guard lock(guard);
        ++x;
      });
      {
        const lock_guard lock(guard);
        ++x;
      }
      other.join();
      check(x == i + 2, "both, on this one");
    }
  }));
}

TEST_CASE("deep stacks and big frames are restored") {
  struct Deep {
    static int sum(int depth) {
      volatile int here[64] = {depth};
      if (depth == 0) {
        race();
        return 0;
      }
      return here[0] + sum(depth - 1);
    }
  };
  require_verified(explored([] {
    thread other([] { check(Deep::sum(300) == 300 * 301 / 2, "summed"); });
    check(Deep::sum(200) == 200 * 201 / 2, "summed");
    other.join();
  }));
}

TEST_CASE("a deep search backtracks over large memory, step by step") {
  constexpr int kTimes = 10;  // now and then a search drops its snapshots
  const auto body = [] {
    (void)choose(kTimes);
    Levels().go(0);
  };
  require_verified(explored(body), kTimes * (2 * Levels::kLevels + 1));
}

TEST_CASE("an exploration leaves program memory as it found it, also after a failure") {
  for (int i = 0; i < 3; ++i) {
    require_bug(explored([] {
                  number = 77;
                  list.clear();
                  race();
                  check(false, "on purpose");
                }),
                "check", "on purpose");
    CHECK(number == 5);
    CHECK(list.size() == 3);
  }
}

}  // namespace mcheck::program_memory_test
