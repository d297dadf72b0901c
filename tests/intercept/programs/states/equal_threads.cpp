// SPDX-License-Identifier: MIT
// Two or three threads with one function and no argument, and sometimes another one: a random
// program, given by its seed, in which what they do is the same, except that some steps look at
// what identifies a thread. The exit status says how it ended.
#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <vector>

#include "tests/support/generators/draw.hpp"

namespace {

constexpr std::memory_order kLoadOrders[] = {std::memory_order_relaxed, std::memory_order_acquire,
                                             std::memory_order_seq_cst};
constexpr std::memory_order kStoreOrders[] = {std::memory_order_relaxed, std::memory_order_release,
                                              std::memory_order_seq_cst};
constexpr std::memory_order kFetchOrders[] = {std::memory_order_relaxed, std::memory_order_acquire,
                                              std::memory_order_release, std::memory_order_acq_rel};

struct Step {
  int what = 0;
  int object = 0, order = 0, value = 0;
  bool skips = false;  // the next one, unless the register has the value
};

std::atomic<int> x[2], arrived;
std::atomic<int*> place;
std::atomic<std::uintptr_t> somebody;
pthread_mutex_t mutexes[] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP,
                             PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP};
pthread_rwlock_t readers = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
pthread_once_t once = PTHREAD_ONCE_INIT;
int plain, guarded, notified, initialised;
pthread_t threads[4];
std::vector<Step> steps[2];
bool returns_value = false;
thread_local int own_number = 0;

void atomic_step(const Step& step, int& r) {
  std::atomic<int>& it = x[step.object];
  switch (step.what % 6) {
    case 0: r = it.load(kLoadOrders[step.order % 3]); break;
    case 1: it.store(step.value, kStoreOrders[step.order % 3]); break;
    case 2: it.store(r, kStoreOrders[step.order % 3]); break;
    case 3: r = it.fetch_add(step.value, kFetchOrders[step.order]); break;
    case 4: it.compare_exchange_strong(r, step.value, std::memory_order_acq_rel); break;
    default: std::atomic_thread_fence(kFetchOrders[1 + step.order % 3]); break;
  }
}

void locked_step(const Step& step, int& r) {
  pthread_mutex_t& mutex = mutexes[step.order % 3];
  switch (step.what % 6) {
    case 0:
    case 1:
      pthread_mutex_lock(&mutex);
      r = guarded++;
      pthread_mutex_unlock(&mutex);
      break;
    case 2:
      if (pthread_mutex_trylock(&mutex) == 0) {
        r = guarded;
        pthread_mutex_unlock(&mutex);
      }
      break;
    case 3:
      pthread_rwlock_rdlock(&readers);
      r = guarded % 3;
      pthread_rwlock_unlock(&readers);
      break;
    case 4:
      pthread_rwlock_wrlock(&readers);
      guarded += r;
      pthread_rwlock_unlock(&readers);
      break;
    default: pthread_once(&once, [] { ++initialised; }); break;
  }
}

// Locks that are kept until a later step.
void kept_lock_step(const Step& step, int& r) {
  pthread_mutex_t& mutex = mutexes[2];
  switch (step.what % 4) {
    case 0: r = pthread_mutex_trylock(&mutex) == 0 ? 1 : 0; break;
    case 1: r = pthread_mutex_unlock(&mutex) == 0 ? 1 : 0; break;
    case 2: (void)pthread_mutex_trylock(&mutex); break;
    default: (void)pthread_mutex_unlock(&mutex); break;
  }
}

void waiting_step(const Step& step, int& r) {
  pthread_mutex_lock(&mutexes[0]);
  switch (step.what % 3) {
    case 0:
      while (notified == 0) pthread_cond_wait(&condition, &mutexes[0]);
      r = --notified;
      break;
    case 1:
      notified = step.value;
      pthread_cond_signal(&condition);
      break;
    default:
      notified = 2;
      pthread_cond_broadcast(&condition);
      break;
  }
  pthread_mutex_unlock(&mutexes[0]);
}

