// SPDX-License-Identifier: MIT
// Maps and lists that several threads read and write.
#include <array>
#include <atomic>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <thread>
#include <vector>

#include "tests/schedules/orders/forms.hpp"

namespace {

// Readers do not exclude each other.
class ReadWriteMap {
 public:
  std::optional<int> get(int key) const {
    const std::shared_lock lock(mutex_);
    const auto found = values_.find(key);
    if (found == values_.end()) return std::nullopt;
    return found->second;
  }
  void put(int key, int value) {
    const std::unique_lock lock(mutex_);
    values_[key] = value;
    added_.notify_all();
  }
  bool put_if_absent(int key, int value) {
    const std::unique_lock lock(mutex_);
    return values_.emplace(key, value).second;
  }
  int compute_if_absent(int key, const std::function<int()>& compute) {
    const std::unique_lock lock(mutex_);
    const auto found = values_.find(key);
    if (found != values_.end()) return found->second;
    return values_[key] = compute();
  }
  void for_each(const std::function<void(int, int)>& visit) const {
    const std::shared_lock lock(mutex_);
    for (const auto& [key, value] : values_) visit(key, value);
  }
  int wait_for(int key) {
    std::shared_lock lock(mutex_);
    added_.wait(lock, [&] { return values_.count(key) > 0; });
    return values_.at(key);
  }

 private:
  mutable std::shared_mutex mutex_;
  std::condition_variable_any added_;
  std::map<int, int> values_;
};

// If put() comes first, there is a value; if it comes last, there is none.
ORDER_TEST(map_get_before_and_after_put) {
  ORDERS("got -> putting, put -> getting_again");
  ReadWriteMap map;
  std::thread writer([&] {
    EVENT("putting", 1);
    map.put(1, 10);
    EVENT("put", 1);
  });
  assert(!map.get(1));
  EVENT("got", 0);
  EVENT("getting_again", 2);
  assert(map.get(1) == 10);
  writer.join();
}

// If main is first, its value is kept.
ORDER_TEST(map_put_if_absent_keeps_the_first) {
  ORDERS("put -> putting_too");
  ReadWriteMap map;
  std::thread other([&] {
    assert(map.put_if_absent(1, 10));
    EVENT("put", 0);
  });
  EVENT("putting_too", 1);
  assert(!map.put_if_absent(1, 20));
  other.join();
  assert(map.get(1) == 10);
}

// If main is first, it computes 20.
ORDER_TEST(map_computes_once) {
  ORDERS("computing -> computing_too, [computing_too] -> computed");
  ReadWriteMap map;
  std::thread other([&] {
    map.compute_if_absent(1, [] {
      EVENT("computing", 0);
      EVENT("computed", 2);
      return 10;
    });
  });
  EVENT("computing_too", 1);
  assert(map.compute_if_absent(1, [] { return 20; }) == 10);
  other.join();
}

// A wrong use: both look, both find nothing, and both put. If one puts before the other looks, all
// is well.
ORDER_TEST(map_check_then_put_is_not_atomic) {
  ORDERS("looked#2 -> putting");
  ReadWriteMap map;
  std::atomic<int> put{0};
  const auto put_own = [&](int value) {
    const bool absent = !map.get(1);
    EVENT("looked", 0);
    EVENT("putting", 1);
    if (!absent) return;
    map.put(1, value);
    ++put;
  };
  std::thread first(put_own, 10);
  std::thread second(put_own, 20);
  first.join();
  second.join();
  assert(put == 2);
}

// Both are in the map at the same time. If one has left before, the other is alone.
ORDER_TEST(map_readers_iterate_together) {
  ORDERS("visiting@T1 & visiting@T2 & visiting#2 -> visited");
  ReadWriteMap map;
  map.put(1, 10);
  std::atomic<int> visitors{0};
  const auto visit = [&](int, int) {
    ++visitors;
    EVENT("visiting", 0);
    EVENT("visited", 1);
    assert(visitors == 2);
  };
  std::thread first([&] { map.for_each(visit); });
  std::thread second([&] { map.for_each(visit); });
  first.join();
  second.join();
}

// If put() comes first, two values are visited.
ORDER_TEST(map_put_waits_for_iteration) {
  ORDERS("visiting -> putting, [putting] -> visited");
  ReadWriteMap map;
  map.put(1, 10);
  std::thread reader([&] {
    int sum = 0;
    map.for_each([&](int, int value) {
      EVENT("visiting", 0);
      EVENT("visited", 2);
      sum += value;
    });
    assert(sum == 10);
  });
  EVENT("putting", 1);
  map.put(2, 20);
  reader.join();
  assert(map.get(2) == 20);
}

// If put() comes first, there is a value before the thread waits.
ORDER_TEST(map_waits_for_a_key) {
  ORDERS("[waiting] -> putting_other, put_other -> putting");
  ReadWriteMap map;
  std::thread reader([&] {
    EVENT("waiting", 0);
    assert(!map.get(2));
    assert(map.wait_for(1) == 10);
  });
  EVENT("putting_other", 1);
  map.put(2, 20);
  EVENT("put_other", 1);
  EVENT("putting", 2);
  map.put(1, 10);
  reader.join();
}

// Writers copy the list; readers keep the one that they have.
class CopyOnWriteList {
 public:
  using Snapshot = std::shared_ptr<const std::vector<int>>;

