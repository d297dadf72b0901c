// SPDX-License-Identifier: MIT
// A list with methods that call what they are given: a std::function, a comparator of any type, a
// plain function pointer. Safe, as long as the function does not use the list: it runs under the
// lock.
#pragma once

#include <algorithm>
#include <functional>
#include <mutex>
#include <optional>
#include <vector>

namespace samples {

class callbacks {
 public:
  void add(int item) {
    const std::lock_guard lock(guard_);
    items_.push_back(item);
  }

  void apply(const std::function<int(int)>& change) {
    const std::lock_guard lock(guard_);
    for (int& item : items_) item = change(item);
  }

  // The last item in the order of the comparator; nothing if the list is empty.
  template <class Compare>
  std::optional<int> last_by(Compare compare) const {
    const std::lock_guard lock(guard_);
    if (items_.empty()) return std::nullopt;
    return *std::max_element(items_.begin(), items_.end(), compare);
  }

  int count_if(bool (*counts)(int)) const {
    const std::lock_guard lock(guard_);
    return static_cast<int>(std::count_if(items_.begin(), items_.end(), counts));
  }

 private:
  mutable std::mutex guard_;
  std::vector<int> items_;
};

}  // namespace samples
