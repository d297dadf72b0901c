// SPDX-License-Identifier: MIT
// Cells count as protected only as long as no two of the accesses to them could race: compared with
// all pairs of accesses, on random ones.
#include "engine/runtime/data_races/protected_cells.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

#include "tests/support/generators/draw.hpp"

namespace mcheck::protected_cells_test {
namespace {

using Access = ProtectedCells::Access;

struct LoggedAccess {
  int cell = 0;
  unsigned thread = 0;
  Access how{};
  unsigned held = 0, held_exclusively = 0;  // a bit for each lock
};

constexpr int kCells = 3;
constexpr int kLocks = 2;

bool is_write(Access how) { return how == Access::kWrite || how == Access::kAtomicWrite; }
bool is_plain(Access how) { return how == Access::kRead || how == Access::kWrite; }

// Of the locks that both hold, one holds at least one exclusively.
bool may_race(const LoggedAccess& a, const LoggedAccess& b) {
  const unsigned orders = (a.held & b.held_exclusively) | (a.held_exclusively & b.held);
  return a.cell == b.cell && a.thread != b.thread && (is_write(a.how) || is_write(b.how)) &&
         (is_plain(a.how) || is_plain(b.how)) && orders == 0;
}

LoggedAccess draw_access(table::Draw& draw) {
  LoggedAccess access{.cell = draw.below(kCells),
                      .thread = static_cast<unsigned>(draw.below(3)),
                      .how = static_cast<Access>(draw.one_in(4) ? draw.below(4) : draw.below(2))};
  for (unsigned lock = 0; lock < kLocks; ++lock) {
    if (draw.one_in(4)) continue;
    access.held |= 1u << lock;
    if (!draw.one_in(3)) access.held_exclusively |= 1u << lock;
  }
  return access;
}

Accessor accessor_for(const LoggedAccess& access, bool forgets_modes) {
  Accessor by{.thread = ThreadId(static_cast<std::uint16_t>(access.thread))};
  for (unsigned lock = 0; lock < kLocks; ++lock) {
    if ((access.held >> lock & 1) != 0) by.held.add(0x1000 + lock);
    const unsigned exclusively = forgets_modes ? access.held : access.held_exclusively;
    if ((exclusively >> lock & 1) != 0) by.held_exclusively.add(0x1000 + lock);
  }
  return by;
}

struct Tally {
  int wrong = 0;  // protected, and two accesses may race
  int protected_cells = 0, unprotected_cells = 0;
};

Tally compare(int programs, bool forgets_modes) {
  Tally tally;
  for (int seed = 0; seed < programs; ++seed) {
    table::Draw draw(static_cast<std::uint64_t>(seed));
    const std::vector<Cell> cells(kCells);
    ProtectedCells all;
    all.begin_search(true);
    std::vector<LoggedAccess> log;
    const int accesses = 4 + draw.below(12);
    for (int i = 0; i < accesses; ++i) {
      log.push_back(draw_access(draw));
      all.set_accessor(accessor_for(log.back(), forgets_modes));
      all.note(cells[static_cast<std::size_t>(log.back().cell)], log.back().how, false);
    }
    for (int cell = 0; cell < kCells; ++cell) {
      const bool races = std::ranges::any_of(log, [&](const LoggedAccess& a) {
        return a.cell == cell &&
               std::ranges::any_of(log, [&](const LoggedAccess& b) { return may_race(a, b); });
      });
      const bool is_protected = all.is_protected(cells[static_cast<std::size_t>(cell)]);
      ++(is_protected ? tally.protected_cells : tally.unprotected_cells);
      tally.wrong += is_protected && races ? 1 : 0;
    }
  }
  return tally;
}

}  // namespace

TEST_CASE("no two accesses to a protected cell could race") {
  const Tally tally = compare(20'000, false);
  CHECK(tally.wrong == 0);
  CHECK(tally.protected_cells > 10'000);  // both kinds are tested
  CHECK(tally.unprotected_cells > 10'000);
}

TEST_CASE("to take shared locks for exclusive ones is noticed") {
  CHECK(compare(1'000, true).wrong > 0);
}

TEST_CASE("what main does alone, or before it starts a thread, needs no lock") {
  const std::vector<Cell> cells(3);
  ProtectedCells all;
  all.begin_search(true);
  const auto note = [&](int cell, const Accessor& by, Access how) {
    all.set_accessor(by);
    all.note(cells[static_cast<std::size_t>(cell)], how, false);
  };
  const auto main = [](std::uint32_t started) {
    return Accessor{.thread = kMainThread, .number = started};
  };
  const Accessor second{.thread = ThreadId{2}, .number = 2};
  note(0, {.thread = kMainThread, .is_alone = true, .number = 3}, Access::kWrite);
  note(0, second, Access::kWrite);
  note(1, main(1), Access::kWrite);
  note(1, second, Access::kWrite);
  CHECK_FALSE(all.has_news());
  note(0, main(2), Access::kRead);
  CHECK_FALSE(all.is_protected(cells[0]));
  CHECK(all.has_news());
  note(1, {.thread = ThreadId{1}, .number = 1}, Access::kRead);
  CHECK_FALSE(all.is_protected(cells[1]));
  note(2, main(0), Access::kWrite);
  note(2, second, Access::kRead);
  note(2, {.thread = ThreadId{1}, .number = 1}, Access::kRead);
  CHECK(all.is_protected(cells[2]));
  note(2, {.thread = ThreadId{3}, .is_equal = true}, Access::kRead);  // of no known number
  CHECK_FALSE(all.is_protected(cells[2]));
}

TEST_CASE("after each restart twice as many neighbours lose their protection, too") {
  const std::vector<Cell> cells(64);
  ProtectedCells all;
  all.begin_search(true);
  const auto lost = [&] {
    return std::ranges::count_if(cells, [&](const Cell& cell) { return !all.is_protected(cell); });
  };
  all.unprotect(cells[8]);
  CHECK(lost() == 1);
  all.begin_search(true);
  CHECK_FALSE(all.has_news());
  CHECK(lost() == 2);
  all.unprotect(cells[40]);
  all.begin_search(true);
  CHECK(lost() == 8);  // two units of four
  all.begin_search(true);
  CHECK(lost() == 8);  // no news
}

TEST_CASE("a search in which each access is news starts again a few times, then no more") {
  const std::vector<Cell> cells(100'000);
  ProtectedCells all;
  all.begin_search(true);
  unsigned restarts = 0;
  for (const Cell& cell : cells) {
    all.unprotect(cell);
    if (!all.has_news()) continue;
    all.begin_search(true);
    ++restarts;
  }
  CHECK(restarts == ProtectedCells::kMaxRestarts);
  CHECK_FALSE(all.is_protected(cells.front()));
  all.set_accessor({.thread = ThreadId{1}});
  all.note(cells.front(), Access::kWrite, false);
  all.set_accessor({.thread = ThreadId{2}});
  all.note(cells.front(), Access::kWrite, false);
  CHECK_FALSE(all.has_news());
}

// A replay compares states, and the search that goes on after it compares none.
TEST_CASE("news of a search that compares states are none for a search that compares none") {
  const std::vector<Cell> cells(1);
  ProtectedCells all;
  all.begin_search(true);
  CHECK(all.is_protected(cells[0]));
  all.unprotect(cells[0]);
  CHECK(all.has_news());
  all.begin_search(false);
  CHECK_FALSE(all.has_news());
}

TEST_CASE("a search that compares no states protects no cell, and has no news") {
  const std::vector<Cell> cells(2);
  ProtectedCells all;
  all.begin_search(false);
  CHECK_FALSE(all.is_protected(cells[0]));
  all.unprotect(cells[0]);
  for (const ThreadId thread : {ThreadId{1}, ThreadId{2}}) {
    all.set_accessor({.thread = thread});
    all.note(cells[1], Access::kWrite, false);
  }
  CHECK_FALSE(all.has_news());
}

}  // namespace mcheck::protected_cells_test
