// SPDX-License-Identifier: MIT
// A thread's memory as it is compared with that of an equal thread: addresses that are its own have
// a mark in place of their upper half.
#include <algorithm>

#include "engine/platform/processor/raw_copy.hpp"
#include "engine/runtime/symmetry/equal_threads.hpp"

namespace mcheck {
namespace {

// In place of the upper half of an address, which has at most 48 bits.
constexpr Word kOwnAddress = 0xfff1;
constexpr Word kEngine = 0xfff2;
constexpr Word kOther = 0xfff3;
constexpr unsigned kOffsetBits = 32;
static_assert(kThreadRegionBytes == std::size_t{1} << kOffsetBits);

bool is_mark(Word upper) { return upper == kOwnAddress || upper == kEngine || upper == kOther; }

// Whether all of the words are what they are in every thread: most are.
bool are_plain(const Word* words, std::size_t count, Word engine_upper) {
  constexpr Word kFirstRegion = kProgramMemoryBase >> kOffsetBits;
  Word special = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const Word upper = words[i] >> kOffsetBits;
    special |= Word{upper - kFirstRegion < kThreadRegions} | Word{upper == engine_upper} |
               Word{upper >= kOwnAddress};
  }
  return special == 0;
}

// A word that looks like a mark follows the others, with its place: no two images are confused.
class ImageWriter {
 public:
  ImageWriter(std::vector<Word>& image, const OwnAddresses& own,
              std::span<const std::uintptr_t> regions)
      : image_(image), own_(own), regions_(regions) {}

  void mark(std::size_t at) {
    const Word word = image_[at];
    const Word upper = word >> kOffsetBits;
    if (upper == own_.region >> kOffsetBits) {
      image_[at] = kOwnAddress << kOffsetBits | (word & ~Word{0} >> kOffsetBits);
    } else if (is_mark(upper)) {
      image_[at] = kOther << kOffsetBits;
      image_.insert(image_.end(), {at, word});
    } else if (const auto known = std::ranges::find(own_.engine, word);
               known != own_.engine.end()) {
      image_[at] = kEngine << kOffsetBits | static_cast<Word>(known - own_.engine.begin());
    } else {
      is_alone_ &= std::ranges::none_of(
          regions_, [&](std::uintptr_t other) { return upper == other >> kOffsetBits; });
    }
  }
  [[nodiscard]] bool is_alone() const { return is_alone_; }

 private:
  std::vector<Word>& image_;
  const OwnAddresses& own_;
  std::span<const std::uintptr_t> regions_;
  bool is_alone_ = true;
};

}  // namespace

bool append_image(std::vector<Word>& image, const Range& memory, const OwnAddresses& own,
                  std::span<const std::uintptr_t> other_regions) {
  constexpr std::size_t kAtOnce = 8;
  const std::size_t begin = image.size();
  const std::size_t end = begin + memory.size / sizeof(Word);
  image.resize(end);
  raw_copy(image.data() + begin, memory.begin, (end - begin) * sizeof(Word));
  ImageWriter writer(image, own, other_regions);
  const Word engine_upper = own.engine.front() >> kOffsetBits;
  for (std::size_t at = begin; at < end; at += kAtOnce) {
    const std::size_t next = std::min(at + kAtOnce, end);
    if (are_plain(image.data() + at, next - at, engine_upper)) continue;
    for (std::size_t i = at; i < next; ++i) writer.mark(i);
  }
  return writer.is_alone();
}

void move_image(std::vector<Word>& image, const OwnAddresses& from, const OwnAddresses& to) {
  for (Word& word : image) {
    if (word >> kOffsetBits == from.region >> kOffsetBits) {
      word = word - from.region + to.region;
      continue;
    }
    if (word >> kOffsetBits != from.engine.front() >> kOffsetBits) continue;
    const auto known = std::find(from.engine.begin(), from.engine.end(), word);
    if (known != from.engine.end())
      word = to.engine[static_cast<std::size_t>(known - from.engine.begin())];
  }
}

}  // namespace mcheck
