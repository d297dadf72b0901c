// SPDX-License-Identifier: MIT
#include "engine/search/strategy/class_set.hpp"

#include <catch2/catch.hpp>

namespace mcheck::class_set_test {

TEST_CASE("each class counts once, as many as are counted at all") {
  ClassSet set;
  CHECK(set.size() == 0);
  set.insert(0);
  set.insert(0);
  CHECK(set.size() == 1);
  // All of them hash to the same slot.
  for (std::uint64_t number = 1; number < 400; ++number) set.insert(number << 20U);
  for (std::uint64_t number = 1; number < 400; ++number) set.insert(number << 20U);
  CHECK(set.size() == 400);
  for (std::uint64_t number = 1; set.size() < kMaxClasses; ++number) set.insert(number);
  CHECK(set.size() == kMaxClasses);
}

}  // namespace mcheck::class_set_test
