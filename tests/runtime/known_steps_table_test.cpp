// SPDX-License-Identifier: MIT
// The table of the step cache (engine/runtime/cache/step_cache.hpp), and when it pays to add to it.
#include <catch2/catch.hpp>
#include <cstdint>
#include <vector>

#include "engine/runtime/known_steps.hpp"

namespace mcheck {
namespace {

using Start = KnownSteps::Start;
using Told = KnownSteps::Told;

Start start_of(unsigned i) {
  const Told told = {.thread = ThreadId(static_cast<std::uint16_t>(i % 3)),
                     .events = i / 5,
                     .shows = i % 2 == 0,
                     .failed = i % 11 == 0,
                     .result = i};
  if (i % 4 == 3) return {{i % 7, i % 5}, told};
  return {i % 7, i % 5, i % 2, told};
}

}  // namespace

TEST_CASE("steps that were recorded are found, and no others") {
  KnownSteps steps(500, 64);
  CHECK(steps.find(start_of(0)) == nullptr);
  for (unsigned i = 0; i < 5000; ++i) {
    std::vector<Rooms::Room> rooms;
    std::vector<KnownSteps::Retired> retired;
    if (i % 100 == 1) retired = {{ObjectId(i), false}, {ObjectId(i + 1), true}};
    if (i % 50 == 1) rooms = {i, i + 1, i + 2};
    steps.learn(start_of(i),
                {.operation = {.kind = Kind::kLoad, .a = i}, .own = i, .ends = i % 4 == 0}, rooms,
                retired);
  }
  for (unsigned i = 0; i < 5000; ++i) {
    const KnownSteps::Way* const way = steps.find(start_of(i));
    REQUIRE(way != nullptr);
    CHECK(way->own == i);
    CHECK(way->ends == (i % 4 == 0));
    CHECK(way->operation.a == i);
    REQUIRE(steps.retired_on(*way).size() == (i % 100 == 1 ? 2 : 0));
    REQUIRE(steps.rooms_on(*way).size() == (i % 50 == 1 ? 3 : 0));
    if (i % 50 == 1) CHECK(steps.rooms_on(*way)[1] == i + 1);
    if (i % 100 != 1) continue;
    CHECK(steps.retired_on(*way)[1].object == ObjectId(i + 1));
    CHECK(steps.retired_on(*way)[1].busy_unless_zero);
  }
  CHECK(steps.hits() == 0);  // no hit was used
  steps.note_hit();
  CHECK(steps.hits() == 1);
  CHECK(steps.find(start_of(5000)) == nullptr);
  steps.clear();
  CHECK(steps.find(start_of(0)) == nullptr);
}

TEST_CASE("a step with any other part in its key is another") {
  const Told told = {.thread = ThreadId{1}, .events = 4, .shows = false, .result = 5};
  Told thread = told, events = told, shows = told, failed = told, result = told;
  thread.thread = ThreadId{2};
  events.events = 5;
  shows.shows = true;
  failed.failed = true;
  result.result = 6;
  KnownSteps steps(500, 64);
  steps.learn(Start(3, 7, 9, told), {.own = 1}, {}, {});
  CHECK(steps.find(Start(3, 7, 9, told)) != nullptr);
  CHECK(steps.find(Start(2, 7, 9, told)) == nullptr);
  CHECK(steps.find(Start(3, 6, 9, told)) == nullptr);
  CHECK(steps.find(Start(3, 7, 8, told)) == nullptr);
  const Fingerprint alike = {.low = Word{3} << 32 | 7, .high = 9};
  CHECK(steps.find(Start(alike, told)) == nullptr);
  for (const Told& other : {thread, events, shows, failed, result}) {
    CHECK(steps.find(Start(3, 7, 9, other)) == nullptr);
    steps.learn(Start(alike, told), {.own = 2}, {}, {});
    CHECK(steps.find(Start(alike, other)) == nullptr);
  }
}

TEST_CASE("a step that few regions do not determine is recorded by all memory") {
  KnownSteps steps(500, 64);
  const Told told;
  steps.learn(Start(3, 7, 9, told), {.by_all = true}, {}, {});
  REQUIRE(steps.find(Start(3, 7, 9, told)) != nullptr);
  CHECK(steps.find(Start(3, 7, 9, told))->by_all);
  const Fingerprint all = {.low = 1, .high = 2};
  steps.learn(Start(all, told), {.own = 5}, {}, {});
  REQUIRE(steps.find(Start(all, told)) != nullptr);
  CHECK_FALSE(steps.find(Start(all, told))->by_all);
  steps.learn(Start(3, 7, 9, told), {.own = 6}, {}, {});
  CHECK(steps.find(Start(3, 7, 9, told))->own == 6);
}

TEST_CASE("few regions are tried after some steps, and while that pays") {
  KnownSteps steps(500, 64);
  CHECK_FALSE(steps.may_try_few());
  for (unsigned i = 0; i < 64; ++i) steps.miss();
  CHECK(steps.may_try_few());
  CHECK_FALSE(steps.has_few());
  for (unsigned i = 0; i < 64; ++i) steps.note_try(false);
  CHECK(steps.has_few());
  CHECK_FALSE(steps.may_try_few());
  for (unsigned i = 0; i < 64; ++i) steps.note_try(true);
  CHECK(steps.may_try_few());
}

TEST_CASE("with few hits, few steps are recorded") {
  KnownSteps steps(500, 64);
  unsigned learned = 0;
  for (std::uint64_t step = 0; step < 100'000; ++step) {
    if (!steps.may_learn(step)) continue;
    steps.miss();
    ++learned;
  }
  CHECK(learned > 500);
  CHECK(learned < 1000);
  for (unsigned i = 0; i < 1000; ++i) steps.note_hit();
  CHECK(steps.may_learn(100'000));
}

}  // namespace mcheck
