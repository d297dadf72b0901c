// SPDX-License-Identifier: MIT
// A list without any lock. The bug: nothing orders `add` of one thread and `add` or `hash_code` of
// another. That is a data race, and a use after free if the vector moves its elements meanwhile.
#pragma once

#include <cstddef>
#include <vector>

namespace samples {

class array_list {
 public:
  void add(int value) { items_.push_back(value); }

  unsigned hash_code() const {
    unsigned code = 1;
    for (const int item : items_) code = 31 * code + static_cast<unsigned>(item);
    return code;
  }

  std::size_t size() const { return items_.size(); }

 private:
  std::vector<int> items_;
};

}  // namespace samples