void own_step(const Step& step, int& r) {
  switch (step.what % 5) {
    case 0: own_number += step.value; break;
    case 1: r = own_number; break;
    case 2: errno = r; break;
    case 3: r = errno % 3; break;
    default: {
      auto* const block = static_cast<int*>(std::malloc(sizeof r));
      *block = r;
      atomic_step(step, *block);
      r = *block;
      std::free(block);
      break;
    }
  }
}

// What identifies a thread.
void observing_step(const Step& step, int& r) {
  const pthread_t self = pthread_self();
  switch (step.what % 8) {
    case 0: r = pthread_equal(self, threads[step.value]) != 0 ? 1 : 0; break;
    case 1: somebody.store(self, std::memory_order_relaxed); break;
    case 2: r = somebody.load(std::memory_order_relaxed) == self ? 1 : 0; break;
    case 3: r = static_cast<int>(reinterpret_cast<std::uintptr_t>(&r) >> 32) % 2; break;
    case 4: r = static_cast<int>(reinterpret_cast<std::uintptr_t>(&own_number) >> 33) % 2; break;
    case 5: r = static_cast<int>(gettid()) % 2; break;
    case 6: place.store(&own_number, std::memory_order_release); break;
    default:
      if (int* const there = place.load(std::memory_order_acquire)) r = *there;
      break;
  }
}

// With data that may race.
void plain_step(const Step& step, int& r) {
  if (step.order == 0) plain = step.value;
  if (step.order == 1) r = plain;
  if (step.order == 2) r = arrived.fetch_add(1, std::memory_order_acq_rel);
}

void* run(void* with) {
  const std::vector<Step>& own = steps[with == nullptr ? 0 : 1];
  int r = 0;
  for (std::size_t at = 0; at < own.size(); ++at) {
    const Step& step = own[at];
    if (step.skips && r != step.value) {
      ++at;
      continue;
    }
    switch (step.what / 100) {
      case 0:
      case 1: atomic_step(step, r); break;
      case 2: locked_step(step, r); break;
      case 3: kept_lock_step(step, r); break;
      case 4: waiting_step(step, r); break;
      case 5: own_step(step, r); break;
      case 6: plain_step(step, r); break;
      default: observing_step(step, r); break;
    }
  }
  return returns_value ? reinterpret_cast<void*>(std::intptr_t{r % 2}) : nullptr;
}

std::vector<Step> random_steps(table::Draw& draw, int most, int kinds) {
  std::vector<Step> all;
  const int length = 1 + draw.below(most);
  for (int i = 0; i < length; ++i) {
    all.push_back({.what = 100 * draw.below(kinds) + draw.below(60),
                   .object = draw.below(2),
                   .order = draw.below(4),
                   .value = draw.below(3),
                   .skips = draw.one_in(4)});
  }
  return all;
}

}  // namespace

int main(int count, char** words) {
  if (count != 2) return 2;
  const std::uint64_t seed = std::strtoull(words[1], nullptr, 10);
  table::Draw draw(seed);
  const int equal = 2 + draw.below(2);
  const int all = equal + draw.below(2);
  const int kinds = seed % 3 == 0 ? 8 : 7;  // 8: with what identifies a thread
  steps[0] = random_steps(draw, all == 2 ? 6 : 3, kinds);
  steps[1] = random_steps(draw, 2, kinds);
  returns_value = draw.one_in(8);
  const int joins = draw.below(6);
  for (int i = 0; i < all; ++i) {
    pthread_create(&threads[i], nullptr, run, i < equal ? nullptr : &steps[1]);
    if (joins == 0) x[0].fetch_add(1);
  }
  int sum = 0;
  if (joins == 1) sum += x[1].exchange(2);
  for (int i = 0; i < all; ++i) {
    void* result = nullptr;
    pthread_join(threads[joins == 2 ? all - 1 - i : i], joins < 4 ? &result : nullptr);
    if (joins == 3) sum = 2 * sum + x[0];
    sum += result == nullptr ? 0 : i + 1;
  }
  sum += x[0] + 3 * x[1] + 5 * guarded + 7 * plain + 11 * notified + 13 * arrived + initialised;
  return sum % 100;
}
