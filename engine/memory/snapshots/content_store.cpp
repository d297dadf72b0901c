// SPDX-License-Identifier: MIT
#include "engine/memory/snapshots/content_store.hpp"

#include <algorithm>

#include "engine/platform/processor/raw_copy.hpp"

namespace mcheck {

bool ContentStore::matches(SegmentId segment, const Range& range) const {
  const StoredSegment& stored = segments_[segment];
  return stored.range == range && raw_equal(range.begin, stored.bytes, range.size);
}

std::byte* ContentStore::allocate(std::size_t size) {
  if (size > left_) {
    left_ = std::max(size, kChunk);
    chunks_.push_back(std::make_unique_for_overwrite<std::byte[]>(left_));
    bytes_ += left_;
    chunk_end_ = chunks_.back().get() + left_;
  }
  std::byte* const content = chunk_end_ - left_;
  left_ -= size;
  return content;
}

// The fingerprint selects a candidate; the comparison of the bytes decides.
ContentStore::SegmentId ContentStore::find_segment(const Range& range) {
  constexpr std::uint64_t kGoldenRatio = 0x9e3779b97f4a7c15;
  Fingerprint sum = fingerprint(range.begin, range.size);
  sum.low += reinterpret_cast<std::uintptr_t>(range.begin) * kGoldenRatio;
  const auto known = by_content_.find(sum);
  if (known != by_content_.end() && matches(known->second, range)) return known->second;
  const auto segment = static_cast<SegmentId>(segments_.size());
  std::byte* const bytes = allocate(range.size);
  raw_copy(bytes, range.begin, range.size);
  segments_.push_back({range, bytes});
  by_content_.insert_or_assign(sum, segment);
  return segment;
}

// Most segments have not changed.
ContentStore::ContentId ContentStore::find_or_add(Owner owner, std::span<const Range> now,
                                                  ContentId before) {
  if (before == kUnknown) {
    scratch_.clear();
  } else {
    const std::span<const SegmentId> last = segments_of(before);
    scratch_.assign(last.begin(), last.end());
  }
  const std::size_t known = scratch_.size();
  scratch_.resize(now.size());
  bool is_new = known != now.size();
  for (std::size_t i = 0; i < now.size(); ++i) {
    if (i < known && matches(scratch_[i], now[i])) continue;
    if (!has_room()) return kUnknown;
    scratch_[i] = find_segment(now[i]);
    is_new = true;
  }
  if (!is_new && before != kUnknown) return before;
  const Fingerprint sum = fingerprint(scratch_.data(), scratch_.size() * sizeof(SegmentId));
  const auto found = by_list_.find(sum);
  if (found != by_list_.end()) {
    return std::ranges::equal(segments_of(found->second), scratch_) ? found->second : kUnknown;
  }
  if (!has_room()) return kUnknown;
  const auto content = static_cast<ContentId>(lists_.size());
  lists_.push_back({.sum = sum,
                    .begin = static_cast<std::uint32_t>(listed_.size()),
                    .owner = owner,
                    .size = static_cast<std::uint16_t>(scratch_.size())});
  listed_.insert(listed_.end(), scratch_.begin(), scratch_.end());
  by_list_.emplace(sum, content);
  return content;
}

void ContentStore::restore(ContentId content, ContentId before) const {
  const std::span<const SegmentId> wanted = segments_of(content);
  std::span<const SegmentId> there;
  if (before != kUnknown) there = segments_of(before);
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (i < there.size() && there[i] == wanted[i]) continue;
    const StoredSegment& segment = segments_[wanted[i]];
    raw_copy(segment.range.begin, segment.bytes, segment.range.size);
  }
}

}  // namespace mcheck
