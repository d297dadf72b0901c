// SPDX-License-Identifier: MIT
// rand, random, drand48 and related functions. The C library has one state for all threads, so the
// order of calls would decide which thread gets which number, and no operation shows that order.
// Here each thread has a state of its own: main has that of a fresh process, the seed of the others
// follows from their path of creation.
#include <stdlib.h>

#include <cstdint>

#include "engine/runtime/perform.hpp"

namespace mcheck {
namespace {

struct Generators {
  Generators* self = nullptr;  // the address at which the states below were initialised
  bool random_started = false;
  bool rand48_started = false;
  random_data random{};
  char random_state[128] = {};
  drand48_data rand48{};
};
thread_local Generators own;

unsigned first_seed() {
  return on_model_thread() ? static_cast<unsigned>(path_key(current_thread())) + 1 : 1;
}

void seed_random(unsigned seed) {
  own.self = &own;
  own.random = {};
  own.random_started = true;
  initstate_r(seed, own.random_state, sizeof own.random_state, &own.random);
}

// Main's thread-locals started as a copy of those of static initialisation, and the C library's
// record points into itself.
void move_here() {
  const auto moved = [](std::int32_t* pointer) {
    const auto offset = reinterpret_cast<char*>(pointer) - reinterpret_cast<char*>(own.self);
    return reinterpret_cast<std::int32_t*>(reinterpret_cast<char*>(&own) + offset);
  };
  own.random.fptr = moved(own.random.fptr);
  own.random.rptr = moved(own.random.rptr);
  own.random.state = moved(own.random.state);
  own.random.end_ptr = moved(own.random.end_ptr);
  own.self = &own;
}

int draw() {
  if (!own.random_started) seed_random(first_seed());
  if (own.self != &own) move_here();
  int number = 0;
  random_r(&own.random, &number);
  return number;
}

// A fresh process has drawn no number and is not seeded.
drand48_data* rand48() {
  if (!own.rand48_started) {
    own.rand48_started = true;
    if (first_seed() != 1) srand48_r(first_seed(), &own.rand48);
  }
  return &own.rand48;
}

}  // namespace
}  // namespace mcheck

// NOLINTBEGIN
extern "C" {

int rand() noexcept { return mcheck::draw(); }
long random() noexcept { return mcheck::draw(); }
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
