// SPDX-License-Identifier: MIT
// The race detector by itself: scripted accesses, and random ones compared with a list of all of
// them.
#include "engine/runtime/data_races/races.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <memory>
#include <optional>

#include "tests/runtime/data_races/races_naive.hpp"
#include "tests/support/generators/draw.hpp"

namespace mcheck::races_test {
namespace {

constexpr unsigned kThreads = 4;
constexpr std::uint64_t kBase = 0x3000'0010'0000;

// Threads that pass clocks to each other through channels, as locks would.
struct Clocks {
  std::vector<std::vector<std::uint32_t>> of =
      std::vector(kThreads, std::vector<std::uint32_t>(kThreads, 0));
  std::vector<std::vector<std::uint32_t>> channels = of;

  std::uint32_t epoch(unsigned thread) const { return of[thread][thread] + 1; }
  void give(unsigned thread, unsigned channel) {
    ++of[thread][thread];
    channels[channel] = of[thread];
  }
  void take(unsigned thread, unsigned channel) {
    ++of[thread][thread];
    for (unsigned i = 0; i < kThreads; ++i) {
      of[thread][i] = std::max(of[thread][i], channels[channel][i]);
    }
  }
};

// A detector and its threads.
class Scene {
 public:
  void run(unsigned thread) {
    thread_ = thread;
    races_->enter(ThreadId(static_cast<std::uint16_t>(thread)), clocks_.epoch(thread),
                  clocks_.of[thread]);
  }
  // All that the first did happens before what the second does from now on.
  void order(unsigned first, unsigned second) {
    clocks_.give(first, first);
    clocks_.take(second, first);
  }
  bool read(unsigned thread, std::uint64_t at, std::size_t size) {
    run(thread);
    return races_->access(pointer(at), size, false, caller(at));
  }
  bool write(unsigned thread, std::uint64_t at, std::size_t size) {
    run(thread);
    return races_->access(pointer(at), size, true, caller(at));
  }
  bool atomic(unsigned thread, std::uint64_t at, std::size_t size, bool writes) {
    ++clocks_.of[thread][thread];  // its event
    run(thread);
    return races_->atomic(pointer(at), size, writes, caller(at));
  }
  bool freed(unsigned thread, std::uint64_t at, std::size_t size) {
    run(thread);
    return races_->freed(pointer(at), size, caller(at));
  }
  void allocated(std::uint64_t at, std::size_t size) { races_->allocated(pointer(at), size); }

  Races& races() { return *races_; }
  Clocks& clocks() { return clocks_; }
  const Race& found() { return races_->found(); }
  std::uint64_t offset() { return reinterpret_cast<std::uint64_t>(found().address) - kBase; }

  static const void* pointer(std::uint64_t at) { return reinterpret_cast<const void*>(kBase + at); }
  static const void* caller(std::uint64_t at) { return reinterpret_cast<const void*>(0x1000 + at); }

