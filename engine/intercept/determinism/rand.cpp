// SPDX-License-Identifier: MIT
// rand, random, drand48 and related functions. The C library has one state for all threads, so the
// order of calls would decide which thread gets which number, and no operation shows that order.
// Here each thread has a state of its own: main has that of a fresh process, the seed of the others
// follows from their path of creation.
#include <stdlib.h>

#include <cstdint>

#include "engine/runtime/machine/perform.hpp"

namespace mcheck {
namespace {

struct ThreadGenerators {
  ThreadGenerators* made_at = nullptr;  // the address at which the states below were initialised
  bool random_started = false;
  bool rand48_started = false;
  random_data random{};
  char random_state[128] = {};
  drand48_data rand48{};
};
thread_local ThreadGenerators generators;

unsigned initial_seed() {
  return on_model_thread() ? static_cast<unsigned>(path_key(current_thread())) + 1 : 1;
}

void seed_random(unsigned seed) {
  generators.made_at = &generators;
  generators.random = {};
  generators.random_started = true;
  initstate_r(seed, generators.random_state, sizeof generators.random_state, &generators.random);
}

// Main's thread-locals started as a copy of those of static initialisation, and the C library's
// record points into itself.
void relocate() {
  const auto relocated = [](std::int32_t* pointer) {
    const auto offset =
        reinterpret_cast<char*>(pointer) - reinterpret_cast<char*>(generators.made_at);
    return reinterpret_cast<std::int32_t*>(reinterpret_cast<char*>(&generators) + offset);
  };
  generators.random.fptr = relocated(generators.random.fptr);
  generators.random.rptr = relocated(generators.random.rptr);
  generators.random.state = relocated(generators.random.state);
  generators.random.end_ptr = relocated(generators.random.end_ptr);
  generators.made_at = &generators;
}

int next_rand() {
  if (!generators.random_started) seed_random(initial_seed());
  if (generators.made_at != &generators) relocate();
  int number = 0;
  random_r(&generators.random, &number);
  return number;
}

// A fresh process has drawn no number and is not seeded.
drand48_data* rand48() {
  if (!generators.rand48_started) {
    generators.rand48_started = true;
    if (initial_seed() != 1) srand48_r(initial_seed(), &generators.rand48);
  }
  return &generators.rand48;
}

}  // namespace
}  // namespace mcheck

// NOLINTBEGIN
extern "C" {

int rand() noexcept { return mcheck::next_rand(); }
long random() noexcept { return mcheck::next_rand(); }
void srand(unsigned seed) noexcept { mcheck::seed_random(seed); }
void srandom(unsigned seed) noexcept { mcheck::seed_random(seed); }

double drand48() noexcept {
  double number = 0;
  drand48_r(mcheck::rand48(), &number);
  return number;
}
double erand48(unsigned short state[3]) noexcept {
  double number = 0;
  erand48_r(state, mcheck::rand48(), &number);
  return number;
}
long lrand48() noexcept {
  long number = 0;
  lrand48_r(mcheck::rand48(), &number);
  return number;
}
long nrand48(unsigned short state[3]) noexcept {
  long number = 0;
  nrand48_r(state, mcheck::rand48(), &number);
  return number;
}
long mrand48() noexcept {
  long number = 0;
  mrand48_r(mcheck::rand48(), &number);
  return number;
}
long jrand48(unsigned short state[3]) noexcept {
  long number = 0;
  jrand48_r(state, mcheck::rand48(), &number);
  return number;
}
void srand48(long seed) noexcept { srand48_r(seed, mcheck::rand48()); }
void lcong48(unsigned short numbers[7]) noexcept { lcong48_r(numbers, mcheck::rand48()); }
}
// NOLINTEND
