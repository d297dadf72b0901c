// SPDX-License-Identifier: MIT
#include "engine/search/byte_objects.hpp"

#include <bit>

namespace mcheck {

void ByteObjects::settle(Eight& eight, std::uint8_t mask, ObjectId id) {
  for (unsigned i = 0; i < 8; ++i) {
    if ((mask >> i & 1) == 0) continue;
    eight.mask[i] = mask;
    eight.id[i] = id;
  }
}

bool ByteObjects::is_free(const Eight& eight, std::uint8_t mask) {
  for (unsigned i = 0; i < 8; ++i) {
    if ((mask >> i & 1) != 0 && eight.mask[i] != 0) return false;
  }
  return true;
}

// The bytes, together with all objects that contain one of them.
std::uint8_t ByteObjects::joined(const Eight& eight, std::uint8_t mask) {
  std::uint8_t all = mask;
  for (unsigned i = 0; i < 8; ++i) {
    if ((mask >> i & 1) != 0) all |= eight.mask[i];
  }
  return all;
}

ByteObject ByteObjects::find(const Bytes& accessed, bool ordered) {
  constexpr std::uint8_t kWhole = 0xff;
  const std::uint8_t mask = whole_ ? kWhole : accessed.mask;
  if (ordered && !whole_) return {.bytes = accessed, .apart = true};
  Eight& eight = eights_[accessed.eight];
  const auto first = static_cast<unsigned>(std::countr_zero(mask));
  const std::uint8_t known = eight.mask[first];
  if ((mask & ~known) == 0) {
    return {.bytes = {accessed.eight, known}, .apart = false, .id = eight.id[first]};
  }
  if (whole_ || is_free(eight, mask)) {
    settle(eight, mask, kNoObject);
    return {.bytes = {accessed.eight, mask}};
  }
  joining_.insert({accessed.eight, mask});
  return {.bytes = accessed, .apart = true};
}

void ByteObjects::know(const ByteObject& object) {
  if (!object.apart) settle(eights_[object.bytes.eight], object.bytes.mask, object.id);
}

// Whole granules end a long series of merges.
void ByteObjects::merge_overlaps() {
  constexpr unsigned kMostJoins = 16;
  for (const auto& [place, mask] : joining_) {
    Eight& eight = eights_[place];
    settle(eight, joined(eight, mask), kNoObject);
  }
  joining_.clear();
  if (++joins_ >= kMostJoins) use_whole_words();
}

}  // namespace mcheck