 private:
  Clocks clocks_;
  unsigned thread_ = 0;
  std::unique_ptr<Races> races_ = std::make_unique<Races>();
};

}  // namespace

TEST_CASE("two accesses race if one writes and nothing orders them") {
  Scene scene;
  CHECK_FALSE(scene.write(0, 0, 4));
  CHECK_FALSE(scene.write(0, 0, 4));
  CHECK(scene.write(1, 0, 4));
  CHECK(scene.found().kind == Race::Kind::kRace);
  CHECK(scene.found().size == 4);
  CHECK(scene.offset() == 0);
  CHECK(scene.found().now.thread == ThreadId{1});
  CHECK(scene.found().now.write);
  CHECK(scene.found().now.caller == Scene::caller(0));
  CHECK(scene.found().before.thread == ThreadId{0});
  CHECK(scene.found().before.epoch == 1);
  CHECK(scene.read(1, 0, 4));
  CHECK_FALSE(scene.read(0, 8, 4));
  CHECK_FALSE(scene.read(1, 8, 4));
  CHECK(scene.write(1, 8, 4));
  CHECK_FALSE(scene.found().before.write);
}

TEST_CASE("what is ordered does not race, and what comes after the order does") {
  Scene scene;
  CHECK_FALSE(scene.write(0, 0, 8));
  scene.order(0, 1);
  CHECK_FALSE(scene.read(1, 0, 8));
  CHECK_FALSE(scene.write(1, 0, 8));
  CHECK_FALSE(scene.write(0, 8, 8));  // after the release
  CHECK(scene.write(1, 8, 8));
  scene.order(0, 2);
  CHECK(scene.read(2, 0, 8));
  CHECK(scene.found().before.thread == ThreadId{1});
}

TEST_CASE("bytes beside each other do not race, in one word or two") {
  Scene scene;
  for (unsigned thread = 0; thread < 4; ++thread) CHECK_FALSE(scene.write(thread, thread * 2, 2));
  CHECK(scene.read(0, 1, 2));
  CHECK(scene.offset() == 2);
  CHECK(scene.found().size == 1);
  CHECK_FALSE(scene.write(0, 8 + 5, 2));
  CHECK_FALSE(scene.write(1, 8 + 7, 8));
  CHECK(scene.read(2, 8 + 14, 1));
  CHECK(scene.found().before.thread == ThreadId{1});
  CHECK_FALSE(scene.read(2, 8 + 15, 1));
}

TEST_CASE("of many readers each races with a later writer") {
  for (unsigned left_out = 1; left_out < kThreads; ++left_out) {
    Scene scene;
    for (unsigned thread = 1; thread < kThreads; ++thread) CHECK_FALSE(scene.read(thread, 0, 8));
    for (unsigned thread = 1; thread < kThreads; ++thread) {
      if (thread != left_out) scene.order(thread, 0);
    }
    CHECK(scene.write(0, 3, 1));
    CHECK(index(scene.found().before.thread) == left_out);
    scene.order(left_out, 0);
    CHECK_FALSE(scene.write(0, 3, 1));
  }
}

TEST_CASE("memory that was freed is not used by any thread until it is allocated again") {
  Scene scene;
  CHECK_FALSE(scene.write(0, 4, 8));
  CHECK_FALSE(scene.freed(0, 0, 40));
  CHECK(scene.read(0, 39, 1));
  CHECK(scene.found().kind == Race::Kind::kUseAfterFree);
  CHECK(scene.found().before.freed);
  CHECK_FALSE(scene.read(0, 40, 1));
  scene.order(0, 1);
  CHECK(scene.read(1, 0, 8));
  CHECK(scene.found().kind == Race::Kind::kUseAfterFree);
  CHECK(scene.freed(1, 0, 40));
  scene.allocated(0, 40);
  CHECK_FALSE(scene.write(1, 0, 40));
  CHECK(scene.freed(2, 0, 40));  // unordered
  CHECK(scene.found().kind == Race::Kind::kRace);
  CHECK(scene.found().now.freed);
}

TEST_CASE("memory that is written and freed at once counts as freed") {
  Scene scene;
  CHECK_FALSE(scene.write(0, 0, 8));
  CHECK_FALSE(scene.freed(0, 0, 8));
  CHECK(scene.read(0, 0, 8));
}

TEST_CASE("atomics race with plain accesses and not with each other") {
  Scene scene;
  CHECK_FALSE(scene.atomic(0, 0, 4, true));
  CHECK_FALSE(scene.atomic(1, 0, 4, true));
  CHECK_FALSE(scene.atomic(2, 0, 4, false));
  CHECK(scene.read(2, 0, 4));
  CHECK(scene.found().before.atomic);
  CHECK_FALSE(scene.read(2, 8, 4));
  CHECK_FALSE(scene.atomic(1, 8, 4, false));
  CHECK(scene.atomic(1, 8, 4, true));
  CHECK(scene.found().now.atomic);
  CHECK_FALSE(scene.write(0, 16, 4));
  CHECK(scene.atomic(1, 16, 4, false));
}

TEST_CASE("atomics that overlap in part are recorded, and whether anything orders them") {
  const auto overlap = [](std::size_t first, std::uint64_t at, std::size_t second, bool ordered,
                          bool writes) {
    Scene scene;
    CHECK_FALSE(scene.atomic(0, 0, first, true));
    if (ordered) scene.order(0, 1);
    CHECK_FALSE(scene.atomic(1, at, second, writes));
    return scene.races().atomic_overlap();
  };
  CHECK(overlap(4, 0, 4, false, true) == AtomicOverlap::kNever);
  CHECK(overlap(4, 4, 4, false, true) == AtomicOverlap::kNever);
  CHECK(overlap(8, 8, 8, false, true) == AtomicOverlap::kNever);
  CHECK(overlap(4, 0, 8, false, true) == AtomicOverlap::kUnordered);
  CHECK(overlap(8, 4, 4, false, false) == AtomicOverlap::kUnordered);
  CHECK(overlap(8, 0, 1, true, true) == AtomicOverlap::kOrdered);
  CHECK(overlap(16, 0, 8, false, true) == AtomicOverlap::kUnordered);
  CHECK(overlap(16, 8, 8, true, false) == AtomicOverlap::kOrdered);
  CHECK(overlap(16, 0, 16, false, true) == AtomicOverlap::kNever);
}

TEST_CASE("two atomics beside each other in one epoch stay two") {
  Scene scene;
  scene.run(0);
  CHECK_FALSE(scene.races().atomic(Scene::pointer(0), 4, false, nullptr));
  CHECK_FALSE(scene.races().atomic(Scene::pointer(4), 4, false, nullptr));
  CHECK_FALSE(scene.races().atomic(Scene::pointer(0), 4, false, nullptr));
  CHECK(scene.races().atomic_overlap() == AtomicOverlap::kNever);
}

TEST_CASE("an ordered plain write subsumes atomics of other sizes") {
  Scene scene;
  CHECK_FALSE(scene.atomic(0, 0, 4, true));
  CHECK_FALSE(scene.write(0, 0, 8));
  CHECK_FALSE(scene.atomic(0, 0, 8, true));
  CHECK(scene.races().atomic_overlap() == AtomicOverlap::kNever);
}

TEST_CASE("an atomic is part of its event: what the event releases comes after it") {
  Scene scene;
  scene.clocks().give(0, 0);
  scene.run(0);
  CHECK_FALSE(scene.races().atomic(Scene::pointer(0), 4, true, nullptr));
  scene.clocks().take(1, 0);
  CHECK_FALSE(scene.write(1, 0, 4));
}

TEST_CASE("restoring a snapshot forgets what was accessed since, and nothing else") {
  Scene scene;
  for (unsigned thread = 0; thread < 3; ++thread) CHECK_FALSE(scene.read(thread, 0, 8));
  const Races::Snapshot snapshot = scene.races().snapshot();
  for (int round = 0; round < 3; ++round) {
    CHECK_FALSE(scene.read(3, 0, 8));
    CHECK_FALSE(scene.write(3, 0x123456, 8));
    scene.races().rewind(snapshot);
    CHECK_FALSE(scene.write(0, 0x123456, 8));
    scene.races().rewind(snapshot);
  }
  CHECK(scene.write(1, 0, 8));
  scene.races().begin();
  CHECK_FALSE(scene.write(1, 0, 8));
}

TEST_CASE("if all accesses are recorded, the location of the earlier one is reported, too") {
  Scene scene;
  scene.races().capture(true);
  scene.run(0);
  CHECK_FALSE(scene.races().access(Scene::pointer(0), 8, true, Scene::caller(1)));
  CHECK_FALSE(scene.races().access(Scene::pointer(4), 2, true, Scene::caller(2)));
  scene.run(1);
  CHECK(scene.races().access(Scene::pointer(5), 1, false, Scene::caller(3)));
  CHECK(scene.found().before.caller == Scene::caller(2));
  CHECK(scene.races().access(Scene::pointer(0), 1, false, Scene::caller(3)));
  CHECK(scene.found().before.caller == Scene::caller(1));
}

TEST_CASE("pages that share a line of the table are kept apart") {
  Scene scene;
  constexpr std::uint64_t kStep = std::uint64_t{1} << 26;  // the same line
  for (std::uint64_t i = 0; i < 8; ++i) CHECK_FALSE(scene.write(0, i * kStep, 8));
  for (std::uint64_t i = 0; i < 8; ++i) CHECK(scene.read(1, i * kStep, 8));
  CHECK_FALSE(scene.read(1, 8 * kStep, 8));
}

namespace {

// Random threads, twice: for the detector, and as a list of all accesses.
class Pair {
 public:
  explicit Pair(std::uint64_t seed) : draw_(seed) {}

