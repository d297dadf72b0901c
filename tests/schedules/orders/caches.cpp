// SPDX-License-Identifier: MIT
// Caches: what is computed once, what is thrown away, and who still uses it.
#include <atomic>
#include <future>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>

#include "tests/schedules/orders/forms.hpp"

namespace {

// Keeps the entries that were used last.
class LruCache {
 public:
  explicit LruCache(std::size_t capacity) : capacity_(capacity) {}

  std::optional<int> get(int key) {
    const std::lock_guard lock(mutex_);
    for (auto entry = entries_.begin(); entry != entries_.end(); ++entry) {
      if (entry->key != key) continue;
      entries_.splice(entries_.begin(), entries_, entry);
      return entry->value;
    }
    return std::nullopt;
  }
  void put(int key, int value) {
    const std::lock_guard lock(mutex_);
    entries_.push_front({key, value});
    if (entries_.size() > capacity_) entries_.pop_back();
  }

 private:
  struct Entry {
    int key;
    int value;
  };
  const std::size_t capacity_;
  std::mutex mutex_;
  std::list<Entry> entries_;
};

// If put() comes before get(), 1 is thrown away.
ORDER_TEST(lru_keeps_what_was_used) {
  ORDERS("used -> putting");
  LruCache cache(2);
  cache.put(1, 10);
  cache.put(2, 20);
  std::thread writer([&] {
    EVENT("putting", 1);
    cache.put(3, 30);
  });
  assert(cache.get(1) == 10);
  EVENT("used", 0);
  writer.join();
  assert(cache.get(1) && !cache.get(2) && cache.get(3));
}

// If get() comes before the second put(), 1 is still there.
ORDER_TEST(lru_throws_the_oldest_away) {
  ORDERS("put#2 -> getting");
  LruCache cache(2);
  cache.put(1, 10);
  std::thread writer([&] {
    for (const int key : {2, 3}) {
      cache.put(key, 10 * key);
      EVENT("put", 0);
    }
  });
  EVENT("getting", 1);
  assert(!cache.get(1));
  assert(cache.get(2) == 20);
  writer.join();
}

// The first that asks for a value computes it; others wait for it.
class Memoizer {
 public:
  template <class Compute>
  int get(int key, Compute compute) {
    std::promise<int> promise;
    std::shared_future<int> result;
    bool is_first = false;
    {
      const std::lock_guard lock(mutex_);
      std::shared_future<int>& known = results_[key];
      is_first = !known.valid();
      if (is_first) known = promise.get_future().share();
      result = known;
    }
    if (is_first) promise.set_value(compute());
    return result.get();
  }

 private:
  std::mutex mutex_;
  std::map<int, std::shared_future<int>> results_;
};

// If main asks first, the value is 20.
ORDER_TEST(memoizer_computes_once) {
  ORDERS("computing -> asking, [asking] -> computed");
  Memoizer memoizer;
  std::thread first([&] {
    memoizer.get(1, [] {
      EVENT("computing", 0);
      EVENT("computed", 2);
      return 10;
    });
  });
  EVENT("asking", 1);
  assert(memoizer.get(1, [] { return 20; }) == 10);
  first.join();
}

// Another key does not wait. If T1 has computed its value already, main is not in between.
ORDER_TEST(memoizer_computes_other_keys_meanwhile) {
  ORDERS("computing -> asking, asked -> computed");
  Memoizer memoizer;
  std::atomic<bool> computing{false};
  std::thread first([&] {
    memoizer.get(1, [&] {
      computing = true;
      EVENT("computing", 0);
      EVENT("computed", 2);
      computing = false;
      return 10;
    });
  });
  EVENT("asking", 1);
  assert(memoizer.get(2, [] { return 20; }) == 20);
  assert(computing);
  EVENT("asked", 1);
  first.join();
}

// Knows objects as long as somebody uses them.
class WeakCache {
 public:
  std::shared_ptr<const int> get(int value) {
    const std::lock_guard lock(mutex_);
    std::weak_ptr<const int>& known = objects_[value];
    std::shared_ptr<const int> object = known.lock();
    if (object) return object;
    ++made_;
    object = std::make_shared<const int>(value);
    known = object;
    return object;
  }
  int made() {
    const std::lock_guard lock(mutex_);
    return made_;
  }

