// SPDX-License-Identifier: MIT
#include "engine/memory/snapshots/snapshot_stack.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace mcheck {
namespace {

constexpr std::size_t kWholeSnapshots = 16;  // the oldest snapshots, so many,
constexpr std::size_t kLargeBytes = std::size_t{16}
                                    << 10;  // and those below that size are stored whole
constexpr std::size_t kPieceBytes = 64;
constexpr std::size_t kStrideBytes = 16 * kPieceBytes;  // compared at once

}  // namespace

void SnapshotStack::push(ProgramMemory& program_memory) {
  if (size_++ == 0) return program_memory.snapshot(newest_);
  if (older_.size() + 1 < size_) older_.emplace_back();
  Older& older = older_[size_ - 2];
  older.whole = size_ <= kWholeSnapshots || newest_.size < kLargeBytes;
  std::swap(newest_, older.whole ? older.snapshot : before_);
  program_memory.snapshot(newest_);
  if (!older.whole) store_difference(older, before_);
}

void SnapshotStack::store_difference(Older& older, const ProgramMemory::Snapshot& before) {
  older.snapshot.used = before.used;
  older.snapshot.size = before.size;
  older.snapshot.written_pages = before.written_pages;
  older.first_piece = pieces_.size();
  const auto is_same = [&](std::size_t at, std::size_t size) {
    return at + size <= newest_.size &&
           std::memcmp(before.bytes.data() + at, newest_.bytes.data() + at, size) == 0;
  };
  for (std::size_t begin = 0; begin < before.size; begin += kStrideBytes) {
    const std::size_t end = std::min(begin + kStrideBytes, before.size);
    if (is_same(begin, end - begin)) continue;
    for (std::size_t at = begin; at < end; at += kPieceBytes) {
      const std::size_t size = std::min(kPieceBytes, end - at);
      if (is_same(at, size)) continue;
      pieces_.push_back(static_cast<std::uint32_t>(at / kPieceBytes));
      bytes_.resize(bytes_.size() + kPieceBytes);
      std::memcpy(bytes_.data() + bytes_.size() - kPieceBytes, before.bytes.data() + at, size);
    }
  }
}

void SnapshotStack::truncate(std::size_t size) {
  if (size == 0) {  // the oldest is not needed then
    pieces_.clear();
    bytes_.clear();
    size_ = 0;
  }
  while (size_ > size) pop();
}

void SnapshotStack::pop() {
  Older& older = older_[--size_ - 1];
  if (older.whole) return std::swap(newest_, older.snapshot);
  newest_.used = older.snapshot.used;
  newest_.size = older.snapshot.size;
  newest_.written_pages = older.snapshot.written_pages;
  if (newest_.bytes.size() < newest_.size) newest_.bytes.resize(newest_.size);
  for (std::size_t i = older.first_piece; i < pieces_.size(); ++i) {
    const std::size_t at = pieces_[i] * kPieceBytes;
    std::memcpy(newest_.bytes.data() + at, bytes_.data() + i * kPieceBytes,
                std::min(kPieceBytes, newest_.size - at));
  }
  pieces_.resize(older.first_piece);
  bytes_.resize(older.first_piece * kPieceBytes);
}

}  // namespace mcheck
