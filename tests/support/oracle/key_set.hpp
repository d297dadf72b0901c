// SPDX-License-Identifier: MIT
// A set of class keys that only grows, with open addressing, because the oracle of reductions uses
// it more than anything else. Keys are hashes already.
#pragma once

#include <cstddef>
#include <vector>

#include "tests/support/oracle/prefix.hpp"

namespace table {

class KeySet {
 public:
  [[nodiscard]] std::size_t size() const { return size_; }

  // Returns whether the key is new. The key of no step at all, 0, is never inserted.
  bool insert(const ClassKey& key) {
    if (2 * size_ >= places_.size()) grow();
    ClassKey& place = find(places_, key);
    if (place == key) return false;
    place = key;
    ++size_;
    return true;
  }

 private:
  static ClassKey& find(std::vector<ClassKey>& places, const ClassKey& key) {
    const std::size_t mask = places.size() - 1;
    std::size_t at = key.low & mask;
    while (places[at] != ClassKey{} && places[at] != key) at = (at + 1) & mask;
    return places[at];
  }

  void grow() {
    std::vector<ClassKey> larger(4 * places_.size());
    for (const ClassKey& key : places_) {
      if (key != ClassKey{}) find(larger, key) = key;
    }
    places_.swap(larger);
  }

  std::vector<ClassKey> places_ = std::vector<ClassKey>(256);  // a power of two
  std::size_t size_ = 0;
};

}  // namespace table
