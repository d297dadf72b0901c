// SPDX-License-Identifier: MIT
#include "engine/runtime/known_steps.hpp"

#include <algorithm>
#include <utility>

namespace mcheck {
namespace {

constexpr std::size_t kFirstEntries = 512;
constexpr std::size_t kMostRetired = std::size_t{1} << 15;

}  // namespace

void KnownSteps::grow() {
  std::vector<Entry> before(std::max(kFirstEntries, 2 * ways_.size()));
  std::swap(before, ways_);
  for (const Entry& entry : before) {
    if (entry.start.who != Start().who) entry_for(entry.start) = entry;
  }
}

void KnownSteps::learn(const Lesson& lesson, Way way) {
  const std::size_t retired = retired_.size() + lesson.retired.size();
  if (used_ >= kMostWays || retired > kMostRetired) return;
  if (2 * ++used_ > ways_.size()) grow();
  way.retired = static_cast<std::uint16_t>(lesson.retired.size());
  way.first_retired = static_cast<std::uint32_t>(retired_.size());
  retired_.insert(retired_.end(), lesson.retired.begin(), lesson.retired.end());
  entry_for(lesson.start) = {lesson.start, way};
}

}  // namespace mcheck
