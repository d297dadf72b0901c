// SPDX-License-Identifier: MIT
// Protects thread regions, so that an access to one of them raises a signal.
#pragma once

#include <bitset>
#include <cstddef>
#include <span>
#include <vector>

#include "engine/world/place.hpp"

namespace mcheck {

class Bars {
 public:
  // Guards exactly these regions, except main's and `exempt`.
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
