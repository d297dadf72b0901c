// SPDX-License-Identifier: MIT
// Programs whose steps depend on different things: the step cache makes no difference.
#include <array>
#include <catch2/catch.hpp>
#include <cfenv>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <functional>
#include <mcheck/mcheck.hpp>
#include <memory>
#include <mutex>
#include <stdexcept>

#include "engine/platform/processor/raw_copy.hpp"
#include "tests/runtime/cache/step_cache_comparison.hpp"

namespace mcheck::step_cache_programs_test {
namespace {

using mcheck::cached_steps::How;

void run(const std::function<void()>& body, const How& how = {}) {
  const std::uint64_t known = mcheck::cached_steps::compare_all(body, how);
  CHECK((known > 0 || mcheck::kAddressSanitizer));
}

}  // namespace

TEST_CASE("rounding modes and caught exceptions are part of cached steps") {
  run([] {
    mcheck::atomic<int> a{0};
    const auto work = [&](int mine) {
      std::fesetround(mine == 1 ? FE_UPWARD : FE_DOWNWARD);
      try {
        a.fetch_add(1);
        throw std::runtime_error("it");
      } catch (const std::exception&) {
        a.fetch_add(mine);
        const std::exception_ptr now = std::current_exception();
        try {
          a.fetch_add(1);
          std::rethrow_exception(now);
        } catch (const std::exception&) {
          a.fetch_add(2);
        }
      }
      mcheck::check(std::fegetround() == (mine == 1 ? FE_UPWARD : FE_DOWNWARD), "rounds");
    };
    mcheck::thread one([&] { work(1); });
    mcheck::thread two([&] { work(2); });
    one.join();
    two.join();
    mcheck::check(a.load() == 11, "sum");
  });
}

TEST_CASE("destructors of thread_local objects are cached steps, too") {
  struct Local {
    ~Local() {
      if (at != nullptr) at->fetch_add(value);
    }
    mcheck::atomic<int>* at = nullptr;
    int value = 0;
  };
  run([] {
    mcheck::atomic<int> a{0};
    const auto work = [&](int mine) {
      static thread_local Local local;
      local.value += mine;
      const int before = a.fetch_add(1);
      local.at = &a;
      local.value += before;
    };
    mcheck::thread one([&] { work(1); });
    mcheck::thread two([&] { work(2); });
    one.join();
    two.join();
    mcheck::check(a.load() % 3 != 1, "sum");
  });
}

TEST_CASE("threads that are started by others continue in cached steps") {
  run([] {
    mcheck::atomic<int> a{0};
    mcheck::thread inner;
    mcheck::thread outer([&] {
      if (a.fetch_add(1) == 0) {
        inner = mcheck::thread([&] { a.fetch_add(10); });
      } else {
        inner = mcheck::thread([&] { a.fetch_add(20); });
      }
      a.fetch_add(2);
    });
    mcheck::thread other([&] {
      const int seen = a.fetch_add(1);
      mcheck::thread mine([&a, seen] { a.fetch_add(seen); });
      mine.join();
    });
    outer.join();
    inner.join();
    other.join();
    mcheck::check(a.load() != 25, "sum");
  });
}

TEST_CASE("threads that are never joined continue in cached steps") {
  run([] {
    static mcheck::atomic<int> a{0};
    mcheck::thread([&] { a.fetch_add(1); }).detach();
    mcheck::thread([&] {
      if (a.load() == 1) mcheck::thread([&] { a.fetch_add(3); }).detach();
    }).detach();
    mcheck::check(a.fetch_add(1) != 4, "four");
  });
}

TEST_CASE("waits that time out or wake spuriously are cached steps") {
  How how{.executions = 1000};
  how.behaviour.spurious = 1;
  run(
      [] {
        mcheck::mutex mutex;
        mcheck::condition_variable come;
        int items = 0;
        int late = 0;
        mcheck::thread taker([&] {
          std::unique_lock lock(mutex);
          if (!come.wait_for(lock, std::chrono::seconds(1), [&] { return items > 0; })) ++late;
          items -= 1;
        });
        mcheck::thread second([&] {
          if (!mutex.try_lock()) return;
          ++items;
          mutex.unlock();
          come.notify_one();
        });
        taker.join();
        second.join();
        mcheck::check(items == 0 || late == 0, "late");
      },
      how);
}

TEST_CASE("a thread in an endless loop of several steps is found, with cached steps before") {
  run([] {
    mcheck::atomic<int> a{0};
    mcheck::atomic<int> b{0};
    mcheck::thread one([&] {
      for (;;) {
        int unlocked = 0;
        if (a.load() == 1 && b.load() == 1) break;
        if (a.compare_exchange_weak(unlocked, 0)) continue;
      }
    });
    mcheck::thread two([&] {
      b.store(1);
      a.store(1);
    });
    mcheck::thread three([&] { b.store(1); });
    one.join();
    two.join();
    three.join();
  });
}

TEST_CASE("races of shared data are found with cached steps before") {
  How how;
  how.behaviour = {};
  run(
      [] {
        mcheck::shared<int> data{0, "data"};
        mcheck::shared<std::array<int, 3>> wide{{}, "wide"};
        mcheck::mutex mutex;
        mcheck::atomic<int> a{0};
        mcheck::thread one([&] {
          if (a.fetch_add(1) == 0) {
            const std::scoped_lock lock(mutex);
            data = data + 1;
          }
          wide.write()[1] = 4;
        });
        mcheck::thread two([&] {
          {
            const std::scoped_lock lock(mutex);
            a.fetch_add(1);
            if (data == 1) data = 2;
          }
          if (a.load() == 2) (void)wide.read();
        });
        one.join();
        two.join();
      },
      how);
}

TEST_CASE("data is created where other data was, with cached steps before") {
  How how;
  how.behaviour = {};
  run(
      [] {
        mcheck::atomic<mcheck::shared<int>*> at{nullptr};
        mcheck::thread one([&] {
          for (int i = 0; i < 2; ++i) {
            auto* mine = new mcheck::shared<int>(i);
            *mine = 4;
            delete at.exchange(mine);
          }
        });
        mcheck::thread two([&] {
          if (auto* mine = at.exchange(nullptr); mine != nullptr) {
            (void)mine->load();
            delete mine;
          }
        });
        one.join();
        two.join();
        delete at.load();
      },
      how);
}

TEST_CASE("uses of freed blocks are found with cached steps before") {
  for (const bool reuse : {false, true}) {
    How how;
    how.behaviour = {};
    how.behaviour.reuse_size_classes = reuse ? ~std::uint64_t{0} : 0;
    run(
        [] {
          struct Node {
            mcheck::atomic<Node*> next{nullptr};
            int value = 0;
          };
          mcheck::atomic<Node*> top{nullptr};
          const auto push = [&](int value) {
            auto* const node = new Node;
            node->value = value;
            Node* seen = top.load();
            do node->next.store(seen);
            while (!top.compare_exchange_weak(seen, node));
          };
          const auto pop = [&] {
            Node* seen = top.load();
            while (seen != nullptr && !top.compare_exchange_weak(seen, seen->next.load())) {
            }
            delete seen;
          };
          push(1);
          mcheck::thread one([&] { pop(), push(3); });
          mcheck::thread two([&] { pop(); });
          one.join();
          two.join();
          mcheck::check(top.load() == nullptr || top.load()->value != 1, "one");
        },
        how);
  }
}

TEST_CASE("blocks that change hands are reused after cached steps") {
  for (const bool reuse : {false, true}) {
    How how;
    how.behaviour = {};
    how.behaviour.reuse_size_classes = reuse ? ~std::uint64_t{0} : 0;
    run(
        [] {
          mcheck::atomic<int*> box{new int(0)};
          const auto work = [&](int mine) {
            int* const got = box.exchange(nullptr);
            if (got != nullptr && *got == mine) {
              delete got;
            } else if (got != nullptr) {
              *got = mine;
              delete box.exchange(got);
            }
            delete box.exchange(new int(mine));
            char* const bytes = new char[24 + static_cast<unsigned>(mine)];
            if (box.load() == nullptr) bytes[24 + mine] = 3;
            delete[] bytes;
          };
          mcheck::thread one([&] { work(1); });
          mcheck::thread two([&] { work(2); });
          one.join();
          two.join();
        },
        how);
  }
}

TEST_CASE("wide atomics and shared pointers are changed in cached steps") {
  run([] {
    struct Wide {
      long a, b, c;
      bool operator==(const Wide&) const = default;
    };
    mcheck::atomic<Wide> wide{Wide{0, 0, 0}};
    mcheck::atomic<std::shared_ptr<int>> pointer{std::make_shared<int>(1)};
    mcheck::thread one([&] {
      Wide seen = wide.load();
      wide.compare_exchange_strong(seen, Wide{seen.a + 1, 2, 3});
      pointer.store(std::make_shared<int>(static_cast<int>(seen.a)));
    });
    mcheck::thread two([&] {
      wide.store({5, 5, 5});
      const auto mine = pointer.exchange(nullptr);
      if (mine) wide.store({*mine, 6, 6});
    });
    one.join();
    two.join();
    mcheck::check(wide.load().a != 6, "six");
  });
}

TEST_CASE("cached steps follow from choices") {
  run([] {
    mcheck::atomic<int> a{0};
    mcheck::thread one([&] {
      const int chosen = mcheck::choose(3);
      mcheck::assume(a.fetch_add(chosen) != 2);
    });
    mcheck::thread two([&] {
      a.fetch_add(mcheck::choose(2));
      mcheck::check(a.load() != 3, "three");
      if (a.load() == 1) std::exit(0);
    });
    one.join();
    two.join();
    mcheck::note("end", a.load());
  });
}

TEST_CASE("latches, semaphores, futures and stop tokens are used in cached steps") {
  run(
      [] {
        mcheck::latch latch{2};
        mcheck::counting_semaphore<2> semaphore{1};
        mcheck::atomic<int> sum{0};
        mcheck::promise<int> promise;
        mcheck::future<int> future = promise.get_future();
        mcheck::jthread one([&](mcheck::stop_token stop) {
          latch.arrive_and_wait();
          const mcheck::stop_callback call(stop, [&] { sum.fetch_add(10); });
          if (semaphore.try_acquire()) sum.fetch_add(1);
          promise.set_value(sum.load());
        });
        mcheck::thread two([&] {
          semaphore.acquire();
          latch.count_down();
          semaphore.release();
          one.request_stop();
        });
        two.join();
        mcheck::check(future.get() != 11, "eleven");
      },
      {.executions = 1000});
}

TEST_CASE("names of threads are set, and numbers drawn, with cached steps before") {
  run([] {
    mcheck::atomic<int> a{0};
    mcheck::thread one([&] {
      if (a.fetch_add(std::rand() % 3) > 1) mcheck::this_thread::set_name("late");
      mcheck::check(a.load() != 4, "four");
    });
    mcheck::thread two([&] {
      if (a.fetch_add(std::rand() % 3) > 1) mcheck::this_thread::set_name("later");
      mcheck::check(a.load() != 3, "three");
    });
    one.join();
    two.join();
  });
}

}  // namespace mcheck::step_cache_programs_test
