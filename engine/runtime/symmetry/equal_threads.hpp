// SPDX-License-Identifier: MIT
// Threads that started equal, and what has shown that one of them is not like the others.
//
// The image of a thread is its stack and thread-locals. Where it points to itself, the image has
// the offset instead of the address. So the images of two threads are equal if moving one to the
// memory of the other gives exactly the other. A few words of the engine at the bottom of each
// stack identify the coroutine: they move along, too.
//
// A search begins with the assumption that the threads can be exchanged. If a step shows that they
// cannot, it starts again without symmetry.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_set>
#include <vector>

#include "engine/base/fingerprint.hpp"
#include "engine/base/ids.hpp"
#include "engine/memory/regions/thread_region.hpp"

namespace mcheck {

// How a thread was started.
struct ThreadStart {
  Word function = 0;  // 0: unknown, so it is equal to no other
  Word argument = 0;
  bool detached = false;

  friend bool operator==(const ThreadStart&, const ThreadStart&) = default;
};

// What is different in the image of each of some equal threads.
struct OwnAddresses {
  std::uintptr_t region = 0;  // where the thread's region begins
  std::vector<Word> engine;   // addresses in the engine's memory, all with one upper half
};

// Appends the image: the memory, which belongs to that thread. False: it holds an address in one of
// the other regions.
[[nodiscard]] bool append_image(std::vector<Word>& image, const Range& memory,
                                const OwnAddresses& own,
                                std::span<const std::uintptr_t> other_regions);
// Moves an image, which is memory of `from`, to the memory of `to`.
void move_image(std::vector<Word>& image, const OwnAddresses& from, const OwnAddresses& to);

// The parts of a state that are known, so that not all of them are computed again after each step.
struct KnownFingerprints {
  std::optional<Fingerprint> common;  // memory but that of equal threads
  std::vector<std::optional<Fingerprint>> images;

  [[nodiscard]] std::optional<Fingerprint>& image_of(ThreadId thread) {
    if (images.size() <= index(thread)) images.resize(index(thread) + std::size_t{1});
    return images[index(thread)];
  }
  void clear() {
    common.reset();
    images.clear();
  }
};

class EqualThreads {
 public:
  // A search begins.
  void begin_search(bool on) {
    is_on_ = on && observed_ == nullptr;
    has_news_ = are_some_equal_ = false;
    checked_.clear();
  }
  [[nodiscard]] bool is_on() const { return is_on_; }
  // Some threads started equal.
  void note_equal() { are_some_equal_ = true; }

  // The threads cannot be exchanged. Searches after this one do without.
  void note_observed(const char* how) {
    if (!are_some_equal_ || observed_ != nullptr) return;
    observed_ = how;
    has_news_ = true;
  }
  [[nodiscard]] bool has_news() const { return has_news_; }
  // How; null: they can.
  [[nodiscard]] const char* observed() const { return observed_; }

  // Whether the step was not checked yet. From now on it was.
  [[nodiscard]] bool is_unchecked(const Fingerprint& step) { return checked_.insert(step).second; }

 private:
  bool is_on_ = false;
  bool has_news_ = false;
  bool are_some_equal_ = false;
  const char* observed_ = nullptr;
  std::unordered_set<Fingerprint, FingerprintHash> checked_;
};

}  // namespace mcheck
