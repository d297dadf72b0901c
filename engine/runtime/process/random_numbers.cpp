// SPDX-License-Identifier: MIT
// rand, random and their seeds. The C library's state is not restored between executions, so it is
// kept here, in program memory: every execution draws the same numbers as a fresh process.
// engine/intercept defines others for unmodified programs.
#include <cstdlib>

#include "engine/base/host_state.hpp"

namespace mcheck {
namespace {

struct Generator {
  bool is_seeded = false;
  random_data data{};
  char state[128] = {};
};
MCHECK_PROGRAM_STATE Generator generator;

Generator& seeded_generator() {
  if (!generator.is_seeded) {
    generator.is_seeded = true;
    initstate_r(1, generator.state, sizeof generator.state, &generator.data);
  }
  return generator;
}

int draw() {
  int number = 0;
  random_r(&seeded_generator().data, &number);
  return number;
}

}  // namespace
}  // namespace mcheck

// NOLINTBEGIN
extern "C" {

[[gnu::weak]] int rand() noexcept { return mcheck::draw(); }
[[gnu::weak]] long random() noexcept { return mcheck::draw(); }
[[gnu::weak]] void srand(unsigned seed) noexcept {
  srandom_r(seed, &mcheck::seeded_generator().data);
}
[[gnu::weak]] void srandom(unsigned seed) noexcept {
  srandom_r(seed, &mcheck::seeded_generator().data);
}
}
// NOLINTEND
