// SPDX-License-Identifier: MIT
// Repeatable random numbers. The system's random numbers become one stream for each thread, which
// depends only on the thread's path of creation: no thread's numbers depend on another thread, and
// no two threads get the same.
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/random.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <stdexcept>
#include <string>

#include "engine/base/host_state.hpp"
#include "engine/base/random.hpp"
#include "engine/intercept/original.hpp"
#include "engine/platform/raw_copy.hpp"
#include "engine/runtime/perform.hpp"

namespace mcheck {
namespace {

struct Stream {
  bool started = false;
  Random random{0};
};

MCHECK_WORLD_STATE Stream before_main;  // of static initialisers
thread_local Stream own_stream;

std::uint64_t draw() {
  if (!on_model_thread()) return before_main.random.next();
  if (!own_stream.started) {
    own_stream = {.started = true, .random = Random(path_key(current_thread()) + 1)};
  }
  return own_stream.random.next();
}

void fill(void* at, std::size_t size) {
  auto* to = static_cast<std::byte*>(at);
  while (size > 0) {
    const std::uint64_t number = draw();
    const std::size_t some = std::min(size, sizeof number);
    raw_copy(to, &number, some);
    to += some;
    size -= some;
  }
}

bool draws_here() { return in_program() && !passes_through(); }

// Sixteen bytes that the system gives each process; some hash tables use them as a seed.
[[gnu::constructor(103)]] void fix_auxiliary_bytes() {
  auto* bytes = reinterpret_cast<void*>(getauxval(AT_RANDOM));
  if (bytes != nullptr && !passes_through()) fill(bytes, 16);
}

}  // namespace
}  // namespace mcheck

// NOLINTBEGIN
extern "C" {

ssize_t getrandom(void* buffer, size_t size, unsigned flags) noexcept {
  if (!mcheck::draws_here()) {
    return mcheck::original<decltype(getrandom)>("getrandom")(buffer, size, flags);
  }
  mcheck::fill(buffer, size);
  return static_cast<ssize_t>(size);
}

int getentropy(void* buffer, size_t size) noexcept {
  if (!mcheck::draws_here() || size > 256) {
    return mcheck::original<decltype(getentropy)>("getentropy")(buffer, size);
  }
  mcheck::fill(buffer, size);
  return 0;
}

void arc4random_buf(void* buffer, size_t size) noexcept {
  if (getrandom(buffer, size, 0) < 0) abort();
}

std::uint32_t arc4random() noexcept {
  std::uint32_t number = 0;
  arc4random_buf(&number, sizeof number);
  return number;
}

std::uint32_t arc4random_uniform(std::uint32_t limit) noexcept {
  return static_cast<std::uint32_t>((std::uint64_t{arc4random()} * limit) >> 32);
}

// std::random_device of programs that were compiled with the older std::string. Weak, because the
// static library defines them in an object with other things that are linked from it: they call
// _M_init() below.
[[gnu::weak]] void _ZNSt13random_device7_M_initERKSs(void*, const void*) {}
[[gnu::weak]] void _ZNSt13random_device14_M_init_pretr1ERKSs(void*, const void*) {}
}

// The C++ library would ask the processor.
namespace std {

void random_device::_M_init(const std::string&) {}
void random_device::_M_init(const char*, std::size_t) {}  // of the static library only
void random_device::_M_init_pretr1(const std::string&) {}
void random_device::_M_fini() {}
double random_device::_M_getentropy() const noexcept { return 32; }
random_device::result_type random_device::_M_getval() { return arc4random(); }
random_device::result_type random_device::_M_getval_pretr1() { return arc4random(); }

}  // namespace std
// NOLINTEND
