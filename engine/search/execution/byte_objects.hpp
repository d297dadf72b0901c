// SPDX-License-Identifier: MIT
// Which bytes of plain memory are one object, where plain accesses are scheduling points.
//
// The bytes of one access are one object, merged with the bytes of every access that overlaps it.
// Neighbours that are accessed separately are separate objects. This must not depend on which
// access a schedule performs first, and must not change during a search. So an access that would
// merge known objects gets a separate object, and the overlap is recorded: the search starts over
// with these objects merged (merge_overlaps()). Accesses of main while there is no other thread, or
// after all were joined, are ordered with everything: they merge nothing, and their objects stay
// separate.
//
// Processes that share a search do not see each other's accesses. There each granule (eight aligned
// bytes) is one object, whichever of its bytes are accessed (use_whole_granules()).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <set>
#include <unordered_map>
#include <utility>

#include "engine/base/ids.hpp"

namespace mcheck {

// Adjacent bytes of one granule: one bit each, the lowest for the first byte.
struct Bytes {
  std::uint64_t granule = 0;  // its address
  std::uint8_t mask = 0;

  friend bool operator==(const Bytes&, const Bytes&) = default;
};

// REQUIRES: all bytes are in one granule.
[[nodiscard]] constexpr Bytes bytes_at(std::uint64_t place, std::size_t size) {
  const unsigned first = place % 8;
  return {.granule = place - first, .mask = static_cast<std::uint8_t>(((1u << size) - 1) << first)};
}

struct ByteObject {
  Bytes bytes;
  bool separate = false;  // only accesses to exactly these bytes use it
  ObjectId id = kNoObject;
};

class ByteObjects {
 public:
  // The object of an access. It has no id if it is separate, or was never asked for.
  [[nodiscard]] ByteObject find(const Bytes& accessed, bool ordered);
  void set_id(const ByteObject& object);

  [[nodiscard]] bool has_overlaps() const { return !overlaps_.empty(); }
  // Between two searches.
  void merge_overlaps();
  void use_whole_granules() { whole_granules_ = true; }

 private:
  // For each byte the object that it belongs to. No bits: none.
  struct Granule {
    std::array<std::uint8_t, 8> mask{};
    std::array<ObjectId, 8> id{};
  };

  static void assign(Granule& granule, std::uint8_t mask, ObjectId id);
  [[nodiscard]] static bool is_free(const Granule& granule, std::uint8_t mask);
  [[nodiscard]] static std::uint8_t merged(const Granule& granule, std::uint8_t mask);

  std::unordered_map<std::uint64_t, Granule> granules_;
  std::set<std::pair<std::uint64_t, std::uint8_t>> overlaps_;
  unsigned merges_ = 0;  // how often
  bool whole_granules_ = false;
};

}  // namespace mcheck
