// SPDX-License-Identifier: MIT
// Which bytes are one object, compared with a table that merges bytes one by one.
#include "engine/search/execution/byte_objects.hpp"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cstdint>
#include <vector>

#include "engine/base/random.hpp"
#include "engine/search/execution/identity.hpp"

namespace mcheck::byte_objects_test {
namespace {

// For each byte the first one of its object.
using Partition = std::array<int, 8>;

Partition joined(const std::vector<Bytes>& accesses) {
  Partition first{-1, -1, -1, -1, -1, -1, -1, -1};
  for (bool changed = true; changed;) {
    changed = false;
    for (const Bytes& access : accesses) {
      int least = 8;
      for (int i = 0; i < 8; ++i) {
        if ((access.mask >> i & 1) != 0) least = std::min(least, first[i] < 0 ? i : first[i]);
      }
      for (int i = 0; i < 8; ++i) {
        if ((access.mask >> i & 1) == 0 || first[i] == least) continue;
        first[i] = least;
        changed = true;
      }
    }
  }
  return first;
}

// As in a search that starts over until there is nothing to merge.
Partition found(const std::vector<Bytes>& accesses, Identities& identities, bool joins = true) {
  do {
    if (identities.byte_objects().has_overlaps()) identities.byte_objects().merge_overlaps();
    for (const Bytes& access : accesses) (void)identities.object_of(access, false);
  } while (joins && identities.byte_objects().has_overlaps());
  Partition first{-1, -1, -1, -1, -1, -1, -1, -1};
  for (const Bytes& access : accesses) {
    const ByteObject object = identities.object_of(access, false);
    for (int i = 7; i >= 0; --i) {
      if ((object.bytes.mask >> i & 1) == 0) continue;
      for (int j = i; j < 8; ++j) {
        if ((object.bytes.mask >> j & 1) != 0) first[j] = i;
      }
    }
  }
  return first;
}

std::vector<Bytes> some_accesses(Random& random) {
  std::vector<Bytes> accesses;
  const std::uint64_t count = 1 + random.below(5);
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::size_t size = std::size_t{1} << random.below(4);
    accesses.push_back(bytes_at(64 + random.below(8 / size) * size, size));
  }
  return accesses;
}

}  // namespace

TEST_CASE("bytes are one object if accesses overlap, in whatever order") {
  Random random(1);
  int differ_without = 0;
  for (int i = 0; i < 500; ++i) {
    std::vector<Bytes> accesses = some_accesses(random);
    const Partition expected = joined(accesses);
    Identities forwards;
    REQUIRE(found(accesses, forwards) == expected);
    Identities canary;
    if (found(accesses, canary, false) != expected) ++differ_without;
    std::ranges::reverse(accesses);
    Identities backwards;
    REQUIRE(found(accesses, backwards) == expected);
  }
  CHECK(differ_without > 50);
}

TEST_CASE("an object keeps its id, and another one has another") {
  Identities identities;
  const auto id = [&](std::uint64_t place, std::size_t size, bool ordered = false) {
    return identities.object_of(bytes_at(place, size), ordered).id;
  };
  const ObjectId low = id(64, 4);
  CHECK(id(64, 4) == low);
  CHECK(id(65, 1) == low);
  CHECK(id(68, 4) != low);
  CHECK(id(72, 4) != low);
  CHECK_FALSE(identities.byte_objects().has_overlaps());
  // An access that is ordered with everything merges nothing.
  CHECK(id(64, 8, true) != low);
  CHECK_FALSE(identities.byte_objects().has_overlaps());
  const ObjectId separate = id(64, 8);
  CHECK(identities.byte_objects().has_overlaps());
  CHECK(id(64, 4) == low);  // nothing changes before the search starts over
  identities.byte_objects().merge_overlaps();
  CHECK(id(64, 4) == id(68, 4));
  CHECK(id(64, 4) == id(64, 8));
  CHECK(id(64, 8) != separate);
}

TEST_CASE("with whole granules eight aligned bytes are one object for all accesses") {
  Identities identities;
  identities.byte_objects().use_whole_granules();
  const ObjectId all = identities.object_of(bytes_at(64, 1), false).id;
  CHECK(identities.object_of(bytes_at(70, 2), true).id == all);
  CHECK(identities.object_of(bytes_at(72, 2), true).id != all);
}

}  // namespace mcheck::byte_objects_test
