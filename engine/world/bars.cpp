// SPDX-License-Identifier: MIT
#include "engine/world/bars.hpp"

#include <algorithm>

namespace mcheck {

void Bars::put_up(std::span<const std::size_t> numbers, std::size_t but) {
  barred_.clear();
  for (const std::size_t number : numbers) {
    if (number != 0 && number != but) barred_.push_back(number);
  }
  up_ = true;
  for (const std::size_t number : barred_) allow(place(number), false);
}

bool Bars::lift() {
  if (!up_) return false;
  up_ = false;
  for (const std::size_t number : barred_) allow(place(number), true);
  return true;
}

bool Bars::lift_for(const void* address) {
  const bool refused = up_ && in_world(address) &&
                       std::ranges::find(barred_, number_of_place(address)) != barred_.end();
  return refused && lift();
}

}  // namespace mcheck
