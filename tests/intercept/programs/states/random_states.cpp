// SPDX-License-Identifier: MIT
// A random program, given by its seed: two or three threads of a few steps, which keep values
// wherever a program can keep them, and use each other's by every kind of synchronisation.
#include <atomic>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <iterator>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/generators/draw.hpp"

namespace {

constexpr std::memory_order kLoadOrders[] = {std::memory_order_relaxed, std::memory_order_acquire,
                                             std::memory_order_seq_cst};
constexpr std::memory_order kStoreOrders[] = {std::memory_order_relaxed, std::memory_order_release,
                                              std::memory_order_seq_cst};
constexpr std::memory_order kFetchOrders[] = {std::memory_order_relaxed, std::memory_order_acquire,
                                              std::memory_order_release, std::memory_order_acq_rel};

struct Shared {
  std::atomic<int> x[2] = {};
  std::atomic<std::string*> text{nullptr};
  std::mutex mutex[2];
  std::shared_mutex readers;
  std::condition_variable condition;
  std::once_flag once;
  int guarded = 0, read_mostly = 0, plain = 0, notified = 0;
  std::map<int, int> map;
  std::list<int> list;
  std::string words;
};

thread_local int own_number = 0;
thread_local std::string own_text;

struct Step {
  int what = 0;
  int object = 0, order = 0, value = 0;
  int skip = 0;  // that many steps, unless the value is that of the register
};

// What a thread keeps on its stack and, from there, in the heap.
struct Kept {
  int r = 0;
  std::unique_ptr<int> box;
  std::string text;
  std::map<int, int> map;
};

void throw_if_odd(int value) {
  if (value % 2 != 0) throw std::runtime_error(std::to_string(value));
}

void atomic_step(Shared& shared, const Step& step, Kept& kept) {
  std::atomic<int>& x = shared.x[step.object];
  switch (step.what % 6) {
    case 0: kept.r = x.load(kLoadOrders[step.order % 3]); break;
    case 1: x.store(step.value, kStoreOrders[step.order % 3]); break;
    case 2: x.store(kept.r, kStoreOrders[step.order % 3]); break;
    case 3: kept.r = x.fetch_add(step.value, kFetchOrders[step.order]); break;
    case 4: x.compare_exchange_strong(kept.r, step.value, std::memory_order_acq_rel); break;
    default: std::atomic_thread_fence(kFetchOrders[1 + step.order % 3]); break;
  }
}

void locked_step(Shared& shared, const Step& step, Kept& kept) {
  std::lock_guard guard(shared.mutex[0]);
  switch (step.what % 7) {
    case 0: kept.r = shared.guarded++; break;
    case 1: shared.map[step.value] = kept.r; break;
    case 2: shared.map.erase(step.value); break;
    case 3: shared.list.push_back(kept.r); break;
    case 4: shared.list.clear(); break;
    case 5: shared.words += "a word"; break;
    default: kept.r = static_cast<int>(shared.map.size() + shared.words.size() % 5); break;
  }
}

void waiting_step(Shared& shared, const Step& step, Kept& kept) {
  const auto notify = [&](int value) {
    std::lock_guard guard(shared.mutex[0]);
    shared.notified = value;
    shared.condition.notify_one();
  };
  switch (step.what % 6) {
    case 0: {
      std::unique_lock lock(shared.mutex[0]);
      while (shared.notified == 0) shared.condition.wait(lock);
      break;
    }
    case 1: notify(1); break;
    case 2: {
      std::unique_lock lock(shared.mutex[0]);
      const auto woken = shared.condition.wait_for(lock, std::chrono::milliseconds(1));
      kept.r = woken == std::cv_status::timeout ? 1 : 0;
      break;
    }
    case 3: {
      std::shared_lock lock(shared.readers);
      kept.r = shared.read_mostly;
      break;
    }
    case 4: {
      std::unique_lock lock(shared.readers);
      shared.read_mostly = kept.r;
      break;
    }
    default:
      if (shared.mutex[1].try_lock()) {
        kept.r = shared.plain;
        shared.mutex[1].unlock();
      }
      break;
  }
}

void own_step(const Step& step, Kept& kept) {
  switch (step.what % 9) {
    case 0: kept.box = std::make_unique<int>(kept.r); break;
    case 1: kept.box.reset(); break;
    case 2: kept.text += "long enough to be in the heap"; break;
    case 3: kept.map[kept.r] = step.value; break;
    case 4: own_number = kept.r; break;
    case 5: kept.r = own_number + (kept.box ? *kept.box : 0); break;
    case 6: errno = kept.r; break;
    case 7: kept.r = errno; break;
    default: own_text += 'x'; break;
  }
}

void other_step(Shared& shared, const Step& step, Kept& kept) {
  switch (step.what % 5) {
    case 0: delete shared.text.exchange(new std::string("a text that is in the heap")); break;
    case 1: {
      const std::unique_ptr<std::string> text(shared.text.exchange(nullptr));
      if (text) kept.r = static_cast<int>(text->size());
      break;
    }
    case 2: try { throw_if_odd(kept.r);
      } catch (const std::runtime_error& error) {
        kept.text = error.what();
        atomic_step(shared, step, kept);  // while the exception exists
      }
      break;
    case 3: std::call_once(shared.once, [&] { kept.r = 4; }); break;
    default:
      if (step.order == 0) shared.plain = step.value;  // may race
      break;
  }
}

void run(Shared& shared, const std::vector<Step>& steps) {
  Kept kept;
  for (std::size_t at = 0; at < steps.size(); ++at) {
    const Step& step = steps[at];
    if (step.skip > 0 && kept.r != step.value) {
      at += static_cast<std::size_t>(step.skip);
      continue;
    }
    switch (step.what / 100) {
      case 0:
      case 1: atomic_step(shared, step, kept); break;
      case 2: locked_step(shared, step, kept); break;
      case 3: waiting_step(shared, step, kept); break;
      case 4: own_step(step, kept); break;
      default: other_step(shared, step, kept); break;
    }
  }
}

}  // namespace

int main(int count, char** words) {
  if (count != 2) return 2;
  table::Draw draw(std::strtoull(words[1], nullptr, 10));
  std::vector<std::vector<Step>> programs(static_cast<std::size_t>(2 + draw.below(4) / 3));
  for (std::vector<Step>& steps : programs) {
    const int length = programs.size() == 2 ? 3 + draw.below(4) : 1 + draw.below(3);
    for (int i = 0; i < length; ++i) {
      steps.push_back({.what = 100 * draw.below(6) + draw.below(60),
                       .object = draw.below(2),
                       .order = draw.below(4),
                       .value = draw.below(3),
                       .skip = draw.below(4) == 0 ? 1 : 0});
    }
  }
  const int forbidden = draw.below(6);
  static Shared shared;
  std::vector<std::thread> threads;
  for (const auto& steps : programs) threads.emplace_back([&steps] { run(shared, steps); });
  for (std::thread& thread : threads) thread.join();
  const int sum = shared.x[0] + 3 * shared.x[1] + shared.guarded + shared.read_mostly +
                  static_cast<int>(shared.map.size() + shared.list.size());
  delete shared.text.load();
  if (sum % 7 == forbidden + 1) std::abort();
}
