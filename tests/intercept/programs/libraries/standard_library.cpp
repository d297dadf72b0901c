// SPDX-License-Identifier: MIT
// Parts of the standard library, each in the smallest program that can fail; the first argument
// selects one.
#include <atomic>
#include <barrier>
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <future>
#include <latch>
#include <map>
#include <memory>
#include <mutex>
#include <semaphore>
#include <shared_mutex>
#include <stdexcept>
#include <string>
#include <thread>

namespace {

struct Wide {
  long first, second, third;
};

void condition_variable() {
  std::mutex mutex;
  std::condition_variable condition;
  bool set = false;
  std::thread thread([&] {
    std::unique_lock lock(mutex);
    condition.wait(lock, [&] { return set; });
  });
  {
    std::unique_lock lock(mutex);
    set = true;
  }
  condition.notify_one();
  thread.join();
}

void stop_token() {
  std::mutex mutex;
  std::condition_variable_any condition;
  std::jthread thread([&](std::stop_token stop) {
    std::unique_lock lock(mutex);
    assert(!condition.wait(lock, stop, [] { return false; }));
  });
}

void exception_in_future() {
  auto future = std::async(std::launch::async, []() -> int { throw std::runtime_error("thrown"); });
  bool caught = false;
  try {
    future.get();
  } catch (const std::runtime_error&) {
    caught = true;
  }
  assert(caught);
}

void call_once() {
  std::once_flag once;
  int calls = 0;
  const auto call = [&] {
    try {
      std::call_once(once, [&] {
        if (calls++ == 0) throw 1;
      });
    } catch (int) {
    }
  };
  std::thread thread(call);
  call();
  thread.join();
  assert(calls == 2);
}

void function_local_static() {
  static int made = 0;
  const auto use = [] {
    static const int one = ++made;
    assert(one == 1);
  };
  std::thread thread(use);
  use();
  thread.join();
}

void latch() {
  std::latch latch(1);
  std::jthread thread([&] { latch.count_down(); });
  latch.wait();
}

void barrier() {
  std::barrier barrier(2);
  std::jthread thread([&] { barrier.arrive_and_wait(); });
  barrier.arrive_and_wait();
}

void semaphore() {
  std::counting_semaphore<> semaphore(0);
  std::jthread thread([&] { semaphore.release(); });
  semaphore.acquire();
}

void atomic_wait() {
  std::atomic<int> flag{0};
  std::jthread thread([&] {
    flag = 1;
    flag.notify_one();
  });
  flag.wait(0);
  assert(flag == 1);
}

void forgotten_notify() {
  std::atomic<int> flag{0};
  std::jthread thread([&] { flag = 1; });
  flag.wait(0);
}

void shared_mutex() {
  std::shared_mutex mutex;
  std::jthread thread([&] { std::shared_lock lock(mutex); });
  std::unique_lock lock(mutex);
}

void timed_mutex() {
  std::timed_mutex mutex;
  std::jthread thread([&] { std::unique_lock lock(mutex); });
  if (mutex.try_lock_for(std::chrono::hours(1))) mutex.unlock();
}

void atomic_shared_ptr() {
  std::atomic<std::shared_ptr<int>> shared;
  // Not load and store: in GCC 12's library a load releases its lock relaxed, which is a race.
  std::jthread thread([&] { shared.exchange(std::make_shared<int>(1)); });
  const auto seen = shared.exchange(nullptr);
  assert(seen == nullptr || *seen == 1);
}

void wide_atomic() {
  std::atomic<Wide> wide{Wide{0, 0, 0}};
  std::jthread thread([&] { wide.store(Wide{1, 1, 1}); });
  const Wide seen = wide.load();
  assert(seen.first == seen.third);
}

void at_thread_exit() {
  std::mutex mutex;
  std::condition_variable condition;
  bool set = false;
  std::thread thread([&] {
    std::unique_lock lock(mutex);
    set = true;
    std::notify_all_at_thread_exit(condition, std::move(lock));
  });
  std::unique_lock lock(mutex);
  condition.wait(lock, [&] { return set; });
  lock.unlock();
  thread.join();
}

int destroyed = 0;

struct CountsItsEnd {
  ~CountsItsEnd() { ++destroyed; }
};

void future_at_thread_exit() {
  std::promise<int> promise;
  std::future<int> promised = promise.get_future();
  std::packaged_task<int()> task([] { return 4; });
  std::future<int> done = task.get_future();
  std::thread thread([&] {
    thread_local CountsItsEnd local;
    (void)&local;
    promise.set_value_at_thread_exit(3);
    task.make_ready_at_thread_exit();
  });
  assert(promised.get() == 3 && destroyed == 1);
  assert(done.get() == 4);
  thread.join();
}

const std::map<std::string, void (*)()> kParts = {
    {"condition_variable", condition_variable},
    {"stop_token", stop_token},
    {"exception_in_future", exception_in_future},
    {"call_once", call_once},
    {"function_local_static", function_local_static},
    {"latch", latch},
    {"barrier", barrier},
    {"semaphore", semaphore},
    {"atomic_wait", atomic_wait},
    {"forgotten_notify", forgotten_notify},
    {"shared_mutex", shared_mutex},
    {"timed_mutex", timed_mutex},
    {"atomic_shared_ptr", atomic_shared_ptr},
    {"wide_atomic", wide_atomic},
    {"at_thread_exit", at_thread_exit},
    {"future_at_thread_exit", future_at_thread_exit},
};

}  // namespace

int main(int, char** words) { kParts.at(words[1])(); }
