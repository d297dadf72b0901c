// SPDX-License-Identifier: MIT
// Which bytes of plain memory are one object, where plain accesses are scheduling points.
//
// Bytes that one access covers are one object, with all that another access has in common with
// them: neighbours that are accessed apart are objects of their own, and accesses that overlap
// depend on each other. That must not depend on which access a schedule meets first, nor change
// during a search. So an access that would join objects that are known gets an object apart, and is
// noted: the search begins again with these joined (merge_overlaps()). What main accesses while
// there is no other thread, or all were joined, is ordered with everything else by that: it joins
// nothing, and its object is apart for good.
//
// Where processes share a search, none knows what the others meet: there eight aligned bytes are
// one object, whatever is accessed of them (use_whole_words()).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <set>
#include <unordered_map>
#include <utility>

#include "engine/base/ids.hpp"

namespace mcheck {

// Some of eight aligned bytes, next to each other: a bit for each, the lowest for the first.
struct Bytes {
  std::uint64_t eight = 0;  // where they are
  std::uint8_t mask = 0;

  friend bool operator==(const Bytes&, const Bytes&) = default;
};

// REQUIRES: they lie in one aligned eight.
[[nodiscard]] constexpr Bytes bytes_at(std::uint64_t place, std::size_t size) {
  const unsigned first = place % 8;
  return {.eight = place - first, .mask = static_cast<std::uint8_t>(((1u << size) - 1) << first)};
}

struct ByteObject {
  Bytes bytes;
  bool apart = false;  // no other access is to it, but such to the same bytes
  ObjectId id = kNoObject;
};

class ByteObjects {
 public:
  // The object that an access is to. Its id is not known if it is apart, or was never asked for.
  [[nodiscard]] ByteObject find(const Bytes& accessed, bool ordered);
  void know(const ByteObject& object);

  [[nodiscard]] bool has_overlaps() const { return !joining_.empty(); }
  // Between two searches.
  void merge_overlaps();
  void use_whole_words() { whole_ = true; }

 private:
  // By byte: the object that it belongs to. No bits: none.
  struct Eight {
    std::array<std::uint8_t, 8> mask{};
    std::array<ObjectId, 8> id{};
  };

  static void settle(Eight& eight, std::uint8_t mask, ObjectId id);
  [[nodiscard]] static bool is_free(const Eight& eight, std::uint8_t mask);
  [[nodiscard]] static std::uint8_t joined(const Eight& eight, std::uint8_t mask);

  std::unordered_map<std::uint64_t, Eight> eights_;
  std::set<std::pair<std::uint64_t, std::uint8_t>> joining_;
  unsigned joins_ = 0;  // so often
  bool whole_ = false;
};

}  // namespace mcheck