  // True once a race was found.
  bool step() {
    const auto thread = static_cast<unsigned>(draw_.below(kThreads));
    switch (draw_.below(8)) {
      case 0: scene_.clocks().give(thread, pick(kThreads)); return false;
      case 1:
      case 2: scene_.clocks().take(thread, pick(kThreads)); return false;
      case 3: rewind_or_snapshot(); return false;
      default: return access(thread);
    }
  }

 private:
  struct Saved {
    Races::Snapshot snapshot;
    Clocks clocks;
    NaiveRaces naive;
  };

  unsigned pick(unsigned n) { return static_cast<unsigned>(draw_.below(static_cast<int>(n))); }

  void rewind_or_snapshot() {
    if (saved_.empty() || draw_.one_in(2)) {
      saved_.push_back({scene_.races().snapshot(), scene_.clocks(), naive_});
      return;
    }
    if (saved_.size() > 1 && draw_.one_in(2)) saved_.pop_back();
    scene_.races().rewind(saved_.back().snapshot);
    scene_.clocks() = saved_.back().clocks;
    naive_ = saved_.back().naive;
  }

  bool access(unsigned thread) {
    NaiveAccess now{.begin = pick(20), .thread = thread};
    constexpr std::array kSizes = {1u, 2u, 4u, 4u, 8u, 13u};
    const unsigned size = draw_.one_of(kSizes);
    now.end = now.begin + size;
    if (draw_.one_in(25)) {
      scene_.allocated(now.begin, size);
      naive_.allocated(now.begin, now.end);
      return false;
    }
    now.freed = draw_.one_in(20);
    now.atomic = !now.freed && draw_.one_in(3);
    now.write = now.freed || draw_.one_in(4);
    if (now.atomic) ++scene_.clocks().of[thread][thread];
    now.epoch = scene_.clocks().epoch(thread) - (now.atomic ? 1 : 0);
    const auto rivals = naive_.access(now, scene_.clocks().of[thread]);
    const bool raced = detect(now, size);
    REQUIRE(raced == !rivals.empty());
    if (raced) check_found(rivals);
    return raced;
  }

