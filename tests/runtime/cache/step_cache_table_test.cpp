// SPDX-License-Identifier: MIT
// The table of the step cache (engine/runtime/cache/step_cache.hpp), and when it pays to add to it.
#include <catch2/catch.hpp>
#include <cstdint>
#include <vector>

#include "engine/runtime/cache/step_cache.hpp"

namespace mcheck::step_cache_table_test {
namespace {

using Key = StepCache::Key;
using StepInput = StepCache::StepInput;

Key key_of(unsigned i) {
  const StepInput input = {.thread = ThreadId(static_cast<std::uint16_t>(i % 3)),
                           .events = i / 5,
                           .publishes = i % 2 == 0,
                           .failed = i % 11 == 0,
                           .result = i};
  if (i % 4 == 3) return {{i % 7, i % 5}, input};
  return {i % 7, i % 5, i % 2, input};
}

}  // namespace

TEST_CASE("steps that were recorded are found, and no others") {
  StepCache steps(500, 64);
  CHECK(steps.find(key_of(0)) == nullptr);
  for (unsigned i = 0; i < 5000; ++i) {
    std::vector<ContentStore::ContentId> contents;
    std::vector<StepCache::Retired> retired;
    if (i % 100 == 1) retired = {{ObjectId(i), false}, {ObjectId(i + 1), true}};
    if (i % 50 == 1) contents = {i, i + 1, i + 2};
    steps.record(key_of(i),
                 {.operation = {.kind = Kind::kLoad, .a = i}, .own_content = i, .ends = i % 4 == 0},
                 contents, retired);
  }
  for (unsigned i = 0; i < 5000; ++i) {
    const StepCache::Effect* const effect = steps.find(key_of(i));
    REQUIRE(effect != nullptr);
    CHECK(effect->own_content == i);
    CHECK(effect->ends == (i % 4 == 0));
    CHECK(effect->operation.a == i);
    REQUIRE(steps.retired_by(*effect).size() == (i % 100 == 1 ? 2 : 0));
    REQUIRE(steps.contents_after(*effect).size() == (i % 50 == 1 ? 3 : 0));
    if (i % 50 == 1) CHECK(steps.contents_after(*effect)[1] == i + 1);
    if (i % 100 != 1) continue;
    CHECK(steps.retired_by(*effect)[1].object == ObjectId(i + 1));
    CHECK(steps.retired_by(*effect)[1].busy_unless_zero);
  }
  CHECK(steps.hits() == 0);  // no hit was used
  steps.note_hit();
  CHECK(steps.hits() == 1);
  CHECK(steps.find(key_of(5000)) == nullptr);
  steps.clear();
  CHECK(steps.find(key_of(0)) == nullptr);
}

TEST_CASE("a step with any other part in its key is another") {
  const StepInput input = {.thread = ThreadId{1}, .events = 4, .publishes = false, .result = 5};
  StepInput thread = input, events = input, publishes = input, failed = input, result = input;
  thread.thread = ThreadId{2};
  events.events = 5;
  publishes.publishes = true;
  failed.failed = true;
  result.result = 6;
  StepCache steps(500, 64);
  steps.record(Key(3, 7, 9, input), {.own_content = 1}, {}, {});
  CHECK(steps.find(Key(3, 7, 9, input)) != nullptr);
  CHECK(steps.find(Key(2, 7, 9, input)) == nullptr);
  CHECK(steps.find(Key(3, 6, 9, input)) == nullptr);
  CHECK(steps.find(Key(3, 7, 8, input)) == nullptr);
  const Fingerprint equal = {.low = Word{3} << 32 | 7, .high = 9};
  CHECK(steps.find(Key(equal, input)) == nullptr);
  for (const StepInput& other : {thread, events, publishes, failed, result}) {
    CHECK(steps.find(Key(3, 7, 9, other)) == nullptr);
    steps.record(Key(equal, input), {.own_content = 2}, {}, {});
    CHECK(steps.find(Key(equal, other)) == nullptr);
  }
}

TEST_CASE("a step that few regions do not determine is recorded by all memory") {
  StepCache steps(500, 64);
  const StepInput input;
  steps.record(Key(3, 7, 9, input), {.needs_all_regions = true}, {}, {});
  REQUIRE(steps.find(Key(3, 7, 9, input)) != nullptr);
  CHECK(steps.find(Key(3, 7, 9, input))->needs_all_regions);
  const Fingerprint all = {.low = 1, .high = 2};
  steps.record(Key(all, input), {.own_content = 5}, {}, {});
  REQUIRE(steps.find(Key(all, input)) != nullptr);
  CHECK_FALSE(steps.find(Key(all, input))->needs_all_regions);
  steps.record(Key(3, 7, 9, input), {.own_content = 6}, {}, {});
  CHECK(steps.find(Key(3, 7, 9, input))->own_content == 6);
}

TEST_CASE("few regions are tried after some steps, and while that pays") {
  StepCache steps(500, 64);
  CHECK_FALSE(steps.may_try_few());
  for (unsigned i = 0; i < 64; ++i) steps.note_miss();
  CHECK(steps.may_try_few());
  CHECK_FALSE(steps.has_few());
  for (unsigned i = 0; i < 64; ++i) steps.note_try(false);
  CHECK(steps.has_few());
  CHECK_FALSE(steps.may_try_few());
  for (unsigned i = 0; i < 64; ++i) steps.note_try(true);
  CHECK(steps.may_try_few());
}

TEST_CASE("with few hits, few steps are recorded") {
  StepCache steps(500, 64);
  unsigned learned = 0;
  for (std::uint64_t step = 0; step < 100'000; ++step) {
    if (!steps.may_record(step)) continue;
    steps.note_miss();
    ++learned;
  }
  CHECK(learned > 500);
  CHECK(learned < 1000);
  for (unsigned i = 0; i < 1000; ++i) steps.note_hit();
  CHECK(steps.may_record(100'000));
}

}  // namespace mcheck::step_cache_table_test
