// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace shop {

template <class T, std::size_t Capacity = 4>
class bounded_queue {
 public:
  explicit bounded_queue(std::size_t limit = Capacity) : limit_(limit) {}
  bool push(const T& value) {
    if (values_.size() == limit_) return false;
    values_.push_back(value);
    return true;
  }
  bool push(T&& value);
  std::optional<T> pop();
  std::size_t size() const noexcept { return values_.size(); }
  std::vector<T> drain() && { return static_cast<std::vector<T>&&>(values_); }

  template <class F>
  void for_each(F function) const {
    for (const T& each : values_) function(each);
  }

 private:
  void grow();
  std::size_t limit_;
  std::vector<T> values_;
};

template <class T, std::size_t N>
bool operator==(const bounded_queue<T, N>& one, const bounded_queue<T, N>& other) {
  return one.size() == other.size();
}

template <int Shards>
struct shard_count {
  int get() const { return Shards; }
};

}  // namespace shop
