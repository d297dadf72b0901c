// SPDX-License-Identifier: MIT
// Threads that run tasks: in turn, later, or not at all.
#include <atomic>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "tests/schedules/orders/blocking_queue.hpp"
#include "tests/schedules/orders/forms.hpp"

namespace {

using Task = std::function<void()>;

// Runs tasks in the order in which they were submitted.
class ThreadPool {
 public:
  explicit ThreadPool(int workers) {
    for (int i = 0; i < workers; ++i) workers_.emplace_back([this] { work(); });
  }
  ~ThreadPool() { shut_down(); }

  // False if the pool is shut down.
  bool submit(Task task) { return tasks_.put(std::move(task)); }
  // Ends when the tasks that were submitted have run.
  void shut_down() {
    tasks_.close();
    for (std::thread& worker : workers_) {
      if (worker.joinable()) worker.join();
    }
  }
  // How many tasks will never run.
  std::size_t shut_down_now() {
    tasks_.close();
    const std::size_t left = tasks_.drain().size();
    shut_down();
    return left;
  }
  std::size_t queued() { return tasks_.size(); }
  int waits() { return tasks_.waits(); }

 private:
  void work() {
    while (std::optional<Task> task = tasks_.take()) (*task)();
  }

  BlockingQueue<Task> tasks_;
  std::vector<std::thread> workers_;
};

// If the first task is done early, the second one does not wait in the queue.
ORDER_TEST(executor_with_one_worker_queues_tasks) {
  ORDERS("running -> submitting, asked -> finishing");
  std::string order;
  ThreadPool pool(1);
  pool.submit([&] {
    EVENT("running", 0);
    EVENT("finishing", 2);
    order += '1';
  });
  EVENT("submitting", 1);
  pool.submit([&] { order += '2'; });
  assert(pool.queued() == 1);
  EVENT("asked", 1);
  pool.shut_down();
  assert(order == "12");
}

// Two workers: a task does not end before both have begun. If one has ended, the other is alone.
ORDER_TEST(executor_with_two_workers_runs_two_tasks) {
  ORDERS("running#1 -> submitting, running#2 -> finishing");
  std::atomic<int> running{0};
  const auto task = [&] {
    ++running;
    EVENT("running", 0);
    EVENT("finishing", 2);
    assert(running == 2);
  };
  ThreadPool pool(2);
  pool.submit(task);
  EVENT("submitting", 1);
  pool.submit(task);
  pool.shut_down();
}

// If main shuts the pool down first, submit() fails.
ORDER_TEST(executor_runs_what_was_submitted) {
  ORDERS("submitted -> shutting_down");
  std::atomic<bool> ran{false};
  ThreadPool pool(1);
  std::thread client([&] {
    assert(pool.submit([&] { ran = true; }));
    EVENT("submitted", 0);
  });
  EVENT("shutting_down", 1);
  pool.shut_down();
  assert(ran);
  client.join();
}

// If the client is faster, submit() succeeds.
ORDER_TEST(executor_rejects_after_shut_down) {
  ORDERS("shut_down -> submitting");
  ThreadPool pool(1);
  std::thread client([&] {
    EVENT("submitting", 1);
    assert(!pool.submit([] {}));
  });
  pool.shut_down();
  EVENT("shut_down", 0);
  client.join();
}

// If the first task is done earlier, fewer are left.
ORDER_TEST(executor_shut_down_now_drops_tasks) {
  ORDERS("running -> submitting, [shutting_down] -> finishing");
  std::atomic<int> ran{0};
  ThreadPool pool(1);
  pool.submit([&] {
    EVENT("running", 0);
    EVENT("finishing", 2);
    ++ran;
  });
  EVENT("submitting", 1);
  for (int i = 0; i < 2; ++i) pool.submit([&] { ++ran; });
  EVENT("shutting_down", 1);
  assert(pool.shut_down_now() == 2);
  assert(ran == 1);
}

// If the task is submitted before the worker waits, it does not wait.
ORDER_TEST(executor_idle_worker_waits) {
  ORDERS("done -> submitting, [done] -> submitting");
  std::atomic<int> ran{0};
  ThreadPool pool(1);
  pool.submit([&] {
    ++ran;
    EVENT("done", 0);
  });
  EVENT("submitting", 1);
  const int waits = pool.waits();
  assert(waits >= 1);
  pool.submit([&] { ++ran; });
  pool.shut_down();
  assert(ran == 2);
}

// Runs each task when its time has come. The test moves the clock.
class Scheduler {
 public:
  ~Scheduler() { stop(); }

  void at(int time, Task task) {
    const std::lock_guard lock(mutex_);
    tasks_.emplace(time, std::move(task));
    changed_.notify_one();
  }
  void advance_to(int time) {
    const std::lock_guard lock(mutex_);
    now_ = time;
    changed_.notify_one();
  }
  void cancel_all() {
    const std::lock_guard lock(mutex_);
    tasks_.clear();
  }
  void stop() {
    {
      const std::lock_guard lock(mutex_);
      stopped_ = true;
      changed_.notify_one();
    }
    if (worker_.joinable()) worker_.join();
  }

 private:
  void work() {
    EVENT("idle", 0);
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [&] { return stopped_ || is_due(); });
      if (!is_due()) return;
      const Task task = std::move(tasks_.begin()->second);
      tasks_.erase(tasks_.begin());
      lock.unlock();
      task();
      lock.lock();
    }
  }
  bool is_due() const { return !tasks_.empty() && tasks_.begin()->first <= now_; }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::multimap<int, Task> tasks_;
  int now_ = 0;
  bool stopped_ = false;
  std::thread worker_{[this] { work(); }};
};

// If the clock moves on before the task runs, it finds 1.
ORDER_TEST(scheduler_runs_a_task_in_time) {
  ORDERS("[idle] -> advancing, ran -> setting");
  std::atomic<int> value{0};
  std::atomic<int> seen{-1};
  Scheduler scheduler;
  scheduler.at(5, [&] {
    seen = value.load();
    EVENT("ran", 1);
  });
  EVENT("advancing", 1);
  assert(seen == -1);
  scheduler.advance_to(5);
  EVENT("setting", 2);
  value = 1;
  scheduler.stop();
  assert(seen == 0);
}

// If the later task is due before the earlier one is known, it runs first.
ORDER_TEST(scheduler_runs_earlier_tasks_first) {
  ORDERS("added -> advancing");
  std::string order;
  Scheduler scheduler;
  scheduler.at(2, [&] { order += '2'; });
  std::thread client([&] {
    scheduler.at(1, [&] { order += '1'; });
    EVENT("added", 0);
  });
  EVENT("advancing", 1);
  scheduler.advance_to(2);
  client.join();
  scheduler.stop();
  assert(order == "12");
}

// If the task is cancelled later, it has run.
ORDER_TEST(scheduler_cancels_tasks) {
  ORDERS("cancelled -> advancing");
  std::atomic<bool> ran{false};
  Scheduler scheduler;
  scheduler.at(1, [&] { ran = true; });
  std::thread client([&] {
    EVENT("advancing", 1);
    scheduler.advance_to(1);
  });
  scheduler.cancel_all();
  EVENT("cancelled", 0);
  client.join();
  scheduler.stop();
  assert(!ran);
}

}  // namespace
