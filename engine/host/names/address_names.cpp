// SPDX-License-Identifier: MIT
#include "engine/host/names/address_names.hpp"

#include "engine/host/names/report_names.hpp"
#include "engine/host/names/variable_names.hpp"
#include "engine/memory/regions/thread_region.hpp"

namespace mcheck {
namespace {

constexpr Word kLowestAddress = 0x10000;  // nothing is mapped below
constexpr unsigned kPointerBits = 48;

}  // namespace

std::string AddressNames::name(Word word) {
  if (word < kLowestAddress) return "";
  std::string whole = name_at(word);
  if (!whole.empty()) return whole;
  // Lock-free queues keep a counter (a tag) in the bits that addresses do not use.
  const Word tag = word >> kPointerBits;
  const Word low = word & ((Word{1} << kPointerBits) - 1);
  if (tag == 0 || low < kLowestAddress) return "";
  const std::string tagged = name_at(low);
  return tagged.empty() ? "" : tagged + " tag " + std::to_string(tag);
}

std::string AddressNames::name_at(std::uintptr_t address) {
  const auto* const pointer = reinterpret_cast<const void*>(address);
  const ReportNames* const names = ReportNames::current();
  std::string report_name = names == nullptr ? "" : names->pointer_name(pointer);
  if (!report_name.empty()) return report_name;
  if (in_program_memory(pointer) &&
      (address - kProgramMemoryBase) % kThreadRegionBytes >= kHeapOffset) {
    const auto [entry, is_new] = blocks_.try_emplace(address, blocks_.size() + 1);
    return "block#" + std::to_string(entry->second);
  }
  const ObjectId object = execution_.last_object_at(pointer);
  const bool has_name = object != kNoObject && execution_.find_object(object)->name != nullptr;
  if (object != kNoObject && (has_name || in_program_memory(pointer))) {
    return "&" + execution_.object_text(object);
  }
  if (in_program_memory(pointer)) return "";
  const std::string variable = pointee_variable_at(pointer);
  return variable.empty() ? "" : "&" + variable;
}

}  // namespace mcheck
