// SPDX-License-Identifier: MIT
// A vector of trivially copyable records for hot paths. A caller checks the capacity once, also for
// several vectors together, and then constructs each record in place, so that every record is
// written once. The vector never shrinks its storage.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

namespace mcheck {

template <class T>
class TrivialVector {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  TrivialVector() = default;
  ~TrivialVector() = default;
  TrivialVector(const TrivialVector&) = delete;
  TrivialVector& operator=(const TrivialVector&) = delete;

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] T* data() { return data_; }
  [[nodiscard]] const T* data() const { return data_; }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }
  T& back() { return data_[size_ - 1]; }
  [[nodiscard]] const T& back() const { return data_[size_ - 1]; }
  // NOLINTNEXTLINE(google-explicit-constructor): as of a vector
  operator std::span<const T>() const { return {data_, size_}; }
  [[nodiscard]] std::span<T> last(std::size_t count) { return {data_ + (size_ - count), count}; }

  [[nodiscard]] bool has_spare_capacity() const { return size_ < capacity_; }
  // Makes room for `more` records. Invalidates pointers to records.
  [[gnu::noinline, gnu::cold]] void grow(std::size_t more = 1) {
    constexpr std::size_t kInitialCapacity = 256;
    if (size_ + more <= capacity_) return;
    storage_.resize(std::max({size_ + more, 2 * capacity_, kInitialCapacity}));
    data_ = storage_.data();
    capacity_ = storage_.size();
  }
  // The storage of one more record, which the caller constructs. REQUIRES: has_spare_capacity().
  [[nodiscard]] void* append_uninitialised() { return data_ + size_++; }
  void push_back(const T& record) {
    const T copy = record;  // the argument may be an element of this vector
    if (!has_spare_capacity()) grow();
    data_[size_++] = copy;
  }
  // Appends `count` records, which the caller has to write.
  T* append(std::size_t count) {
    grow(count);
    size_ += count;
    return data_ + (size_ - count);
  }
  // REQUIRES: size <= size().
  void truncate(std::size_t size) { size_ = size; }
  void clear() { size_ = 0; }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
  std::vector<T> storage_;
};

}  // namespace mcheck
