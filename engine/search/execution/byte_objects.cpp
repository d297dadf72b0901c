// SPDX-License-Identifier: MIT
#include "engine/search/execution/byte_objects.hpp"

#include <bit>

namespace mcheck {

void ByteObjects::assign(Granule& granule, std::uint8_t mask, ObjectId id) {
  for (unsigned i = 0; i < 8; ++i) {
    if ((mask >> i & 1) == 0) continue;
    granule.mask[i] = mask;
    granule.id[i] = id;
  }
}

bool ByteObjects::is_free(const Granule& granule, std::uint8_t mask) {
  for (unsigned i = 0; i < 8; ++i) {
    if ((mask >> i & 1) != 0 && granule.mask[i] != 0) return false;
  }
  return true;
}

// The bytes, together with all objects that contain one of them.
std::uint8_t ByteObjects::merged(const Granule& granule, std::uint8_t mask) {
  std::uint8_t all = mask;
  for (unsigned i = 0; i < 8; ++i) {
    if ((mask >> i & 1) != 0) all |= granule.mask[i];
  }
  return all;
}

ByteObject ByteObjects::find(const Bytes& accessed, bool ordered) {
  constexpr std::uint8_t kWhole = 0xff;
  const std::uint8_t mask = whole_granules_ ? kWhole : accessed.mask;
  if (ordered && !whole_granules_) return {.bytes = accessed, .separate = true};
  Granule& granule = granules_[accessed.granule];
  const auto first = static_cast<unsigned>(std::countr_zero(mask));
  const std::uint8_t known = granule.mask[first];
  if ((mask & ~known) == 0) {
    return {.bytes = {accessed.granule, known}, .separate = false, .id = granule.id[first]};
  }
  if (whole_granules_ || is_free(granule, mask)) {
    assign(granule, mask, kNoObject);
    return {.bytes = {accessed.granule, mask}};
  }
  overlaps_.insert({accessed.granule, mask});
  return {.bytes = accessed, .separate = true};
}

void ByteObjects::set_id(const ByteObject& object) {
  if (!object.separate) assign(granules_[object.bytes.granule], object.bytes.mask, object.id);
}

// Whole granules end a long series of merges.
void ByteObjects::merge_overlaps() {
  constexpr unsigned kMaxMerges = 16;
  for (const auto& [place, mask] : overlaps_) {
    Granule& granule = granules_[place];
    assign(granule, merged(granule, mask), kNoObject);
  }
  overlaps_.clear();
  if (++merges_ >= kMaxMerges) use_whole_granules();
}

}  // namespace mcheck
