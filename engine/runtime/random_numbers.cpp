// SPDX-License-Identifier: MIT
// rand, random and their seeds. The C library keeps their state where it is not put back between
// executions, so it is kept here, as a part of the world: every execution draws the same numbers,
// and the same that a fresh process draws. Unmodified programs bring others.
#include <cstdlib>

#include "engine/base/host_state.hpp"

namespace mcheck {
namespace {

struct Generator {
  bool ready = false;
  random_data data{};
  char state[128] = {};
};
MCHECK_WORLD_STATE Generator generator;

Generator& started() {
  if (!generator.ready) {
    generator.ready = true;
    initstate_r(1, generator.state, sizeof generator.state, &generator.data);
  }
  return generator;
}

int draw() {
  int number = 0;
  random_r(&started().data, &number);
  return number;
}

}  // namespace
}  // namespace mcheck

// NOLINTBEGIN
extern "C" {

[[gnu::weak]] int rand() noexcept { return mcheck::draw(); }
[[gnu::weak]] long random() noexcept { return mcheck::draw(); }
[[gnu::weak]] void srand(unsigned seed) noexcept { srandom_r(seed, &mcheck::started().data); }
[[gnu::weak]] void srandom(unsigned seed) noexcept { srandom_r(seed, &mcheck::started().data); }
}
// NOLINTEND
