// SPDX-License-Identifier: MIT
// Random programs that keep values on stacks, in the heap, in containers, thread-locals, errno and
// exceptions, and share them by locks, conditions and atomics of every order.
#include <optional>

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

// The number of classes, if the search ends.
std::optional<std::uint64_t> classes_of(const std::string& words, const std::string& memory) {
  const compared_states::Searched found = compared_states::search(
      unmodified_programs::program("random_states"), "--memory " + memory + words, "optimal", 3000);
  if (!found.is_complete()) return std::nullopt;
  return found.executions;
}

struct Robustness {
  int robust = 0;
  int not_robust = 0;
};

void compare_robustness(int seed, Robustness& counts) {
  const std::string words = " -- " + std::to_string(seed);
  const compared_states::Searched found = compared_states::search(
      unmodified_programs::program("random_states"), "--memory auto" + words, "states", 6000);
  if (found.verdict != "verified") return;
  counts.not_robust += found.is_not_robust ? 1 : 0;
  if (!found.is_robust) return;
  INFO("seed " << seed);
  const std::optional<std::uint64_t> weak = classes_of(words, "rc11");
  if (!weak) return;
  CHECK(*weak == classes_of(words, "sc"));
  ++counts.robust;
}

}  // namespace

TEST_CASE("a random program is called robust only if RC11 gives it no other class") {
  Robustness counts;
  for (int seed = 0; counts.robust < (is_deep() ? 500 : 25); ++seed)
    compare_robustness(seed, counts);
  CHECK(counts.not_robust > 0);
}

TEST_CASE("as many schedules lead through the states of random programs as depth-first runs") {
  compare("random_states", 80);
}

TEST_CASE("a race is found where the same data is guarded in other executions") {
  compare("random_guards", 60);
}

}  // namespace mcheck::random_states_test
