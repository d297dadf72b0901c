// SPDX-License-Identifier: MIT
// 128-bit fingerprints of plain data: the only door to xxHash (XXH3).
//
// Used for trace classes, repeated states and checksums of schedules. Equal inputs give equal
// fingerprints on every platform of the same byte order; a collision is assumed not to happen.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mcheck {

struct Fingerprint {
  std::uint64_t low = 0;
  std::uint64_t high = 0;

  friend auto operator<=>(const Fingerprint&, const Fingerprint&) = default;

  // The fingerprint of "this, then that": order matters.
  [[nodiscard]] Fingerprint then(const Fingerprint& next) const;
};

struct FingerprintHash {
  std::size_t operator()(const Fingerprint& print) const { return print.low; }
};

[[nodiscard]] Fingerprint fingerprint(const void* bytes, std::size_t size);
[[nodiscard]] Fingerprint fingerprint(std::string_view text);

}  // namespace mcheck