 private:
  std::mutex mutex_;
  std::map<int, std::weak_ptr<const int>> objects_;
  int made_ = 0;
};

// If T1 releases the object before, another one is made.
ORDER_TEST(weak_cache_shares_what_is_used) {
  ORDERS("got -> getting, got_too -> releasing");
  WeakCache cache;
  std::thread user([&] {
    std::shared_ptr<const int> object = cache.get(7);
    EVENT("got", 0);
    EVENT("releasing", 2);
    object.reset();
  });
  EVENT("getting", 1);
  const std::shared_ptr<const int> object = cache.get(7);
  EVENT("got_too", 1);
  user.join();
  assert(*object == 7);
  assert(cache.made() == 1);
}

// If main gets it while T1 uses it, only one is made.
ORDER_TEST(weak_cache_forgets_what_is_not_used) {
  ORDERS("released -> getting");
  WeakCache cache;
  std::thread user([&] {
    assert(*cache.get(7) == 7);
    EVENT("released", 0);
  });
  EVENT("getting", 1);
  assert(*cache.get(7) == 7);
  user.join();
  assert(cache.made() == 2);
}

// A value that was loaded before clear() must not be stored after it.
class LoadingCache {
 public:
  template <class Load>
  void refresh(Load load) {
    int version = 0;
    {
      const std::lock_guard lock(mutex_);
      version = version_;
    }
    const int value = load();
    const std::lock_guard lock(mutex_);
    if (version == version_) value_ = value;
  }
  void clear() {
    const std::lock_guard lock(mutex_);
    ++version_;
    value_.reset();
  }
  std::optional<int> value() {
    const std::lock_guard lock(mutex_);
    return value_;
  }

 private:
  std::mutex mutex_;
  int version_ = 0;
  std::optional<int> value_;
};

// If clear() comes before refresh(), the value is stored.
ORDER_TEST(loading_cache_drops_outdated_values) {
  ORDERS("loading -> clearing, cleared -> loaded");
  LoadingCache cache;
  std::thread loader([&] {
    cache.refresh([] {
      EVENT("loading", 0);
      EVENT("loaded", 2);
      return 1;
    });
  });
  EVENT("clearing", 1);
  cache.clear();
  EVENT("cleared", 1);
  loader.join();
  assert(!cache.value());
}

// If main is first, the value is 20.
ORDER_TEST(call_once_others_wait) {
  ORDERS("initialising -> calling, [calling] -> initialised");
  std::once_flag once;
  int value = 0;
  std::thread first([&] {
    std::call_once(once, [&] {
      EVENT("initialising", 0);
      EVENT("initialised", 2);
      value = 10;
    });
  });
  EVENT("calling", 1);
  std::call_once(once, [&] { value = 20; });
  assert(value == 10);
  first.join();
}

// If main is first, it initialises, and T1 throws nothing.
ORDER_TEST(call_once_again_after_an_exception) {
  ORDERS("thrown -> calling");
  std::once_flag once;
  int value = 0;
  bool thrown = false;
  std::thread first([&] {
    try {
      std::call_once(once, [] { throw std::runtime_error("not yet"); });
    } catch (const std::runtime_error&) {
      thrown = true;
    }
    EVENT("thrown", 0);
  });
  EVENT("calling", 1);
  std::call_once(once, [&] { value = 20; });
  first.join();
  assert(thrown && value == 20);
}

struct Settings {
  explicit Settings(int new_value) : value(new_value) {
    EVENT("constructing", 0);
    EVENT("constructed", 2);
  }
  int value;
};

int setting(int value) {
  static const Settings settings(value);
  return settings.value;
}

// A static variable in a function is constructed once. If main comes first, the value is 20.
ORDER_TEST(static_variable_is_constructed_once) {
  ORDERS("constructing -> asking, [asking] -> constructed");
  std::thread first([] { assert(setting(10) == 10); });
  EVENT("asking", 1);
  assert(setting(20) == 10);
  first.join();
}

}  // namespace