  Snapshot snapshot() const {
    const std::lock_guard lock(mutex_);
    return items_;
  }
  void add(int item) {
    const std::lock_guard lock(mutex_);
    auto copy = std::make_shared<std::vector<int>>(*items_);
    copy->push_back(item);
    items_ = std::move(copy);
  }

 private:
  mutable std::mutex mutex_;
  Snapshot items_ = std::make_shared<std::vector<int>>();
};

// If add() comes first, the snapshot has two items; if it comes last, there is one at the end.
ORDER_TEST(list_iteration_keeps_its_snapshot) {
  ORDERS("iterating -> adding, added -> iterated");
  CopyOnWriteList list;
  list.add(1);
  std::thread writer([&] {
    EVENT("adding", 1);
    list.add(2);
    EVENT("added", 1);
  });
  int sum = 0;
  for (const CopyOnWriteList::Snapshot items = list.snapshot(); const int item : *items) {
    EVENT("iterating", 0);
    EVENT("iterated", 2);
    sum += item;
  }
  assert(sum == 1);
  assert(list.snapshot()->size() == 2);
  writer.join();
}

// Each half of the keys has its own lock.
class StripedCounters {
 public:
  void change(std::size_t key, const std::function<void(int&)>& change) {
    Stripe& stripe = stripes_[key % 2];
    const std::lock_guard lock(stripe.mutex);
    change(stripe.counts[key]);
  }

 private:
  struct Stripe {
    std::mutex mutex;
    std::map<std::size_t, int> counts;
  };
  std::array<Stripe, 2> stripes_;
};

// Main changes another stripe while T1 is in its own. If T1 has left, or comes later, it is alone.
ORDER_TEST(stripes_do_not_exclude_each_other) {
  ORDERS("inside -> changing, changed -> leaving");
  StripedCounters counters;
  std::atomic<int> inside{0};
  std::thread other([&] {
    counters.change(1, [&](int& count) {
      ++inside;
      EVENT("inside", 0);
      EVENT("leaving", 2);
      ++count;
      --inside;
    });
  });
  EVENT("changing", 1);
  counters.change(2, [&](int& count) {
    ++count;
    assert(inside == 1);
  });
  EVENT("changed", 1);
  other.join();
}

// The same stripe: main waits until T1 has left. If main comes first, the count is 1.
ORDER_TEST(one_stripe_excludes_others) {
  ORDERS("inside -> changing, [changing] -> leaving");
  StripedCounters counters;
  std::thread other([&] {
    counters.change(1, [&](int& count) {
      EVENT("inside", 0);
      EVENT("leaving", 2);
      ++count;
    });
  });
  EVENT("changing", 1);
  counters.change(1, [&](int& count) { assert(++count == 2); });
  other.join();
}

}  // namespace
