// SPDX-License-Identifier: MIT
#include "engine/trace/failures/known_faults.hpp"

#include <algorithm>
#include <array>

#include "engine/trace/failures/suppressions.hpp"

namespace mcheck {
namespace {

constexpr std::array<KnownFault, 1> kFaults = {{
    {"race:^std::_Sp_atomic<", "libstdc++ of GCC 12, up to 12.3",
     "load() of std::atomic<std::shared_ptr> and <std::weak_ptr> unlocks the pointer with "
     "memory_order_relaxed, so its read is not ordered before a later store() or exchange()",
     "https://github.com/google/sanitizers/issues/1558"},
}};

}  // namespace

std::span<const KnownFault> known_faults() { return kFaults; }

std::string known_faults_as_suppressions() {
  std::string text;
  for (const KnownFault& fault : kFaults) text += std::string(fault.suppression) + "\n";
  return text;
}

std::string known_fault_text(const std::vector<std::string>& frames) {
  Suppressions suppressions;
  if (suppressions.parse(known_faults_as_suppressions())) return "";
  const std::optional<std::size_t> found = suppressions.find(SuppressionKind::kRace, frames);
  if (!found) return "";
  const KnownFault& fault = kFaults.at(*found);
  return "a known fault of " + std::string(fault.library) + ": " + std::string(fault.what) + " (" +
         std::string(fault.reference) + "); --suppressions standard suppresses it";
}

std::string_view library_at_fault(std::string_view suppression) {
  const auto* const found = std::ranges::find(kFaults, suppression, &KnownFault::suppression);
  return found == kFaults.end() ? std::string_view() : found->library;
}

}  // namespace mcheck
