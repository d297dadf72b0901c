// SPDX-License-Identifier: MIT
// A set of threads as a plain value: waiters, readers, notified threads. Fits in a State.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "engine/base/ids.hpp"

namespace mcheck {

class ThreadSet {
 public:
  constexpr bool has(ThreadId t) const { return (word(t) >> (index(t) % 64) & 1) != 0; }
  constexpr void add(ThreadId t) { word(t) |= std::uint64_t{1} << (index(t) % 64); }
  constexpr void remove(ThreadId t) { word(t) &= ~(std::uint64_t{1} << (index(t) % 64)); }

  constexpr bool empty() const { return (words_[0] | words_[1] | words_[2] | words_[3]) == 0; }
  constexpr unsigned size() const {
    unsigned n = 0;
    for (const std::uint64_t w : words_) n += static_cast<unsigned>(std::popcount(w));
    return n;
  }

  // The member of the given rank, smallest id first. REQUIRES: rank < size().
  constexpr ThreadId at(unsigned rank) const {
    unsigned base = 0;
    for (std::uint64_t w : words_) {
      const unsigned here = static_cast<unsigned>(std::popcount(w));
      if (rank < here) {
        for (; rank > 0; --rank) w &= w - 1;
        return ThreadId(base + static_cast<unsigned>(std::countr_zero(w)));
      }
      rank -= here;
      base += 64;
    }
    return kMainThread;
  }

  friend bool operator==(const ThreadSet&, const ThreadSet&) = default;

 private:
  constexpr std::uint64_t& word(ThreadId t) { return words_[index(t) / 64]; }
  constexpr const std::uint64_t& word(ThreadId t) const { return words_[index(t) / 64]; }

  std::array<std::uint64_t, kMaxThreads / 64> words_{};
};

}  // namespace mcheck
