// SPDX-License-Identifier: MIT
#include "engine/runtime/cache/step_cache.hpp"

#include <algorithm>
#include <utility>

namespace mcheck {
namespace {

constexpr std::size_t kFirstEntries = 512;
constexpr std::size_t kMaxExtras = std::size_t{1} << 15;

}  // namespace

void StepCache::grow() {
  std::vector<Entry> before(std::max(kFirstEntries, 2 * entries_.size()));
  std::swap(before, entries_);
  for (const Entry& entry : before) {
    if (entry.key.packed_input != Key().packed_input) entry_for(entry.key) = entry;
  }
}

void StepCache::record(const Key& key, Effect effect, std::span<const ContentId> contents,
                       std::span<const Retired> retired) {
  const bool has_extras = !contents.empty() || !retired.empty();
  const std::size_t extra_count =
      contents_.size() + retired_.size() + contents.size() + retired.size();
  if (used_ >= kMaxEntries || extra_count > kMaxExtras) return;
  if (2 * (used_ + 1) > entries_.size()) grow();
  if (has_extras) {
    effect.extras = static_cast<std::uint32_t>(extras_.size());
    extras_.push_back({.first_content = static_cast<std::uint32_t>(contents_.size()),
                       .first_retired = static_cast<std::uint32_t>(retired_.size()),
                       .contents = static_cast<std::uint16_t>(contents.size()),
                       .retired = static_cast<std::uint16_t>(retired.size())});
    contents_.insert(contents_.end(), contents.begin(), contents.end());
    retired_.insert(retired_.end(), retired.begin(), retired.end());
  }
  Entry& entry = entry_for(key);
  used_ += entry.key == key ? 0 : 1;
  entry = {key, effect};
}

}  // namespace mcheck
