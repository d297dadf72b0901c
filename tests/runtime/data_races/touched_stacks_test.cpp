// SPDX-License-Identifier: MIT
// The state of frames, through random histories with snapshots, compared with a model that keeps a
// list of all that happened and scans it.
#include "engine/runtime/data_races/touched_stacks.hpp"

#include <catch2/catch.hpp>
#include <vector>

#include "tests/support/generators/draw.hpp"

namespace mcheck::touched_stacks_test {
namespace {

constexpr unsigned kOwners = 3;
constexpr unsigned kEights = 12;  // of each stack

// The history is the state: every query scans all of it.
class NaiveStacks {
 public:
  enum class What { kTouch, kLeave, kReuse, kFrameEnd };
  struct Entry {
    What what = What::kTouch;
    unsigned owner = 0;
    unsigned granule = 0;  // for a frame's end: all below is out of use
    unsigned epoch = 0;
  };

  void add(const Entry& entry) { history_.push_back(entry); }
  [[nodiscard]] std::size_t size() const { return history_.size(); }
  void forget_after(std::size_t size) { history_.resize(size); }

  [[nodiscard]] bool is_touched(unsigned owner, unsigned granule) const {
    return last(owner, granule) == 1;
  }
  [[nodiscard]] bool is_left(unsigned owner, unsigned granule) const {
    return last(owner, granule) == 2;
  }
  // 0: never out of use.
  [[nodiscard]] unsigned out_of_use(unsigned owner, unsigned granule) const {
    unsigned epoch = 0;
    for (const Entry& it : history_) {
      if (it.what == What::kFrameEnd && it.owner == owner && granule < it.granule) epoch = it.epoch;
    }
    return epoch;
  }

 private:
  // 1: touched last, 2: left last.
  [[nodiscard]] int last(unsigned owner, unsigned granule) const {
    int state = 0;
    for (const Entry& it : history_) {
      if (it.owner != owner || it.granule != granule || it.what == What::kFrameEnd) continue;
      if (it.what == What::kTouch && state == 0) state = 1;
      if (it.what == What::kLeave) state = 2;
      if (it.what == What::kReuse && state == 2) state = 0;
    }
    return state;
  }

  std::vector<Entry> history_;
};

std::uintptr_t address_of(unsigned owner, unsigned granule) {
  return thread_region(owner).base + kStackEnd - (kEights - granule) * sizeof(std::uint64_t);
}

ThreadId thread(unsigned owner) { return ThreadId(static_cast<std::uint16_t>(owner)); }

// Both, and their snapshots.
class History {
 public:
  explicit History(std::uint64_t seed) : draw_(seed) {}

  void advance() {
    const auto owner = static_cast<unsigned>(draw_.below(kOwners));
    const auto granule = static_cast<unsigned>(draw_.below(kEights));
    const std::uintptr_t address = address_of(owner, granule);
    switch (draw_.below(8)) {
      case 0:
      case 1:
        if (naive_.is_left(owner, granule)) return;  // an access after the end
        stacks_.touch(address);
        return naive_.add({NaiveStacks::What::kTouch, owner, granule});
      case 2:
        stacks_.leave(address);
        return naive_.add({NaiveStacks::What::kLeave, owner, granule});
      case 3:
        stacks_.reuse(address);
        return naive_.add({NaiveStacks::What::kReuse, owner, granule});
      case 4:
      case 5:
        stacks_.note_frame_end(thread(owner), {.end = address, .hook = 1, .epoch = ++epoch_});
        return naive_.add({NaiveStacks::What::kFrameEnd, owner, granule, epoch_});
      case 6: return snapshots_.push_back({stacks_.snapshot(), naive_.size()});
      default: return rewind_randomly();
    }
  }

  [[nodiscard]] bool agree() const {
    for (unsigned owner = 0; owner < kOwners; ++owner) {
      for (unsigned granule = 0; granule < kEights; ++granule) {
        const std::uintptr_t address = address_of(owner, granule);
        if (stacks_.is_touched(address) != naive_.is_touched(owner, granule)) return false;
        if (stacks_.is_left(address) != naive_.is_left(owner, granule)) return false;
        const FrameEnds::End* const end = stacks_.last_frame_end(thread(owner), address);
        if ((end == nullptr ? 0 : end->epoch) != naive_.out_of_use(owner, granule)) return false;
        if (end != nullptr && end->end <= address) return false;
      }
      if (!agree_in_order(owner)) return false;
    }
    return true;
  }

 private:
  struct Snapshot {
    std::size_t stacks = 0;
    std::size_t naive = 0;
  };

  void rewind_randomly() {
    if (snapshots_.empty()) return;
    stacks_.rewind(snapshots_.back().stacks);
    naive_.forget_after(snapshots_.back().naive);
    if (draw_.below(2) == 0) snapshots_.pop_back();
  }

  // The granules below and above the middle, in ascending order.
  [[nodiscard]] bool agree_in_order(unsigned owner) const {
    std::vector<std::uintptr_t> touched;
    std::vector<std::uintptr_t> left;
    constexpr unsigned kMiddle = kEights / 2;
    for (unsigned granule = 0; granule < kEights; ++granule) {
      const std::uintptr_t address = address_of(owner, granule);
      if (granule < kMiddle && naive_.is_touched(owner, granule)) touched.push_back(address);
      if (granule >= kMiddle && naive_.is_left(owner, granule)) left.push_back(address);
    }
    const std::uintptr_t middle = address_of(owner, kMiddle);
    return stacks_.touched_below(owner, middle) == touched &&
           stacks_.left_from(owner, middle) == left;
  }

  table::Draw draw_;
  unsigned epoch_ = 0;
  TouchedStacks stacks_;
  NaiveStacks naive_;
  std::vector<Snapshot> snapshots_;
};

}  // namespace

TEST_CASE("the state of frames is that of a list of all that happened, restored or not") {
  constexpr std::uint64_t kHistories = 2'000;
  constexpr int kSteps = 60;
  for (std::uint64_t seed = 1; seed <= kHistories; ++seed) {
    History history(seed);
    for (int step = 0; step < kSteps; ++step) {
      history.advance();
      INFO("seed " << seed << ", step " << step);
      if (!history.agree()) REQUIRE(history.agree());
    }
  }
}

}  // namespace mcheck::touched_stacks_test
