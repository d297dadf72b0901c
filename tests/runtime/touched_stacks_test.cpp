// SPDX-License-Identifier: MIT
// The state of frames, through random histories with snapshots, compared with a model that keeps a
// list of all that happened and scans it.
#include "engine/runtime/touched_stacks.hpp"

#include <catch2/catch.hpp>
#include <vector>

#include "tests/support/draw.hpp"

namespace mcheck {
namespace {

constexpr unsigned kOwners = 3;
constexpr unsigned kEights = 12;  // of each stack

// The history is the state: every query scans all of it.
class NaiveStacks {
 public:
  enum class What { kTouch, kLeave, kReuse, kFrameEnd };
  struct Happened {
    What what = What::kTouch;
    unsigned owner = 0;
    unsigned eight = 0;  // for a frame's end: all below is out of use
    unsigned epoch = 0;
  };

  void add(const Happened& happened) { history_.push_back(happened); }
  [[nodiscard]] std::size_t size() const { return history_.size(); }
  void forget_after(std::size_t size) { history_.resize(size); }

  [[nodiscard]] bool is_touched(unsigned owner, unsigned eight) const {
    return last(owner, eight) == 1;
  }
  [[nodiscard]] bool is_left(unsigned owner, unsigned eight) const {
    return last(owner, eight) == 2;
  }
  // 0: never out of use.
  [[nodiscard]] unsigned out_of_use(unsigned owner, unsigned eight) const {
    unsigned epoch = 0;
    for (const Happened& it : history_) {
      if (it.what == What::kFrameEnd && it.owner == owner && eight < it.eight) epoch = it.epoch;
    }
    return epoch;
  }

 private:
  // 1: touched last, 2: left last.
  [[nodiscard]] int last(unsigned owner, unsigned eight) const {
    int state = 0;
    for (const Happened& it : history_) {
      if (it.owner != owner || it.eight != eight || it.what == What::kFrameEnd) continue;
      if (it.what == What::kTouch && state == 0) state = 1;
      if (it.what == What::kLeave) state = 2;
      if (it.what == What::kReuse && state == 2) state = 0;
    }
    return state;
  }

  std::vector<Happened> history_;
};

std::uintptr_t address_of(unsigned owner, unsigned eight) {
  return place(owner).base + kStackEnd - (kEights - eight) * sizeof(std::uint64_t);
}

ThreadId thread(unsigned owner) { return ThreadId(static_cast<std::uint16_t>(owner)); }

// Both, and their snapshots.
class History {
 public:
  explicit History(std::uint64_t seed) : draw_(seed) {}

  void go_on() {
    const auto owner = static_cast<unsigned>(draw_.below(kOwners));
    const auto eight = static_cast<unsigned>(draw_.below(kEights));
    const std::uintptr_t address = address_of(owner, eight);
    switch (draw_.below(8)) {
      case 0:
      case 1:
        if (naive_.is_left(owner, eight)) return;  // an access after the end
        stacks_.touch(address);
        return naive_.add({NaiveStacks::What::kTouch, owner, eight});
      case 2: stacks_.leave(address); return naive_.add({NaiveStacks::What::kLeave, owner, eight});
      case 3: stacks_.reuse(address); return naive_.add({NaiveStacks::What::kReuse, owner, eight});
      case 4:
      case 5:
        stacks_.note_frame_end(thread(owner), {.end = address, .hook = 1, .epoch = ++epoch_});
        return naive_.add({NaiveStacks::What::kFrameEnd, owner, eight, epoch_});
      case 6: return marks_.push_back({stacks_.mark(), naive_.size()});
      default: return go_back();
    }
  }

  [[nodiscard]] bool agree() const {
    for (unsigned owner = 0; owner < kOwners; ++owner) {
      for (unsigned eight = 0; eight < kEights; ++eight) {
        const std::uintptr_t address = address_of(owner, eight);
        if (stacks_.is_touched(address) != naive_.is_touched(owner, eight)) return false;
        if (stacks_.is_left(address) != naive_.is_left(owner, eight)) return false;
        const FrameEnds::End* const end = stacks_.last_frame_end(thread(owner), address);
        if ((end == nullptr ? 0 : end->epoch) != naive_.out_of_use(owner, eight)) return false;
        if (end != nullptr && end->end <= address) return false;
      }
      if (!agree_in_order(owner)) return false;
    }
    return true;
  }

 private:
  struct Mark {
    std::size_t stacks = 0;
    std::size_t naive = 0;
  };

  void go_back() {
    if (marks_.empty()) return;
    stacks_.rewind(marks_.back().stacks);
    naive_.forget_after(marks_.back().naive);
    if (draw_.below(2) == 0) marks_.pop_back();
  }

  // The granules below and above the middle, in ascending order.
  [[nodiscard]] bool agree_in_order(unsigned owner) const {
    std::vector<std::uintptr_t> touched;
    std::vector<std::uintptr_t> left;
    constexpr unsigned kMiddle = kEights / 2;
    for (unsigned eight = 0; eight < kEights; ++eight) {
      const std::uintptr_t address = address_of(owner, eight);
      if (eight < kMiddle && naive_.is_touched(owner, eight)) touched.push_back(address);
      if (eight >= kMiddle && naive_.is_left(owner, eight)) left.push_back(address);
    }
    const std::uintptr_t middle = address_of(owner, kMiddle);
    return stacks_.touched_below(owner, middle) == touched &&
           stacks_.left_from(owner, middle) == left;
  }

  table::Draw draw_;
  unsigned epoch_ = 0;
  TouchedStacks stacks_;
  NaiveStacks naive_;
  std::vector<Mark> marks_;
};

}  // namespace

TEST_CASE("the state of frames is that of a list of all that happened, restored or not") {
  constexpr std::uint64_t kHistories = 2'000;
  constexpr int kSteps = 60;
  for (std::uint64_t seed = 1; seed <= kHistories; ++seed) {
    History history(seed);
    for (int step = 0; step < kSteps; ++step) {
      history.go_on();
      INFO("seed " << seed << ", step " << step);
      if (!history.agree()) REQUIRE(history.agree());
    }
  }
}

}  // namespace mcheck
