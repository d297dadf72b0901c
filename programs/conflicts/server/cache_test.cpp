// SPDX-License-Identifier: MIT
#include "cache.hpp"

#include "testing.hpp"

using namespace server;

SERVER_TEST(cache_keeps_the_newest) {
  Cache cache(2);
  cache.put("a", "1");
  cache.put("b", "2");
  expect(cache.get("a") == "1", "it is there");
  cache.put("c", "3");
  expect(!cache.get("b"), "the oldest has gone");
  expect(cache.evictions() == 1, "one has gone");
  cache.put("a", "4");
  expect(cache.get("a") == "4" && cache.size() == 2, "a value is replaced");
  expect(cache.forget("a") && !cache.forget("a"), "forgotten once");
  cache.clear();
  expect(cache.size() == 0, "nothing is left");
}

SERVER_TEST(cache_is_filled_by_several) {
  Cache cache(3);
  together({[&] {
              cache.put("a", "1");
              cache.put("b", "2");
            },
            [&] {
              cache.put("c", "3");
              cache.put("d", "4");
            },
            [&] { (void)cache.forget("a"); }});
  expect(cache.size() <= 3, "no more than there is room for");
}

SERVER_TEST(cache_makes_a_value_once) {
  Cache cache(3);
  int made = 0;
  const auto make = [&] {
    ++made;  // under the cache's lock
    return std::string("made");
  };
  together(
      {[&] { (void)cache.get_or_make("x", make); }, [&] { (void)cache.get_or_make("x", make); }});
  expect(made == 1, "once");
}

SERVER_TEST(cache_tells_its_hits) {
  Cache cache(3);
  cache.put("a", "1");
  std::size_t seen = 0;
  together({[&] { (void)cache.get("a"); }, [&] { seen = cache.hits(); }});
  expect(seen <= 1 && cache.hit_rate() == 1, "one at most");
}
