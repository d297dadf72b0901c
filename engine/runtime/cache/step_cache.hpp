// SPDX-License-Identifier: MIT
// A cache of steps. What a thread does from one operation to its next follows from memory and from
// the result of the first. If a thread did that before, with the same memory and the same result,
// it need not run again: memory will be as it was then, and the thread at the same operation
// (docs/decisions/0016-step-cache.md).
//
// The key contains the memory that the thread can have read: in most steps its own region, main's
// and the globals, in some all memory. A content id represents the content of a region, byte for
// byte (memory/snapshots/content_store.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/base/fingerprint.hpp"
#include "engine/base/ids.hpp"
#include "engine/memory/snapshots/content_store.hpp"
#include "engine/trace/semantics/operation.hpp"

namespace mcheck {

class StepCache {
 public:
  using ContentId = ContentStore::ContentId;

  // The thread that continues, and the result that it receives; how many events it has had, by
  // which blocks are stamped; and whether other threads may now know all its memory.
  struct StepInput {
    ThreadId thread{};
    std::uint32_t events = 0;
    bool publishes = false;
    bool failed = false;
    bool superseded = false;
    Word result = 0;
  };
  struct Key {
    Key() = default;
    // In the memory with this fingerprint.
    Key(const Fingerprint& all, const StepInput& input)
        : Key(input, true, all.low, static_cast<ContentId>(all.high % ContentStore::kMaxContents)) {
    }
    // With these contents, whatever the other regions hold.
    Key(ContentId own_content, ContentId main_region, ContentId globals, const StepInput& input)
        : Key(input, false, Word{own_content} << 32 | main_region, globals) {}

    friend bool operator==(const Key&, const Key&) = default;

    Word memory_key = 0;
    Word packed_input = ~Word{0};  // no thread
    Word result = 0;

   private:
    Key(const StepInput& input, bool all, Word in, ContentId memory_key_high)
        : memory_key(in),
          packed_input(Word{memory_key_high} << 44 | Word{input.events & kMaxEvents} << 14 |
                       Word{index(input.thread)} << 4 | Word{all} << 3 |
                       Word{input.publishes} << 2 | Word{input.failed} << 1 |
                       Word{input.superseded}),
          result(input.result) {}
    static_assert(ContentStore::kMaxContents <= ContentId{1} << 20 && kMaxThreads < 1u << 10);
  };
  static constexpr std::uint32_t kMaxEvents = (std::uint32_t{1} << 30) - 1;

  // An object that ends during the step, unobserved (Machine::retire).
  struct Retired {
    ObjectId object{};
    bool busy_unless_zero = false;
  };
  static constexpr std::uint32_t kNoExtras = ~std::uint32_t{0};
  // The end of the step.
  struct Effect {
    Operation operation;  // as it was requested
    ContentId own_content = ContentStore::kUnknown;
    std::uint32_t extras = kNoExtras;  // what else the step does
    bool ends = false;                 // the thread has finished
    bool needs_all_regions = false;    // its own regions do not determine it
  };
  struct Extras {
    std::uint32_t first_content = 0;  // contents that change, except the thread's own
    std::uint32_t first_retired = 0;
    std::uint16_t contents = 0;
    std::uint16_t retired = 0;
  };

  explicit StepCache(std::uint64_t initial_recordings, std::uint64_t few_after)
      : initial_recordings_(initial_recordings), own_regions_after_(few_after) {}

  // Null: a miss. Valid until the next is recorded.
  [[nodiscard]] const Effect* find(const Key& key) const {
    if (entries_.empty()) return nullptr;
    const std::size_t mask = entries_.size() - 1;
    for (std::size_t at = hash(key) & mask;; at = (at + 1) & mask) {
      const Entry& entry = entries_[at];
      if (entry.key == key) return &entry.effect;
      if (entry.key.packed_input == Key().packed_input) return nullptr;
    }
  }
  [[nodiscard]] std::span<const ContentId> contents_after(const Effect& effect) const {
    if (effect.extras == kNoExtras) return {};
    return std::span(contents_).subspan(extras_[effect.extras].first_content,
                                        extras_[effect.extras].contents);
  }
  [[nodiscard]] std::span<const Retired> retired_by(const Effect& effect) const {
    if (effect.extras == kNoExtras) return {};
    return std::span(retired_).subspan(extras_[effect.extras].first_retired,
                                       extras_[effect.extras].retired);
  }
  // The cached effect is used, and the thread not run.
  void note_hit() { ++hits_; }
  // A step that missed. `effect` comes without its extras.
  void record(const Key& key, Effect effect, std::span<const ContentId> contents,
              std::span<const Retired> retired);

  // Whether to record another step, which takes as long as running several. Of all steps run and
  // hit, few are recorded, unless most hit; and none any more once it is clear that too few do.
  [[nodiscard]] bool may_record(std::uint64_t steps) const {
    if (misses_ >= kEnoughMisses && 2 * hits_ < 5 * misses_) return false;
    return misses_ <= initial_recordings_ + steps / kStepsPerRecording + hits_ / kHitsPerRecording;
  }
  // How many hits were used.
  [[nodiscard]] std::uint64_t hits() const { return hits_; }
  // A step missed.
  void note_miss() { ++misses_; }

  // Whether to try if a step depends on its own regions only, which takes as long as recording
  // several. Not in short searches, nor if most do not.
  [[nodiscard]] bool may_try_few() const {
    return misses_ >= own_regions_after_ && (tries_ < kFewTries || 2 * few_successes_ >= tries_);
  }
  void note_try(bool success) { ++tries_, few_successes_ += success ? 1 : 0; }
  // Whether any was tried.
  [[nodiscard]] bool has_few() const { return tries_ > 0; }
  [[nodiscard]] bool has_room() const { return used_ < kMaxEntries; }
  void clear() { *this = StepCache(initial_recordings_, own_regions_after_); }

 private:
  struct alignas(64) Entry {  // a cache line
    Key key;
    Effect effect;
  };
  static_assert(sizeof(Entry) == 64);

  [[nodiscard]] static std::size_t hash(const Key& key) {
    const Word mixed = key.memory_key * 0x9e3779b97f4a7c15 + key.packed_input * 0xd6e8feb86659fd93 +
                       key.result * 0xbf58476d1ce4e5b9;
    return mixed >> 32;
  }
  // Where the key is, or would be. REQUIRES: there are entries, and one is free.
  [[nodiscard]] Entry& entry_for(const Key& key) {
    const std::size_t mask = entries_.size() - 1;
    std::size_t at = hash(key) & mask;
    while (entries_[at].key != key && entries_[at].key.packed_input != Key().packed_input)
      at = (at + 1) & mask;
    return entries_[at];
  }
  void grow();

  static constexpr std::uint64_t kEnoughMisses = 4096;
  static constexpr std::uint64_t kFewTries = 64;
  static constexpr std::uint64_t kStepsPerRecording = 256;
  static constexpr std::uint64_t kHitsPerRecording = 2;
  static constexpr std::size_t kMaxEntries = std::size_t{1} << 15;

  std::uint64_t initial_recordings_;  // recorded before any hit
  std::uint64_t own_regions_after_;   // misses before its own regions are tried
  std::vector<Entry> entries_;        // by hash, half of them free
  std::vector<Extras> extras_;
  std::vector<ContentId> contents_;
  std::vector<Retired> retired_;
  std::size_t used_ = 0;
  std::uint64_t hits_ = 0;
  std::uint64_t misses_ = 0;
  std::uint64_t tries_ = 0;
  std::uint64_t few_successes_ = 0;
};

}  // namespace mcheck
