// SPDX-License-Identifier: MIT
#include "engine/world/save_stack.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace mcheck {
namespace {

constexpr std::size_t kWhole = 16;                     // the oldest snapshots, so many,
constexpr std::size_t kLarge = std::size_t{32} << 10;  // and those below that size are stored whole
constexpr std::size_t kPiece = 64;
constexpr std::size_t kStride = 16 * kPiece;  // compared at once

}  // namespace

void SaveStack::push(World& world) {
  if (size_++ == 0) return world.save(newest_);
  if (older_.size() + 1 < size_) older_.emplace_back();
  Older& older = older_[size_ - 2];
  older.whole = size_ <= kWhole || newest_.size < kLarge;
  std::swap(newest_, older.whole ? older.save : before_);
  world.save(newest_);
  if (!older.whole) keep_difference(older, before_);
}

void SaveStack::keep_difference(Older& older, const World::Save& before) {
  older.save.used = before.used;
  older.save.size = before.size;
  older.first_piece = pieces_.size();
  const auto is_same = [&](std::size_t at, std::size_t size) {
    return at + size <= newest_.size &&
           std::memcmp(before.bytes.data() + at, newest_.bytes.data() + at, size) == 0;
  };
  for (std::size_t begin = 0; begin < before.size; begin += kStride) {
    const std::size_t end = std::min(begin + kStride, before.size);
    if (is_same(begin, end - begin)) continue;
    for (std::size_t at = begin; at < end; at += kPiece) {
      const std::size_t size = std::min(kPiece, end - at);
      if (is_same(at, size)) continue;
      pieces_.push_back(static_cast<std::uint32_t>(at / kPiece));
      bytes_.resize(bytes_.size() + kPiece);
      std::memcpy(bytes_.data() + bytes_.size() - kPiece, before.bytes.data() + at, size);
    }
  }
}

void SaveStack::cut(std::size_t size) {
  if (size == 0) {  // the oldest is not needed then
    pieces_.clear();
    bytes_.clear();
    size_ = 0;
  }
  while (size_ > size) take_off();
}

void SaveStack::take_off() {
  Older& older = older_[--size_ - 1];
  if (older.whole) return std::swap(newest_, older.save);
  newest_.used = older.save.used;
  newest_.size = older.save.size;
  if (newest_.bytes.size() < newest_.size) newest_.bytes.resize(newest_.size);
  for (std::size_t i = older.first_piece; i < pieces_.size(); ++i) {
    const std::size_t at = pieces_[i] * kPiece;
    std::memcpy(newest_.bytes.data() + at, bytes_.data() + i * kPiece,
                std::min(kPiece, newest_.size - at));
  }
  pieces_.resize(older.first_piece);
  bytes_.resize(older.first_piece * kPiece);
}

}  // namespace mcheck
