// SPDX-License-Identifier: MIT
#include "engine/memory/regions/access_guards.hpp"

#include <algorithm>

namespace mcheck {

void AccessGuards::set_guarded(std::size_t number, bool guarded) {
  set_accessible(thread_region(number), !guarded);
  guarded_[number] = guarded;
}

void AccessGuards::guard_only(std::span<const std::size_t> numbers, std::size_t exempt) {
  const auto is_exempt = [&](std::size_t number) { return number == 0 || number == exempt; };
  std::erase_if(active_, [&](std::size_t number) {
    if (!is_exempt(number) && std::ranges::find(numbers, number) != numbers.end()) return false;
    set_guarded(number, false);
    return true;
  });
  for (const std::size_t number : numbers) {
    if (is_exempt(number) || is_guarded(number)) continue;
    set_guarded(number, true);
    active_.push_back(number);
  }
}

void AccessGuards::unguard_all() {
  for (const std::size_t number : active_) set_guarded(number, false);
  active_.clear();
}

bool AccessGuards::guards(const void* address) const {
  return in_program_memory(address) && is_guarded(region_number(address));
}

}  // namespace mcheck
