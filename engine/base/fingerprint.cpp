// SPDX-License-Identifier: MIT
#include "engine/base/fingerprint.hpp"

#include <xxhash.h>

namespace mcheck {

void fingerprint_avx2(const void* bytes, std::size_t size, unsigned long* halves);

Fingerprint fingerprint(const void* bytes, std::size_t size) {
  constexpr std::size_t kVectorsFrom = 256;
  if (size >= kVectorsFrom && __builtin_cpu_supports("avx2")) {
    unsigned long halves[2];
    fingerprint_avx2(bytes, size, halves);
    return {.low = halves[0], .high = halves[1]};
  }
  const XXH128_hash_t hash = XXH3_128bits(bytes, size);
  return {.low = hash.low64, .high = hash.high64};
}

Fingerprint fingerprint(std::string_view text) { return fingerprint(text.data(), text.size()); }

Fingerprint Fingerprint::then(const Fingerprint& next) const {
  const Fingerprint pair[2] = {*this, next};
  return fingerprint(pair, sizeof pair);
}

}  // namespace mcheck
