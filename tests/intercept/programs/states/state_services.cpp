// SPDX-License-Identifier: MIT
// Buffers, pools and servers as programs have them: with condition variables, queues and sleeps.
#include <mcheck/verify.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <queue>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace std::chrono_literals;

class BoundedBuffer {
 public:
  explicit BoundedBuffer(std::size_t capacity) : capacity_(capacity) {}
  void put(int item) {
    std::unique_lock lock(mutex_);
    not_full_.wait(lock, [this] { return items_.size() < capacity_; });
    items_.push_back(item);
    not_empty_.notify_one();
  }
  int take() {
    std::unique_lock lock(mutex_);
    not_empty_.wait(lock, [this] { return !items_.empty(); });
    const int item = items_.front();
    items_.pop_front();
    not_full_.notify_one();
    return item;
  }

 private:
  std::size_t capacity_;
  std::mutex mutex_;
  std::condition_variable not_full_, not_empty_;
  std::deque<int> items_;
};

// One condition variable for both: a notify may wake a thread that cannot go on.
class ConfusedBuffer {
 public:
  explicit ConfusedBuffer(std::size_t capacity) : capacity_(capacity) {}
  void put(int item) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return items_.size() < capacity_; });
    items_.push_back(item);
    changed_.notify_one();
  }
  int take() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !items_.empty(); });
    const int item = items_.front();
    items_.pop_front();
    changed_.notify_one();
    return item;
  }

 private:
  std::size_t capacity_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<int> items_;
};

void join_all(std::vector<std::thread>& threads) {
  for (std::thread& thread : threads) thread.join();
}

template <class Buffer>
void produce_and_consume() {
  constexpr int kProducers = 3, kItems = 4, kConsumers = 2;
  Buffer buffer(2);
  std::atomic<int> sum{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < kProducers; ++i) {
    threads.emplace_back([&] {
      for (int item = 1; item <= kItems; ++item) buffer.put(item);
    });
  }
  for (int i = 0; i < kConsumers; ++i) {
    threads.emplace_back([&] {
      for (int n = 0; n < kProducers * kItems / kConsumers; ++n) sum += buffer.take();
    });
  }
  join_all(threads);
  if (sum != kProducers * (1 + 2 + 3 + 4)) std::abort();
}

class Pool {
 public:
  Pool(int workers, bool forgets_to_look_again) : forgets_(forgets_to_look_again) {
    for (int i = 0; i < workers; ++i) {
      workers_.emplace_back([this] { work(); });
    }
  }
  void submit(std::function<void()> task) {
    {
      const std::lock_guard lock(mutex_);
      tasks_.push(std::move(task));
    }
    changed_.notify_one();
  }
  void finish() {
    {
      const std::lock_guard lock(mutex_);
      stops_ = true;
    }
    changed_.notify_all();
    join_all(workers_);
  }

 private:
  void work() {
    for (;;) {
      std::function<void()> task;
      {
        std::unique_lock lock(mutex_);
        if (forgets_) {
          if (tasks_.empty() && !stops_) changed_.wait(lock);
        } else {
          changed_.wait(lock, [this] { return !tasks_.empty() || stops_; });
        }
        if (tasks_.empty() && stops_) return;
        task = std::move(tasks_.front());
        tasks_.pop();
      }
      task();
    }
  }

  bool forgets_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::queue<std::function<void()>> tasks_;
  bool stops_ = false;
  std::vector<std::thread> workers_;
};

void run_pool(bool forgets) {
  constexpr int kTasks = 6;
  std::atomic<int> done{0};
  Pool pool(3, forgets);
  for (int i = 0; i < kTasks; ++i) {
    pool.submit([&done] { ++done; });
  }
  pool.finish();
  if (done != kTasks) std::abort();
}

// A lock that spins before it sleeps.
class PatientLock {
 public:
  void lock() {
    for (int turns = 10'000; turns > 0; --turns) {
      if (try_lock()) return;
    }
    while (state_.exchange(2) != 0) state_.wait(2);
  }
  bool try_lock() {
    int free = 0;
    return state_.compare_exchange_strong(free, 1);
  }
  void unlock(bool always_wakes) {
    if (state_.exchange(0) == 2 && always_wakes) state_.notify_one();
  }

