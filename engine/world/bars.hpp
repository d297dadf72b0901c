// SPDX-License-Identifier: MIT
// Places that nobody is to touch for a while: who does is refused by the processor, which the
// signal handler hears of.
#pragma once

#include <bitset>
#include <cstddef>
#include <span>
#include <vector>

#include "engine/world/place.hpp"

namespace mcheck {

class Bars {
 public:
  // From now on exactly these are barred, but for main's and that one.
  void put_up(std::span<const std::size_t> numbers, std::size_t but);
  void lift();
  [[nodiscard]] bool refuse(const void* address) const;

 private:
  void bar(std::size_t number, bool barred);
  [[nodiscard]] bool is_barred(std::size_t number) const { return barred_[number]; }

  std::bitset<kPlaces> barred_;
  std::vector<std::size_t> up_;
};

}  // namespace mcheck
