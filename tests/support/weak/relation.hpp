// SPDX-License-Identifier: MIT
// A binary relation on at most 64 events, as one bit set for each event, and the operators by which
// papers on memory models define relations from others. Nothing here is incremental.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace table {

inline constexpr std::size_t kMostEvents = 64;
using EventSet = std::uint64_t;

class EventRelation {
 public:
  explicit EventRelation(std::size_t events) : size_(events) {
    for (std::size_t i = 0; i < size_; ++i) to_[i] = 0;
  }
  // [set]
  static EventRelation identity(std::size_t events, EventSet set = ~EventSet{0}) {
    EventRelation result(events);
    for (std::size_t i = 0; i < events; ++i) result.to_[i] = set & EventSet{1} << i;
    return result;
  }

  void add(std::size_t from, std::size_t to) { to_[from] |= EventSet{1} << to; }
  [[nodiscard]] bool has(std::size_t from, std::size_t to) const {
    return (to_[from] >> to & 1) != 0;
  }

  friend EventRelation operator|(EventRelation a, const EventRelation& b) {
    for (std::size_t i = 0; i < a.size_; ++i) a.to_[i] |= b.to_[i];
    return a;
  }
  // Composition: a;b
  friend EventRelation operator*(const EventRelation& a, const EventRelation& b);
  // a? : or equal
  [[nodiscard]] EventRelation or_equal() const { return *this | identity(size_); }
  // a⁺
  [[nodiscard]] EventRelation closure() const;
  [[nodiscard]] bool irreflexive() const;
  [[nodiscard]] bool acyclic() const { return closure().irreflexive(); }

 private:
  std::size_t size_;
  std::array<EventSet, kMostEvents> to_;  // the first size_ are valid
};

}  // namespace table
