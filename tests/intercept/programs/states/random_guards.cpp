// SPDX-License-Identifier: MIT
// A random program, given by its seed, whose data is guarded, or nearly so: by one of several
// locks, by being one thread's own, by never being written, or by being written before a thread
// starts.
#include <array>
#include <atomic>
#include <cstdlib>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <vector>

#include "tests/support/generators/draw.hpp"

namespace {

enum class Guard : std::uint8_t { kNone, kFirst, kSecond, kShared, kExclusive, kBoth };
constexpr int kGuards = 6;
constexpr int kData = 5;

struct Access {
  int data = 0;
  Guard guard{};
  bool writes = false;
  int value = 0;
};
enum class Order : std::uint8_t { kRelaxed, kAcquire, kRelease };
struct Step {
  Access access;
  bool is_atomic = false;
  Order order{};
};

std::mutex first, second;
std::shared_mutex readers;
std::atomic<int> flag{0};
std::array<int, kData> data{};

// 0: by the first mutex; 1: by the shared one; 2 and 4: the first thread and the second have their
// own; 3: main writes it before it starts the last thread. Now and then it is otherwise.
Access draw_access(table::Draw& draw, int thread) {
  Access access{.data = draw.below(4), .writes = draw.one_in(2), .value = 1 + draw.below(3)};
  switch (access.data) {
    case 0: access.guard = draw.one_in(4) ? Guard::kBoth : Guard::kFirst; break;
    case 1: access.guard = access.writes ? Guard::kExclusive : Guard::kShared; break;
    case 2: access.data = thread == 0 ? 2 : 4; break;
    default: access.writes = false; break;
  }
  if (draw.one_in(6)) access.guard = static_cast<Guard>(draw.below(kGuards));
  if (draw.one_in(12)) access.writes = !access.writes;
  return access;
}

int touch(const Access& access, int kept) {
  int& place = data.at(static_cast<std::size_t>(access.data));
  if (!access.writes) return place;
  place = access.value + kept % 2;
  return kept;
}

int perform(const Access& access, int kept) {
  switch (access.guard) {
    case Guard::kNone: return touch(access, kept);
    case Guard::kFirst: return std::lock_guard(first), touch(access, kept);
    case Guard::kSecond: return std::lock_guard(second), touch(access, kept);
    case Guard::kShared: return std::shared_lock(readers), touch(access, kept);
    case Guard::kExclusive: return std::unique_lock(readers), touch(access, kept);
    case Guard::kBoth: return std::scoped_lock(first, second), touch(access, kept);
  }
  return kept;
}

void run(const std::vector<Step>& steps) {
  int kept = 0;
  for (const Step& step : steps) {
    if (!step.is_atomic) {
      kept = perform(step.access, kept);
    } else if (step.order == Order::kRelease || step.access.writes) {
      flag.store(step.access.value, step.order == Order::kRelease ? std::memory_order_release
                                                                  : std::memory_order_relaxed);
    } else {
      const auto order =
          step.order == Order::kAcquire ? std::memory_order_acquire : std::memory_order_relaxed;
      if (flag.load(order) != step.access.value) return;
    }
  }
}

}  // namespace

int main(int count, char** words) {
  if (count != 2) return 2;
  table::Draw draw(std::strtoull(words[1], nullptr, 10));
  std::vector<std::vector<Step>> programs(static_cast<std::size_t>(2 + draw.below(4) / 3));
  for (std::size_t thread = 0; thread < programs.size(); ++thread) {
    const int length = programs.size() == 2 ? 2 + draw.below(3) : 1 + draw.below(2);
    for (int i = 0; i < length; ++i) {
      programs[thread].push_back({.access = draw_access(draw, static_cast<int>(thread)),
                                  .is_atomic = draw.one_in(4),
                                  .order = static_cast<Order>(draw.below(3))});
    }
  }
  const int forbidden = draw.below(4);
  const bool meddles = draw.one_in(8);  // main, when it should no longer
  std::vector<std::thread> threads;
  threads.reserve(programs.size());
  for (std::size_t i = 0; i < programs.size(); ++i) {
    if (i + 1 == programs.size()) data[3] = 1;
    threads.emplace_back([&programs, i] { run(programs[i]); });
  }
  if (meddles) data[4] = 2;
  for (std::thread& thread : threads) thread.join();
  const int sum = data[0] + 2 * data[1] + data[2] + data[3] + data[4] + flag;
  if (sum % 9 == forbidden + 4) std::abort();
}
