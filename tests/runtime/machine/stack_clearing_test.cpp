// SPDX-License-Identifier: MIT
// Dead stack data: that it is found, and that it is cleared; with wide registers and without.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cstring>

#include <mcheck/detail/object.hpp>

#include "engine/platform/hooks/stack_clearing_hook.hpp"
#include "engine/platform/processor/avx2.hpp"

extern "C" {
extern unsigned char mcheck_uses_avx2;

// NOLINTBEGIN
unsigned long hook_of_test(unsigned long, unsigned long, unsigned long, unsigned long,
                           unsigned long, unsigned long);
unsigned long body_hook_of_test(unsigned long a, unsigned long b, unsigned long c, unsigned long d,
                                unsigned long e, unsigned long f) {
  return a + 10 * b + 100 * c + 1000 * d + 10000 * e + 100000 * f;
}
MCHECK_STACK_CLEARING_HOOK(hook_of_test)
// NOLINTEND
}

namespace mcheck::stack_clearing_test {
namespace {

constexpr std::size_t kLooked = 1536;
constexpr std::size_t kSwept = 1024;

[[gnu::noinline]] void fill_dead_stack() {
  std::array<volatile unsigned char, 4096> filled;
  for (volatile unsigned char& each : filled) each = 0x5a;
}

// How many bytes are zero from a little below its frame downwards: where the clearing begins.
[[gnu::noinline]] std::size_t zeros_below(bool sweeps) {
  static std::array<unsigned char, kLooked> seen;
  fill_dead_stack();
  if (sweeps) detail::clear_stack();
  const unsigned char* from = nullptr;
  asm volatile("mov %%rsp, %0" : "=r"(from));
  from -= sizeof(void*) + kLooked;  // the return address was there
  void* to = seen.data();
  std::size_t count = kLooked;
  asm volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(count) : : "memory");
  std::size_t zeros = 0;
  while (zeros < kLooked && seen[kLooked - 1 - zeros] == 0) ++zeros;
  return zeros;
}

// For both implementations, if there are two.
template <class Check>
void with_and_without(const Check& check) {
  use_avx2();
  const unsigned char wide = mcheck_uses_avx2;
  check();
  mcheck_uses_avx2 = 0;
  check();
  mcheck_uses_avx2 = wide;
}

}  // namespace

TEST_CASE("zeros are seen as far as the first step with another byte") {
  use_avx2();
  alignas(kAvx2Bytes) std::array<std::byte, 3072 + 32> bytes{};
  const bool sees = zero_prefix_bytes(bytes.data(), 256) == 256;
  bool right = true;
  for (const std::size_t more : {0u, 1u, 8u, 31u}) {
    const std::size_t size = 3072 + more;
    bytes[size] = std::byte{1};
    right = right && zero_prefix_bytes(bytes.data(), size) == (sees ? size : 0);
    for (std::size_t at = 0; at < size; ++at) {
      bytes[at] = std::byte{1};
      const std::size_t before =
          std::min<std::size_t>(at / 256 * 256, 3072 - (more == 0 ? 0 : 256));
      right = right && zero_prefix_bytes(bytes.data(), size) == (sees ? before : 0);
      bytes[at] = std::byte{};
    }
    bytes[size] = std::byte{};
  }
  CHECK(right);
}

TEST_CASE("stack clearing clears a KiB, and hardly more") {
  with_and_without([] {
    CHECK(zeros_below(false) < 8);
    const std::size_t swept = zeros_below(true);
    CHECK(swept >= kSwept);
    CHECK(swept < kSwept + 64);
  });
}

TEST_CASE("a hook that clears the stack gets all six words") {
  with_and_without([] { CHECK(hook_of_test(1, 2, 3, 4, 5, 6) == 654321); });
}

}  // namespace mcheck::stack_clearing_test
