// SPDX-License-Identifier: MIT
#include "engine/runtime/loops/thread_time.hpp"

#include <algorithm>

#include "engine/base/host_state.hpp"
#include "engine/platform/processor/raw_copy.hpp"

namespace mcheck {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
// A number that is further away from now is no point in time.
constexpr std::int64_t kNearby = 600 * kSecond;

MCHECK_HOST_STATE ThreadTime current_thread_time;

std::int64_t clock_word_at(const std::byte* address) {
  std::int64_t word = 0;
  raw_copy(&word, address, sizeof word);
  return word;
}

// A point in time, as a count of that many nanoseconds. Larger units are rounded.
bool advances_with_clock(std::int64_t before, std::int64_t after, const TimedStates& states,
                         std::int64_t unit) {
  return std::ranges::any_of(current_thread_time.starts, [&](std::int64_t start) {
    const std::int64_t from_then = before - (start + states.then) / unit;
    if (std::abs(from_then) > kNearby / unit) return false;
    const std::int64_t difference = after - (start + states.now) / unit - from_then;
    return unit == 1 ? difference == 0 : std::abs(difference) <= 1;
  });
}

// The fraction of a second.
bool is_subsecond_part(std::int64_t before, std::int64_t after, const TimedStates& states,
                       std::int64_t unit) {
  const std::int64_t all = kSecond / unit;
  if (before < 0 || after < 0 || before >= all || after >= all) return false;
  const std::int64_t passed = (states.now - states.then) / unit % all;
  return passed != 0 && (after - before + all) % all == passed;
}

bool is_time(std::int64_t before, std::int64_t after, const TimedStates& states) {
  constexpr std::int64_t kUnits[] = {1, 1'000, 1'000'000, kSecond};
  const auto advances = [&](std::int64_t unit) {
    return advances_with_clock(before, after, states, unit);
  };
  return std::ranges::any_of(kUnits, advances) || is_subsecond_part(before, after, states, 1) ||
         is_subsecond_part(before, after, states, 1'000);
}

// Half of a word may be a fraction, and the other half something else.
bool is_time_in_halves(std::int64_t before, std::int64_t after, const TimedStates& states) {
  const auto same = [&](unsigned shift) {
    const auto was = static_cast<std::int64_t>(static_cast<std::uint32_t>(before >> shift));
    const auto is = static_cast<std::int64_t>(static_cast<std::uint32_t>(after >> shift));
    return was == is || is_time(was, is, states);
  };
  return same(0) && same(32);
}

}  // namespace

void set_thread_time(const ThreadTime& time) { current_thread_time = time; }
const ThreadTime& thread_time() { return current_thread_time; }

bool equal_but_for_time(const TimedStates& states) {
  if (raw_equal(states.before, states.after, states.size)) return true;
  if (states.then == states.now) return false;
  std::size_t at = 0;
  for (; at + sizeof(std::int64_t) <= states.size; at += sizeof(std::int64_t)) {
    const std::int64_t before = clock_word_at(states.before + at);
    const std::int64_t after = clock_word_at(states.after + at);
    if (before == after || is_time(before, after, states)) continue;
    if (!is_time_in_halves(before, after, states)) return false;
  }
  return raw_equal(states.before + at, states.after + at, states.size - at);
}

}  // namespace mcheck
