// SPDX-License-Identifier: MIT
// Stores contents of memory regions and gives each an id: two contents have the same id if all
// bytes are equal. A region is the globals, or the memory of one thread: its stack, its heap's
// metadata, and its heap's blocks. A content is a list of segments, and each distinct segment is
// stored once.
//
// Invariant  A segment is identified by its address, its size and its bytes; segments of a content
//            are in the order of ProgramMemory::segments_of.
// Costs      Finding a content compares it with the previous one and fingerprints the segments that
//            differ; restoring copies the segments that differ.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/base/fingerprint.hpp"
#include "engine/memory/regions/thread_region.hpp"

namespace mcheck {

class ContentStore {
 public:
  using ContentId = std::uint32_t;
  static constexpr ContentId kUnknown = ~ContentId{0};
  static constexpr ContentId kMaxContents = ContentId{1} << 20;

  // Of which region: 1 + its number; 0: the globals.
  using Owner = std::uint16_t;

  // The id of the region's present content; `before` is a recent content of it. kUnknown: the
  // content is new, and the store is full.
  [[nodiscard]] ContentId find_or_add(Owner owner, std::span<const Range> now, ContentId before);
  // Writes the content into the region, which still holds `before`.
  void restore(ContentId content, ContentId before) const;

  // Identifies the region and its content.
  [[nodiscard]] const Fingerprint& fingerprint_of(ContentId content) const {
    return lists_[content].sum;
  }
  [[nodiscard]] Owner owner_of(ContentId content) const { return lists_[content].owner; }

  // A segment of a content, and its byte at an address.
  using SegmentId = std::uint32_t;
  [[nodiscard]] SegmentId segment(ContentId content, std::size_t nth) const {
    return segments_of(content)[nth];
  }
  [[nodiscard]] Range range_of(SegmentId segment) const { return segments_[segment].range; }
  [[nodiscard]] const std::byte* bytes_at(SegmentId segment, const std::byte* address) const {
    const StoredSegment& stored = segments_[segment];
    return stored.bytes + (address - stored.range.begin);
  }

  [[nodiscard]] bool has_room() const {
    return bytes_ < kMaxBytes && listed_.size() < kMaxListedSegments &&
           lists_.size() < kMaxContents;
  }

 private:
  struct StoredSegment {
    Range range;
    const std::byte* bytes = nullptr;
  };

  struct List {
    Fingerprint sum;
    std::uint32_t begin = 0;  // in listed_
    Owner owner = 0;
    std::uint16_t size = 0;
  };

  [[nodiscard]] std::span<const SegmentId> segments_of(ContentId content) const {
    return std::span(listed_).subspan(lists_[content].begin, lists_[content].size);
  }
  [[nodiscard]] bool matches(SegmentId segment, const Range& range) const;
  [[nodiscard]] SegmentId find_segment(const Range& range);
  std::byte* allocate(std::size_t size);

  static constexpr std::size_t kMaxBytes = std::size_t{10} << 20;
  static constexpr std::size_t kMaxListedSegments = std::size_t{1} << 20;
  static constexpr std::size_t kChunk = std::size_t{64} << 10;

  std::vector<StoredSegment> segments_;
  std::vector<std::unique_ptr<std::byte[]>> chunks_;
  std::byte* chunk_end_ = nullptr;  // of the newest chunk
  std::size_t left_ = 0;            // unused bytes before that
  std::size_t bytes_ = 0;           // of all chunks
  std::unordered_map<Fingerprint, SegmentId, FingerprintHash> by_content_;
  std::vector<SegmentId> listed_;
  std::vector<List> lists_;  // by content
  std::unordered_map<Fingerprint, ContentId, FingerprintHash> by_list_;
  std::vector<SegmentId> scratch_;
};

}  // namespace mcheck
