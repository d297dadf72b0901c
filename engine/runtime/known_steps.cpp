// SPDX-License-Identifier: MIT
#include "engine/runtime/known_steps.hpp"

#include <algorithm>
#include <utility>

namespace mcheck {
namespace {

constexpr std::size_t kFirstEntries = 512;
constexpr std::size_t kMostBesides = std::size_t{1} << 15;

}  // namespace

void KnownSteps::grow() {
  std::vector<Entry> before(std::max(kFirstEntries, 2 * ways_.size()));
  std::swap(before, ways_);
  for (const Entry& entry : before) {
    if (entry.start.who != Start().who) entry_for(entry.start) = entry;
  }
}

void KnownSteps::learn(const Start& start, Way way, std::span<const Room> rooms,
                       std::span<const Retired> retired) {
  const bool has_more = !rooms.empty() || !retired.empty();
  const std::size_t besides = rooms_.size() + retired_.size() + rooms.size() + retired.size();
  if (used_ >= kMostWays || besides > kMostBesides) return;
  if (2 * (used_ + 1) > ways_.size()) grow();
  if (has_more) {
    way.more = static_cast<std::uint32_t>(more_.size());
    more_.push_back({.first_room = static_cast<std::uint32_t>(rooms_.size()),
                     .first_retired = static_cast<std::uint32_t>(retired_.size()),
                     .rooms = static_cast<std::uint16_t>(rooms.size()),
                     .retired = static_cast<std::uint16_t>(retired.size())});
    rooms_.insert(rooms_.end(), rooms.begin(), rooms.end());
    retired_.insert(retired_.end(), retired.begin(), retired.end());
  }
  Entry& entry = entry_for(start);
  used_ += entry.start == start ? 0 : 1;
  entry = {start, way};
}

}  // namespace mcheck
