// SPDX-License-Identifier: MIT
#include "engine/runtime/own_time.hpp"

#include <algorithm>

#include "engine/base/host_state.hpp"
#include "engine/platform/raw_copy.hpp"

namespace mcheck {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
// A number that is further away from now is no point in time.
constexpr std::int64_t kNear = 600 * kSecond;

MCHECK_HOST_STATE OwnTime the_time;

std::int64_t clock_word_at(const std::byte* address) {
  std::int64_t word = 0;
  raw_copy(&word, address, sizeof word);
  return word;
}

// A point in time, as a count of that many nanoseconds. Larger units are rounded.
bool moves_along(std::int64_t before, std::int64_t after, const Moments& moments,
                 std::int64_t unit) {
  return std::ranges::any_of(the_time.starts, [&](std::int64_t start) {
    const std::int64_t from_then = before - (start + moments.then) / unit;
    if (std::abs(from_then) > kNear / unit) return false;
    const std::int64_t difference = after - (start + moments.now) / unit - from_then;
    return unit == 1 ? difference == 0 : std::abs(difference) <= 1;
  });
}

// The fraction of a second.
bool is_left_over(std::int64_t before, std::int64_t after, const Moments& moments,
                  std::int64_t unit) {
  const std::int64_t all = kSecond / unit;
  if (before < 0 || after < 0 || before >= all || after >= all) return false;
  const std::int64_t passed = (moments.now - moments.then) / unit % all;
  return passed != 0 && (after - before + all) % all == passed;
}

bool is_time(std::int64_t before, std::int64_t after, const Moments& moments) {
  constexpr std::int64_t kUnits[] = {1, 1'000, 1'000'000, kSecond};
  const auto moves = [&](std::int64_t unit) { return moves_along(before, after, moments, unit); };
  return std::ranges::any_of(kUnits, moves) || is_left_over(before, after, moments, 1) ||
         is_left_over(before, after, moments, 1'000);
}

// Half of a word may be a fraction, and the other half something else.
bool is_time_in_halves(std::int64_t before, std::int64_t after, const Moments& moments) {
  const auto same = [&](unsigned shift) {
    const auto was = static_cast<std::int64_t>(static_cast<std::uint32_t>(before >> shift));
    const auto is = static_cast<std::int64_t>(static_cast<std::uint32_t>(after >> shift));
    return was == is || is_time(was, is, moments);
  };
  return same(0) && same(32);
}

}  // namespace

void keep_own_time(const OwnTime& time) { the_time = time; }
const OwnTime& own_time() { return the_time; }

bool same_but_for_time(const Moments& moments) {
  if (raw_equal(moments.before, moments.after, moments.size)) return true;
  if (moments.then == moments.now) return false;
  std::size_t at = 0;
  for (; at + sizeof(std::int64_t) <= moments.size; at += sizeof(std::int64_t)) {
    const std::int64_t before = clock_word_at(moments.before + at);
    const std::int64_t after = clock_word_at(moments.after + at);
    if (before == after || is_time(before, after, moments)) continue;
    if (!is_time_in_halves(before, after, moments)) return false;
  }
  return raw_equal(moments.before + at, moments.after + at, moments.size - at);
}

}  // namespace mcheck
