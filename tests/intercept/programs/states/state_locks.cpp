// SPDX-License-Identifier: MIT
// Mutual exclusion by loads and stores, in endless loops: right algorithms, and broken ones. To be
// inside is progress.
#include <mcheck/verify.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>
#include <thread>
#include <vector>

namespace {

constexpr int kMost = 3;

std::array<std::atomic<int>, kMost> wants{}, numbers{}, colours{}, levels{};
std::array<std::atomic<int>, kMost> last_at{};  // of each level of the filter
std::atomic<int> turn{0};
std::atomic<int> inside{0};

void be_inside() {
  if (inside.exchange(1) != 0) std::abort();
  mcheck_progress();
  inside.store(0);
}

// For two threads.
void peterson(int self) {
  const int other = 1 - self;
  wants[self].store(1);
  turn.store(other);
  while (wants[other].load() != 0 && turn.load() == other) {
  }
  be_inside();
  wants[self].store(0);
}

void peterson_that_turns_first(int self) {
  const int other = 1 - self;
  turn.store(other);
  wants[self].store(1);
  while (wants[other].load() != 0 && turn.load() == other) {
  }
  be_inside();
  wants[self].store(0);
}

void dekker(int self) {
  const int other = 1 - self;
  wants[self].store(1);
  while (wants[other].load() != 0) {
    if (turn.load() == self) continue;
    wants[self].store(0);
    while (turn.load() != self) {
    }
    wants[self].store(1);
  }
  be_inside();
  turn.store(other);
  wants[self].store(0);
}

// Nobody says whose turn it is.
void dekker_without_turns(int self) {
  const int other = 1 - self;
  wants[self].store(1);
  while (wants[other].load() != 0) {
    wants[self].store(0);
    wants[self].store(1);
  }
  be_inside();
  wants[self].store(0);
}

// Taubenfeld's black-white bakery: the numbers of Lamport's would grow for ever.
void bakery(int self, int threads, bool announces) {
  if (announces) wants[self].store(1);
  const int own_colour = turn.load();
  colours[self].store(own_colour);
  int highest = 0;
  for (int i = 0; i < threads; ++i) {
    if (colours[i].load() == own_colour) highest = std::max(highest, numbers[i].load());
  }
  const int own = highest + 1;
  numbers[self].store(own);
  if (announces) wants[self].store(0);
  for (int i = 0; i < threads; ++i) {
    if (i == self) continue;
    while (announces && wants[i].load() != 0) {
    }
    const auto is_before = [&](int number) { return number < own || (number == own && i < self); };
    for (;;) {
      const int number = numbers[i].load();
      if (number == 0) break;
      const bool is_same = colours[i].load() == own_colour;
      if (is_same ? !is_before(number) : turn.load() != own_colour) break;
    }
  }
  be_inside();
  turn.store(1 - own_colour);
  numbers[self].store(0);
}

void filter(int self, int threads, int first_level) {
  for (int level = first_level; level < threads; ++level) {
    levels[self].store(level);
    last_at[level].store(self);
    for (int i = 0; i < threads; ++i) {
      if (i == self) continue;
      while (levels[i].load() >= level && last_at[level].load() == self) {
      }
    }
  }
  be_inside();
  levels[self].store(0);
}

void exchange_lock(int) {
  while (turn.exchange(1) != 0) {
  }
  be_inside();
  turn.store(0);
}

void run(int threads, const std::function<void(int)>& enter) {
  std::vector<std::thread> all;
  for (int i = 0; i < threads; ++i) {
    all.emplace_back([&enter, i] {
      for (;;) enter(i);
    });
  }
  for (std::thread& thread : all) thread.join();
}

const std::map<std::string, std::function<void()>> locks = {
    {"peterson", [] { run(2, peterson); }},
    {"peterson that turns first", [] { run(2, peterson_that_turns_first); }},
    {"dekker", [] { run(2, dekker); }},
    {"dekker without turns", [] { run(2, dekker_without_turns); }},
    {"bakery", [] { run(2, [](int self) { bakery(self, 2, true); }); }},
    {"bakery of three", [] { run(3, [](int self) { bakery(self, 3, true); }); }},
    {"bakery without announcing", [] { run(3, [](int self) { bakery(self, 3, false); }); }},
    {"filter of two", [] { run(2, [](int self) { filter(self, 2, 1); }); }},
    {"filter of three", [] { run(3, [](int self) { filter(self, 3, 1); }); }},
    {"filter without a level", [] { run(3, [](int self) { filter(self, 3, 2); }); }},
    {"exchange", [] { run(2, exchange_lock); }},
};

}  // namespace

int main(int count, char** words) {
  const auto lock = count == 2 ? locks.find(words[1]) : locks.end();
  if (lock == locks.end()) return 2;
  lock->second();
}
