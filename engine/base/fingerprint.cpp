// SPDX-License-Identifier: MIT
#include "engine/base/fingerprint.hpp"

#include <xxhash.h>

namespace mcheck {

Fingerprint fingerprint(const void* bytes, std::size_t size) {
  const XXH128_hash_t hash = XXH3_128bits(bytes, size);
  return {.low = hash.low64, .high = hash.high64};
}

Fingerprint fingerprint(std::string_view text) { return fingerprint(text.data(), text.size()); }

Fingerprint Fingerprint::then(const Fingerprint& next) const {
  const Fingerprint pair[2] = {*this, next};
  return fingerprint(pair, sizeof pair);
}

}  // namespace mcheck
