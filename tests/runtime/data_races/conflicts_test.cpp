// SPDX-License-Identifier: MIT
#include "engine/runtime/conflicts/conflicts.hpp"

#include <array>
#include <catch2/catch.hpp>
#include <set>
#include <vector>

#include "engine/base/random.hpp"

namespace mcheck::conflicts_test {
namespace {

constexpr unsigned kThreads = 3;
constexpr std::size_t kBytes = 24;

using Clock = std::array<std::uint32_t, kThreads>;

struct Access {
  unsigned thread = 0;
  std::uint32_t epoch = 0;
  Clock clock{};  // what happens before
  std::size_t begin = 0;
  std::size_t size = 0;
  bool writes = false;
};

// A random execution of threads that access a few bytes and synchronize now and then. Each access
// has a call stack of its own, so pairs of stacks are pairs of accesses.
class RandomExecution {
 public:
  explicit RandomExecution(std::uint64_t seed) : random_(seed) {
    clocks_.fill({});
    epochs_.fill(1);
    conflicts_.begin();
    for (int i = 0; i < 60; ++i) random_.below(4) == 0 ? synchronise() : access();
  }

  [[nodiscard]] const std::vector<Access>& all() const { return all_; }
  // By number of access.
  [[nodiscard]] std::set<std::pair<std::size_t, std::size_t>> found() const {
    std::set<std::pair<std::size_t, std::size_t>> pairs;
    for (const Conflict& conflict : conflicts_.found()) {
      pairs.insert({number_of(conflict.before.stack), number_of(conflict.now.stack)});
    }
    return pairs;
  }

 private:
  // What one thread has done so far happens before what the other does next.
  void synchronise() {
    const auto from = random_.below(kThreads);
    const auto to = random_.below(kThreads);
    if (from == to) return;
    Clock known = clocks_[from];
    known[from] = epochs_[from]++;
    for (unsigned i = 0; i < kThreads; ++i) clocks_[to][i] = std::max(clocks_[to][i], known[i]);
  }

  void access() {
    Access access;
    access.thread = static_cast<unsigned>(random_.below(kThreads));
    access.epoch = epochs_[access.thread];
    access.clock = clocks_[access.thread];
    access.size = 1 + random_.below(8);
    access.begin = random_.below(kBytes - access.size + 1);
    access.writes = random_.below(2) == 0;
    conflicts_.enter(ThreadId(access.thread), access.epoch, clocks_[access.thread]);
    const auto address = reinterpret_cast<std::uintptr_t>(memory_) + access.begin;
    const auto result =
        conflicts_.access(address, access.size, access.writes ? kAccessWrites : kPlainRead,
                          caller(all_.size()), false);
    CHECK(result == Conflicts::AccessOutcome::kContinue);
    for (std::size_t i = 0; access.writes && i < access.size; ++i) ++memory_[access.begin + i];
    CHECK_FALSE(conflicts_.leave());
    all_.push_back(access);
  }

  // There is no code: the stack is this one address.
  static const void* caller(std::size_t number) {
    return reinterpret_cast<const void*>(0x1000 + 16 * number);
  }
  [[nodiscard]] std::size_t number_of(StackId stack) const {
    return (conflicts_.frames(stack).front() + 1 - 0x1000) / 16;
  }

  Random random_;
  Conflicts conflicts_;
  std::array<Clock, kThreads> clocks_;
  std::array<std::uint32_t, kThreads> epochs_;
  std::vector<Access> all_;
  alignas(8) unsigned char memory_[kBytes] = {};
};

bool in_conflict(const Access& before, const Access& now) {
  return before.thread != now.thread && (before.writes || now.writes) &&
         before.begin < now.begin + now.size && now.begin < before.begin + before.size &&
         before.epoch > now.clock[before.thread];
}

}  // namespace

TEST_CASE("conflicts are pairs of a list of all accesses, and none that has one is missed") {
  std::size_t with_pairs = 0;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const RandomExecution execution(seed);
    const auto found = execution.found();
    const std::vector<Access>& all = execution.all();
    for (const auto& [before, now] : found) {
      if (!in_conflict(all[before], all[now])) FAIL("seed " << seed << ": an invented pair");
    }
    for (std::size_t now = 0; now < all.size(); ++now) {
      bool wanted = false;
      bool met = false;
      for (std::size_t before = 0; before < now; ++before) {
        wanted |= in_conflict(all[before], all[now]);
        met |= found.contains({before, now});
      }
      if (wanted != met) FAIL("seed " << seed << ": access " << now << " has a pair, or none");
      with_pairs += met ? 1 : 0;
    }
  }
  CHECK(with_pairs > 1000);
}

TEST_CASE("two writes of the same constant are no conflict, of different ones they are") {
  alignas(8) static unsigned char flag[8] = {};
  for (const bool same : {true, false}) {
    Conflicts conflicts;
    conflicts.begin();
    const std::uint32_t nothing[2] = {0, 0};
    for (unsigned thread = 0; thread < 2; ++thread) {
      conflicts.enter(ThreadId(thread), 1, nothing);
      const auto result = conflicts.access(reinterpret_cast<std::uintptr_t>(flag), 1, kAccessWrites,
                                           reinterpret_cast<const void*>(0x1000 + thread), false);
      CHECK(result == Conflicts::AccessOutcome::kContinue);
      flag[0] = same ? 1 : static_cast<unsigned char>(thread + 1);
      CHECK_FALSE(conflicts.leave());
    }
    CHECK(conflicts.found().size() == (same ? 0 : 1));
    CHECK(conflicts.has_silent_writes() == same);
    flag[0] = 0;
  }
}

TEST_CASE("a write that counts for a whole object conflicts with a read of another part of it") {
  alignas(8) static std::uint64_t object[3] = {};
  Conflicts conflicts;
  const std::uint32_t nothing[2] = {0, 0};
  const void* const writer = reinterpret_cast<const void*>(0x1001);
  for (const bool known : {false, true}) {
    conflicts.begin();
    conflicts.enter(ThreadId(0), 1, nothing);
    (void)conflicts.access(reinterpret_cast<std::uintptr_t>(&object[1]), 8, kAccessWrites, writer,
                           true);
    (void)conflicts.leave();
    conflicts.enter(ThreadId(1), 1, nothing);
    (void)conflicts.access(reinterpret_cast<std::uintptr_t>(&object[0]), 8, kPlainRead,
                           reinterpret_cast<const void*>(0x2001), true);
    (void)conflicts.leave();
    CHECK(conflicts.found().size() == (known ? 1 : 0));
    for (const std::uintptr_t each : conflicts.take_new_writers()) {
      CHECK(each == 0x1000);
      conflicts.widen(each, 8, 16);
    }
  }
}

}  // namespace mcheck::conflicts_test
