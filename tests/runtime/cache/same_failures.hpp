// SPDX-License-Identifier: MIT
// Two searches have found the same failures, in the same order.
#pragma once

#include <catch2/catch.hpp>
#include <cstddef>

#include "engine/search/driver/search.hpp"

namespace mcheck {

inline void check_same_failures(const SearchReport& one, const SearchReport& other) {
  CHECK(one.failing == other.failing);
  CHECK(one.stop == other.stop);
  REQUIRE(one.failures.size() == other.failures.size());
  for (std::size_t i = 0; i < one.failures.size(); ++i) {
    CHECK(one.failures[i].failure.kind == other.failures[i].failure.kind);
    CHECK(one.failures[i].failure.message == other.failures[i].failure.message);
    CHECK(one.failures[i].execution == other.failures[i].execution);
    CHECK(one.failures[i].occurrences == other.failures[i].occurrences);
  }
}

}  // namespace mcheck
