// SPDX-License-Identifier: MIT
#include "engine/intercept/inline_counts.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/host_state.hpp"
#include "engine/host/variables.hpp"
#include "engine/runtime/perform.hpp"
#include "engine/world/allocation.hpp"

namespace mcheck {
namespace {

// Mangled names: std::latch::count_down(long), std::counting_semaphore<N>::release(long), and the
// functions that they call to count.
constexpr std::string_view kCountDown = "_ZNSt5latch10count_downEl";
constexpr std::string_view kRelease = "_ZNSt18counting_semaphoreILl";
constexpr std::string_view kReleaseEnds = "EE7releaseEl";
constexpr std::string_view kSubtracts = "_ZNSt13__atomic_impl9fetch_sub";
constexpr std::string_view kAdds = "_ZNSt13__atomic_impl9fetch_add";

// The kind of counter that the calling code changes.
struct Counter {
  bool is_latch = false;
  std::int64_t most = -1;  // of a semaphore; negative: it is none
};

std::int64_t most_permits(std::string_view name) {
  std::int64_t most = -1;
  if (!name.starts_with(kRelease) || !name.ends_with(kReleaseEnds)) return most;
  const char* const end = name.data() + name.size() - kReleaseEnds.size();
  const auto read = std::from_chars(name.data() + kRelease.size(), end, most);
  return read.ptr == end ? most : -1;
}

// The innermost function must be the one that counts: others may be called in between.
Counter counter_at(const void* caller) {
  const auto* const code = static_cast<const std::byte*>(caller) - 1;
  DebugInformation* const information = debug_information_at(code);
  if (information == nullptr) return {};
  const std::vector<std::string_view> functions = information->functions_at(place_in_object(code));
  if (functions.size() < 2) return {};
  const std::string_view innermost = functions.back();
  Counter counter;
  for (const std::string_view function : functions) {
    if (innermost.starts_with(kSubtracts) && function == kCountDown) counter.is_latch = true;
    if (innermost.starts_with(kAdds)) counter.most = std::max(counter.most, most_permits(function));
  }
  return counter;
}

const Counter& known_counter_at(const void* caller) {
  using Known = std::map<const void*, Counter>;
  MCHECK_HOST_STATE static Known* known = nullptr;
  if (known == nullptr) known = new Known;
  const auto [entry, is_new] = known->try_emplace(caller);
  if (is_new) entry->second = counter_at(caller);
  return entry->second;
}

}  // namespace

void judge_count(bool subtracts, std::int32_t before, std::int32_t operand, const void* caller) {
  if (!on_model_thread()) return;
  const OutsideWorld engine_at_work;
  const Counter& counter = known_counter_at(caller);
  if (subtracts) {
    if (!counter.is_latch) return;
    fail(FailureKind::kMisuse, operand < 0 ? "counts a latch down by a negative number"
                                           : "counts a latch down below zero");
  }
  if (counter.most < 0) return;
  if (operand < 0) fail(FailureKind::kMisuse, "releases a negative number of permits");
  if (std::int64_t{before} + operand <= counter.most) return;
  fail(FailureKind::kMisuse, "releases more permits than the semaphore can count");
}

}  // namespace mcheck
