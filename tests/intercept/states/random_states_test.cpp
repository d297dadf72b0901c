// SPDX-License-Identifier: MIT
// Random programs that keep values on stacks, in the heap, in containers, thread-locals, errno and
// exceptions, and share them by locks, conditions and atomics of every order.

#include "tests/intercept/states/compared_states.hpp"
#include "tests/intercept/unmodified.hpp"
#include "tests/support/deep.hpp"

namespace mcheck::random_states_test {

TEST_CASE("as many schedules lead through the states of random programs as depth-first runs") {
  const int programs = is_deep() ? 2000 : 80;
  int compared = 0;
  for (int seed = 0; compared < programs; ++seed) {
    const std::string words = "-- " + std::to_string(seed);
    if (compared_states::compare(unmodified_programs::program("random_states"), words, 3000)) {
      ++compared;
    }
  }
}

}  // namespace mcheck::random_states_test
