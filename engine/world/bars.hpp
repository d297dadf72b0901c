// SPDX-License-Identifier: MIT
// Places that nobody is to touch for a while. Who does is noticed by the processor: the signal
// handler lifts the bars, and it goes on.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "engine/world/place.hpp"

namespace mcheck {

class Bars {
 public:
  // From now on these, but for main's and that one.
  void put_up(std::span<const std::size_t> numbers, std::size_t but);
  // False: they were not up any more, or never.
  bool lift();
  // The same if it is an access there that the processor has refused.
  bool lift_for(const void* address);

 private:
  std::vector<std::size_t> barred_;
  bool up_ = false;
};

}  // namespace mcheck
