// SPDX-License-Identifier: MIT
#include "tests/support/weak/relation.hpp"

#include <bit>

namespace table {

EventRelation operator*(const EventRelation& a, const EventRelation& b) {
  EventRelation result(a.size_);
  for (std::size_t i = 0; i < a.size_; ++i) {
    for (EventSet rest = a.to_[i]; rest != 0; rest &= rest - 1) {
      result.to_[i] |= b.to_[static_cast<std::size_t>(std::countr_zero(rest))];
    }
  }
  return result;
}

EventRelation EventRelation::closure() const {
  EventRelation result = *this;
  for (std::size_t via = 0; via < size_; ++via) {
    for (std::size_t i = 0; i < size_; ++i) {
      if (result.has(i, via)) result.to_[i] |= result.to_[via];
    }
  }
  return result;
}

bool EventRelation::irreflexive() const {
  for (std::size_t i = 0; i < size_; ++i) {
    if (has(i, i)) return false;
  }
  return true;
}

}  // namespace table
