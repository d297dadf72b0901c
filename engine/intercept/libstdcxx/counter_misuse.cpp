// SPDX-License-Identifier: MIT
#include "engine/intercept/libstdcxx/counter_misuse.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/host_state.hpp"
#include "engine/host/names/variable_names.hpp"
#include "engine/memory/heap/allocation.hpp"
#include "engine/runtime/machine/perform.hpp"

namespace mcheck {
namespace {

// Mangled names: std::latch::count_down(long), std::counting_semaphore<N>::release(long), and the
// functions that they call to count.
constexpr std::string_view kCountDown = "_ZNSt5latch10count_downEl";
constexpr std::string_view kReleasePrefix = "_ZNSt18counting_semaphoreILl";
constexpr std::string_view kReleaseSuffix = "EE7releaseEl";
constexpr std::string_view kFetchSub = "_ZNSt13__atomic_impl9fetch_sub";
constexpr std::string_view kFetchAdd = "_ZNSt13__atomic_impl9fetch_add";

// The kind of counter that the calling code changes.
struct Counter {
  bool is_latch = false;
  std::int64_t max_permits = -1;  // of a semaphore; negative: it is none
};

std::int64_t max_permits_of(std::string_view name) {
  std::int64_t max_permits = -1;
  if (!name.starts_with(kReleasePrefix) || !name.ends_with(kReleaseSuffix)) return max_permits;
  const char* const end = name.data() + name.size() - kReleaseSuffix.size();
  const auto read = std::from_chars(name.data() + kReleasePrefix.size(), end, max_permits);
  return read.ptr == end ? max_permits : -1;
}

// The innermost function must be the one that counts: others may be called in between.
Counter counter_at(const void* caller) {
  const auto* const code = static_cast<const std::byte*>(caller) - 1;
  DebugInformation* const information = debug_information_at(code);
  if (information == nullptr) return {};
  const std::vector<std::string_view> functions = information->functions_at(offset_in_object(code));
  if (functions.size() < 2) return {};
  const std::string_view innermost = functions.back();
  Counter counter;
  for (const std::string_view function : functions) {
    if (innermost.starts_with(kFetchSub) && function == kCountDown) counter.is_latch = true;
    if (innermost.starts_with(kFetchAdd))
      counter.max_permits = std::max(counter.max_permits, max_permits_of(function));
  }
  return counter;
}

const Counter& cached_counter_at(const void* caller) {
  using Cache = std::map<const void*, Counter>;
  MCHECK_HOST_STATE static Cache* cache = nullptr;
  if (cache == nullptr) cache = new Cache;
  const auto [entry, is_new] = cache->try_emplace(caller);
  if (is_new) entry->second = counter_at(caller);
  return entry->second;
}

}  // namespace

void check_counter(bool subtracts, std::int32_t before, std::int32_t operand, const void* caller) {
  if (!on_model_thread()) return;
  const EngineAllocationScope engine_at_work;
  const Counter& counter = cached_counter_at(caller);
  if (subtracts) {
    if (!counter.is_latch) return;
    fail(FailureKind::kMisuse, operand < 0 ? "counts a latch down by a negative number"
                                           : "counts a latch down below zero");
  }
  if (counter.max_permits < 0) return;
  if (operand < 0) fail(FailureKind::kMisuse, "releases a negative number of permits");
  if (std::int64_t{before} + operand <= counter.max_permits) return;
  fail(FailureKind::kMisuse, "releases more permits than the semaphore can count");
}

}  // namespace mcheck
