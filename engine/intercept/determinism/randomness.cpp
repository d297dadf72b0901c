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
#include "engine/intercept/program/original.hpp"
#include "engine/platform/processor/raw_copy.hpp"
#include "engine/runtime/machine/perform.hpp"

namespace mcheck {
namespace {

struct Stream {
  bool started = false;
  Random random{0};
};

MCHECK_PROGRAM_STATE Stream startup_stream;  // of static initialisers
thread_local Stream thread_stream;

std::uint64_t next_number() {
  if (!on_model_thread()) return startup_stream.random.next();
  if (!thread_stream.started) {
    thread_stream = {.started = true, .random = Random(path_key(current_thread()) + 1)};
  }
  return thread_stream.random.next();
}

void fill(void* at, std::size_t size) {
  auto* to = static_cast<std::byte*>(at);
  while (size > 0) {
    const std::uint64_t number = next_number();
    const std::size_t part_size = std::min(size, sizeof number);
    raw_copy(to, &number, part_size);
    to += part_size;
    size -= part_size;
  }
}

bool randomness_is_modelled() { return in_program_code() && !passes_through(); }

// Sixteen bytes that the system gives each process; some hash tables use them as a seed.
[[gnu::constructor(103)]] void fix_auxiliary_random() {
  auto* bytes = reinterpret_cast<void*>(getauxval(AT_RANDOM));
  if (bytes != nullptr && !passes_through()) fill(bytes, 16);
}

}  // namespace
}  // namespace mcheck

// NOLINTBEGIN
extern "C" {

ssize_t getrandom(void* buffer, size_t size, unsigned flags) {
  if (!mcheck::randomness_is_modelled()) {
    return mcheck::original<decltype(getrandom)>("getrandom")(buffer, size, flags);
  }
  mcheck::fill(buffer, size);
  return static_cast<ssize_t>(size);
}

int getentropy(void* buffer, size_t size) {
  if (!mcheck::randomness_is_modelled() || size > 256) {
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
