// SPDX-License-Identifier: MIT
// Random programs that keep values on stacks, in the heap, in containers, thread-locals, errno and
// exceptions, and share them by locks, conditions and atomics of every order.

#include "tests/intercept/states/compared_states.hpp"
#include "tests/intercept/unmodified.hpp"
#include "tests/support/deep.hpp"

namespace mcheck::random_states_test {
namespace {

void compare(const char* program, int programs) {
  if (is_deep()) programs = 2000;
  for (int seed = 0, compared = 0; compared < programs; ++seed) {
    const std::string words = "-- " + std::to_string(seed);
    if (compared_states::compare(unmodified_programs::program(program), words, 3000)) ++compared;
  }
}

}  // namespace

TEST_CASE("as many schedules lead through the states of random programs as depth-first runs") {
  compare("random_states", 80);
}

TEST_CASE("a race is found where the same data is guarded in other executions") {
  compare("random_guards", 60);
}

}  // namespace mcheck::random_states_test
