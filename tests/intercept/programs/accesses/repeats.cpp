// SPDX-License-Identifier: MIT
// Threads that repeat one operation on an atomic many times, and what may come in between.
#include <atomic>
#include <cassert>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <thread>

namespace {

std::atomic<int> number;
std::atomic<std::uint8_t> small;
std::atomic<std::int64_t> wide;
std::atomic<bool> flag;
std::mutex mutex;
int plain;

constexpr int kMany = 700;

void arithmetic() {
  for (int i = 1; i <= kMany; ++i) assert(number.fetch_add(i) == i * (i - 1) / 2);
  for (int i = 0; i < kMany; ++i) small.fetch_add(3);
  assert(small == (3 * kMany & 0xff));
  for (int i = 0; i < kMany; ++i) wide.fetch_sub(std::int64_t{1} << 40, std::memory_order_relaxed);
  assert(wide == -(std::int64_t{kMany} << 40));
  for (int i = 0; i < kMany; ++i) assert(number.exchange(i) != i);
  for (int i = 0; i < kMany; ++i) small.fetch_xor(static_cast<std::uint8_t>(1 + i % 2));
  for (int i = 0; i < kMany; ++i) wide.store(i, std::memory_order_release);
  assert(wide == kMany - 1);
  for (int i = 0; i < kMany; ++i) number.store(i / 3);  // two of three change nothing
}

void between() {
  for (int i = 0; i < kMany; ++i) {
    number.fetch_add(1);
    if (i % 7 == 0) plain = i;
    if (i % 50 == 0) wide.fetch_add(1);
    if (i % 90 == 0) mutex.lock();
    if (i % 90 == 4) mutex.unlock();
    if (i % 110 == 0) std::make_unique<int>(i).reset();
    if (i % 130 == 0) assert(number.load() == i + 1);
    if (i % 170 == 0) {
      int expected = i + 1;
      assert(number.compare_exchange_strong(expected, i + 1));
    }
  }
  assert(number == kMany);
}

// The same address holds another atomic afterwards.
void made_anew() {
  alignas(8) unsigned char memory[8];
  for (int i = 0; i < 3; ++i) {
    auto* const made = new (memory) std::atomic<int>(i);
    for (int k = 0; k < 20; ++k) made->fetch_add(1);
    assert(*made == i + 20);
    std::destroy_at(made);
    auto* const next = new (memory) std::atomic<int>(100);
    for (int k = 0; k < 20; ++k) next->fetch_add(1);
    assert(*next == 120);
    std::destroy_at(next);
  }
}

// Alone before the other starts, while it waits, and after it has ended.
void with_another() {
  for (int i = 0; i < 40; ++i) number.fetch_add(1);
  mutex.lock();
  std::thread other([] {
    const std::lock_guard lock(mutex);
    for (int i = 0; i < 3; ++i) number.fetch_add(10);
    plain = number;
  });
  for (int i = 0; i < 40; ++i) wide.fetch_add(1);
  mutex.unlock();
  number.fetch_add(1);
  number.fetch_add(1);
  other.join();
  for (int i = 0; i < 40; ++i) number.fetch_add(1);
  assert(number == 112);
  assert(plain >= 70);
}

// The other waits for the value that comes in the middle of the run.
void wakes() {
  std::thread other([] {
    flag.wait(false);
    assert(number >= 0);
  });
  for (int i = 0; i < 20; ++i) number.fetch_add(1);
  flag = true;
  flag.notify_one();
  for (int i = 0; i < 20; ++i) number.fetch_add(1);
  other.join();
}

// Repeated operations must not order what they do not order.
void races() {
  std::thread other([] { plain = 1; });
  for (int i = 0; i < 40; ++i) number.fetch_add(1);
  plain = 2;
  other.join();
}

void publishes() {
  std::thread other([] {
    if (number.load(std::memory_order_acquire) >= 40) assert(plain == 2);
  });
  plain = 2;
  for (int i = 0; i < 40; ++i) number.fetch_add(1, std::memory_order_acq_rel);
  other.join();
}

void together() {
  std::thread one([] {
    for (int i = 0; i < 30; ++i) number.fetch_add(1);
  });
  std::thread two([] {
    for (int i = 0; i < 30; ++i) number.fetch_add(2);
    for (int i = 0; i < 10; ++i) wide.store(i);
  });
  for (int i = 0; i < 30; ++i) number.fetch_add(100);
  one.join();
  two.join();
  assert(number == 3090);
}

// Each step is short, all of them together are not.
void slow() {
  for (int i = 0; i < 100; ++i) {
    number.fetch_add(1);
    unsigned long work = 1;
    for (int k = 0; k < 5'000'000; ++k) work = work * 6364136223846793005ul + 1;
    asm volatile("" ::"r"(work));
  }
}

void fails() {
  for (int i = 0; i < 300; ++i) assert(number.fetch_add(1) != 257);
}

void crashes() {
  for (int i = 0; i < 300; ++i) {
    number.fetch_add(1);
    if (i == 257) std::memset(reinterpret_cast<void*>(static_cast<std::uintptr_t>(i)), 0, 8);
  }
}

void dies() {
  for (int i = 0; i < 300; ++i) {
    number.fetch_add(1);
    if (i == 257) std::abort();
  }
}

}  // namespace

int main(int, char** words) {
  const std::string what = words[1];
  if (what == "arithmetic") arithmetic();
  if (what == "between") between();
  if (what == "made anew") made_anew();
  if (what == "with another") with_another();
  if (what == "wakes") wakes();
  if (what == "races") races();
  if (what == "publishes") publishes();
  if (what == "together") together();
  if (what == "slow") slow();
  if (what == "fails") fails();
  if (what == "crashes") crashes();
  if (what == "dies") dies();
}
