// SPDX-License-Identifier: MIT
#include "engine/platform/processor/avx2.hpp"

#include <cpuid.h>
#include <immintrin.h>

#include "engine/base/host_state.hpp"
#include "engine/platform/processor/raw_copy.hpp"

// Read by engine/platform/stacks/stack_clearing.cpp.
extern "C" {
MCHECK_HOST_STATE unsigned char mcheck_uses_avx2 = 0;
}

namespace mcheck {
namespace {

constexpr std::size_t kScanBytes = 256;

MCHECK_HOST_STATE int has_avx2 = -1;  // -1 unknown, 0 no, 1 yes

bool detect_avx2() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  constexpr unsigned kSavedBySystem = bit_OSXSAVE | bit_AVX;
  if (__get_cpuid(1, &a, &b, &c, &d) == 0 || (c & kSavedBySystem) != kSavedBySystem) return false;
  unsigned low = 0, high = 0;
  asm("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  constexpr unsigned kHalves = 6;
  if ((low & kHalves) != kHalves) return false;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b & bit_AVX2) != 0;
}

// Whether the next kBlocks times 64 bytes are zero. The empty asm makes each `or` take its operand
// from memory; otherwise the compiler loads a third of it first.
template <std::size_t kBlocks>
[[gnu::target("avx2"), gnu::always_inline]] inline bool is_zero(const std::byte* from) {
  const auto* const at = reinterpret_cast<const __m256i*>(from);
  __m256i any = _mm256_load_si256(at);
  __m256i other = _mm256_load_si256(at + 1);
#pragma GCC unroll 16
  for (std::size_t i = 1; i < kBlocks; ++i) {
    any |= _mm256_load_si256(at + 2 * i);
    other |= _mm256_load_si256(at + 2 * i + 1);
    asm("" : "+x"(any), "+x"(other));
  }
  any |= other;
  return _mm256_testz_si256(any, any) != 0;
}

[[gnu::target("avx2"), gnu::always_inline]] inline bool ends_with_zeros(const std::byte* end) {
  const __m256i last = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(end - kAvx2Bytes));
  return _mm256_testz_si256(last, last) != 0;
}

[[gnu::target("avx2")]] std::size_t count_zero_prefix(const std::byte* from, std::size_t size) {
  const std::size_t steps = size / kScanBytes * kScanBytes;
  std::size_t done = 0;
  while (steps - done >= 4 * kScanBytes && is_zero<4 * kScanBytes / 64>(from + done))
    done += 4 * kScanBytes;
  while (done < steps && is_zero<kScanBytes / 64>(from + done)) done += kScanBytes;
  if (done < steps || size == steps) return done;
  return ends_with_zeros(from + size) ? size : steps - kScanBytes;
}

}  // namespace

// CPUID is slow in a virtual machine.
void use_avx2() {
  if (has_avx2 < 0) has_avx2 = detect_avx2() ? 1 : 0;
  mcheck_uses_avx2 = static_cast<unsigned char>(has_avx2);
}

std::size_t zero_prefix_bytes(const std::byte* from, std::size_t size) {
  return kAddressSanitizer || mcheck_uses_avx2 == 0 ? 0 : count_zero_prefix(from, size);
}

}  // namespace mcheck
