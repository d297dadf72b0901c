// SPDX-License-Identifier: MIT
// The functions that change the links of lists and trees are in the C++ library, without hooks;
// mcheck has its own (engine/intercept/libstdcxx/container_links.hpp).
#include "tests/intercept/unmodified.hpp"

namespace mcheck::unmodified_programs::library_containers_test {

TEST_CASE("lists and trees are what they were, after thousands of random operations") {
  CHECK(outcome_of("library_containers", "--time 60s --patience 60s") == "verified");
}

TEST_CASE("what a list or a map does to its links is seen") {
  for (const char* word : {"list-add", "list-take", "map-add", "map-take"}) {
    INFO(word);
    CHECK(outcome_of("library_containers", "--time 60s", word) == "race");
  }
  CHECK(outcome_of("library_containers", "--time 60s", "look") == "verified");
}

}  // namespace mcheck::unmodified_programs::library_containers_test
