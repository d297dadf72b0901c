// SPDX-License-Identifier: MIT
// The table of known steps (runtime/known_steps.hpp), and when it pays to add to it.
#include <catch2/catch.hpp>
#include <cstdint>

#include "engine/runtime/known_steps.hpp"

namespace mcheck {
namespace {

KnownSteps::Start start_of(unsigned i) {
  return {i % 7, ThreadId(static_cast<std::uint16_t>(i % 3)), i % 2 == 0, i / 5, i % 11 == 0, i};
}

}  // namespace

TEST_CASE("steps that were learned are found, and no others") {
  KnownSteps steps(500);
  CHECK(steps.find(start_of(0)) == nullptr);
  for (unsigned i = 0; i < 5000; ++i) {
    KnownSteps::Lesson lesson;
    lesson.start = start_of(i);
    if (i % 100 == 1) lesson.retired = {{ObjectId(i), false}, {ObjectId(i + 1), true}};
    steps.learn(lesson, {.to = i, .ends = i % 4 == 0, .operation = {.kind = Kind::kLoad, .a = i}});
  }
  for (unsigned i = 0; i < 5000; ++i) {
    const KnownSteps::Way* const way = steps.find(start_of(i));
    REQUIRE(way != nullptr);
    CHECK(way->to == i);
    CHECK(way->ends == (i % 4 == 0));
    CHECK(way->operation.a == i);
    REQUIRE(way->retired == (i % 100 == 1 ? 2 : 0));
    if (way->retired == 0) continue;
    CHECK(steps.retired_on(*way)[1].object == ObjectId(i + 1));
    CHECK(steps.retired_on(*way)[1].busy_unless_zero);
  }
  CHECK(steps.hits() == 0);  // none of what was found was taken
  steps.note_hit();
  CHECK(steps.hits() == 1);
  CHECK(steps.find(start_of(5000)) == nullptr);
  steps.clear();
  CHECK(steps.find(start_of(0)) == nullptr);
}

TEST_CASE("a step with anything else about its start is another") {
  constexpr ThreadId kOne{1};
  KnownSteps steps(500);
  KnownSteps::Lesson lesson;
  lesson.start = {3, kOne, false, 4, false, 5};
  steps.learn(lesson, {.to = 1, .operation = {}});
  CHECK(steps.find({3, kOne, false, 4, false, 5}) != nullptr);
  CHECK(steps.find({2, kOne, false, 4, false, 5}) == nullptr);
  CHECK(steps.find({3, ThreadId{2}, false, 4, false, 5}) == nullptr);
  CHECK(steps.find({3, kOne, true, 4, false, 5}) == nullptr);
  CHECK(steps.find({3, kOne, false, 5, false, 5}) == nullptr);
  CHECK(steps.find({3, kOne, false, 4, true, 5}) == nullptr);
  CHECK(steps.find({3, kOne, false, 4, false, 6}) == nullptr);
}

TEST_CASE("who hardly knows a step learns few") {
  KnownSteps steps(500);
  unsigned learned = 0;
  for (std::uint64_t step = 0; step < 100'000; ++step) {
    if (!steps.may_learn(step)) continue;
    steps.miss();
    ++learned;
  }
  CHECK(learned > 500);
  CHECK(learned < 1000);
  KnownSteps::Lesson lesson;
  lesson.start = start_of(1);
  steps.learn(lesson, {.to = 1, .operation = {}});
  for (unsigned i = 0; i < 1000; ++i) steps.note_hit();
  CHECK(steps.may_learn(100'000));
}

}  // namespace mcheck