 private:
  std::atomic<int> state_{0};
};

void spin_before_sleeping(bool always_wakes) {
  PatientLock lock;
  int count = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&] {
      for (int n = 0; n < 2; ++n) {
        lock.lock();
        ++count;
        lock.unlock(always_wakes);
      }
    });
  }
  join_all(threads);
  if (count != 6) std::abort();
}

std::mutex mutex;
std::condition_variable asked, answered;
int request = 0, answer = 0;

void serve() {
  for (;;) {
    std::unique_lock lock(mutex);
    asked.wait(lock, [] { return request != 0; });
    answer = request + 1;
    request = 0;
    answered.notify_one();
  }
}

void ask() {
  for (;;) {
    std::unique_lock lock(mutex);
    request = 1;
    asked.notify_one();
    answered.wait(lock, [] { return answer != 0; });
    if (answer != 2) std::abort();
    answer = 0;
  }
}

std::atomic<int> ball{0};

void play(int self) {
  for (;;) {
    while (ball.load() != self) {
    }
    ball.store(1 - self);
  }
}

std::atomic<bool> stop{false};

void poll() {
  while (!stop.load()) std::this_thread::sleep_for(10ms);
}

void poll_for_ever() {
  for (;;) {
    if (ball.exchange(0) > 1) std::abort();
    mcheck_progress();
    std::this_thread::sleep_for(10ms);
  }
}

void blink() {
  for (;;) {
    ball.fetch_xor(1);
    std::this_thread::sleep_for(10ms);
  }
}

// It reads the clock only once the other has set the bit, and comes back to one state before.
void give_up_after_a_while() {
  while ((ball.fetch_xor(2) & 1) == 0) std::this_thread::sleep_for(10ms);
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  if (now > 1000s + 45ms) std::abort();
}

bool ready = false;

void wait_in_slices() {
  std::unique_lock lock(mutex);
  while (!ready) asked.wait_for(lock, 10ms);
}

void beat() {
  for (;;) {
    std::unique_lock lock(mutex);
    if (asked.wait_for(lock, 10ms, [] { return ready; })) ready = false;
  }
}

void keep_the_lock() {
  const std::lock_guard lock(mutex);
  for (;;) ball.fetch_xor(1);
}

void run(const std::function<void()>& one, const std::function<void()>& other) {
  std::thread first(one), second(other);
  first.join();
  second.join();
}

const std::map<std::string, std::function<void()>> services = {
    {"bounded buffer", produce_and_consume<BoundedBuffer>},
    {"confused buffer", produce_and_consume<ConfusedBuffer>},
    {"pool", [] { run_pool(false); }},
    {"pool that forgets to look again", [] { run_pool(true); }},
    {"spin before sleeping", [] { spin_before_sleeping(true); }},
    {"spin before sleeping for ever", [] { spin_before_sleeping(false); }},
    {"server", [] { run(serve, ask); }},
    {"ping-pong", [] { run([] { play(0); }, [] { play(1); }); }},
    {"poll", [] { run(poll, [] { stop = true; }); }},
    {"blink", [] { run(blink, blink); }},
    {"poll for ever", [] { run(poll_for_ever, [] { ball = 1; }); }},
    {"give up after a while", [] { run(give_up_after_a_while, [] { ball.fetch_or(1); }); }},
    {"lock that is kept", [] { run(keep_the_lock, [] { const std::lock_guard lock(mutex); }); }},
    {"wait in slices",
     [] {
       run(wait_in_slices, [] {
         const std::lock_guard lock(mutex);
         ready = true;
         asked.notify_one();
       });
     }},
    {"heart beat",
     [] {
       run(beat, [] {
         const std::lock_guard lock(mutex);
         ready = true;
         asked.notify_one();
       });
     }},
};

}  // namespace

int main(int count, char** words) {
  const auto service = count == 2 ? services.find(words[1]) : services.end();
  if (service == services.end()) return 2;
  service->second();
}
