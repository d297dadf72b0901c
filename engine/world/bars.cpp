// SPDX-License-Identifier: MIT
#include "engine/world/bars.hpp"

#include <algorithm>

namespace mcheck {

void Bars::bar(std::size_t number, bool barred) {
  allow(place(number), !barred);
  barred_[number] = barred;
}

void Bars::put_up(std::span<const std::size_t> numbers, std::size_t but) {
  const auto is_free = [&](std::size_t number) { return number == 0 || number == but; };
  std::erase_if(up_, [&](std::size_t number) {
    if (!is_free(number) && std::ranges::find(numbers, number) != numbers.end()) return false;
    bar(number, false);
    return true;
  });
  for (const std::size_t number : numbers) {
    if (is_free(number) || is_barred(number)) continue;
    bar(number, true);
    up_.push_back(number);
  }
}

void Bars::lift() {
  for (const std::size_t number : up_) bar(number, false);
  up_.clear();
}

bool Bars::refuse(const void* address) const {
  return in_world(address) && is_barred(number_of_place(address));
}

}  // namespace mcheck
