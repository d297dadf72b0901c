// SPDX-License-Identifier: MIT
// 128-bit fingerprints of plain data (XXH3). The only files that use xxHash.
//
// Used for trace classes, repeated states and checksums of schedules. Equal inputs have equal
// fingerprints on every platform with the same byte order. mcheck assumes that two different inputs
// never have the same fingerprint.
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