  bool detect(const NaiveAccess& now, unsigned size) {
    scene_.run(now.thread);
    Races& races = scene_.races();
    const void* const at = Scene::pointer(now.begin);
    if (now.freed) return races.freed(at, size, nullptr);
    if (now.atomic) return races.atomic(at, size, now.write, nullptr);
    return races.access(at, size, now.write, nullptr);
  }

  void check_found(const std::vector<NaiveAccess>& rivals) {
    const Race::Side& before = scene_.found().before;
    const bool is_one = std::ranges::any_of(rivals, [&](const NaiveAccess& rival) {
      return rival.thread == index(before.thread) && rival.epoch == before.epoch &&
             rival.write == before.write && rival.atomic == before.atomic &&
             rival.freed == before.freed && rival.begin <= scene_.offset() &&
             scene_.offset() < rival.end;
    });
    REQUIRE(is_one);
  }

  table::Draw draw_;
  Scene scene_;
  NaiveRaces naive_;
  std::vector<Saved> saved_;
};

}  // namespace

TEST_CASE("the first race of random accesses is that of a list of all accesses") {
  std::size_t races = 0;
  for (std::uint64_t seed = 1; seed <= 30'000; ++seed) {
    INFO("seed " << seed);
    Pair pair(seed);
    for (int i = 0; i < 80; ++i) {
      if (!pair.step()) continue;
      ++races;
      break;
    }
  }
  CHECK(races > 10'000);
}

}  // namespace mcheck::races_test
