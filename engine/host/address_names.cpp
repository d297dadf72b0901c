// SPDX-License-Identifier: MIT
#include "engine/host/address_names.hpp"

#include "engine/host/told_names.hpp"
#include "engine/host/variables.hpp"
#include "engine/world/place.hpp"

namespace mcheck {
namespace {

constexpr Word kLowest = 0x10000;  // nothing is mapped below
constexpr unsigned kPointerBits = 48;

}  // namespace

std::string AddressNames::name(Word word) {
  if (word < kLowest) return "";
  const std::string whole = name_at(word);
  if (!whole.empty()) return whole;
  // Lock-free queues keep a counter (a tag) in the bits that addresses do not use.
  const Word tag = word >> kPointerBits;
  const Word low = word & ((Word{1} << kPointerBits) - 1);
  if (tag == 0 || low < kLowest) return "";
  const std::string tagged = name_at(low);
  return tagged.empty() ? "" : tagged + " tag " + std::to_string(tag);
}

std::string AddressNames::name_at(std::uintptr_t address) {
  const auto* const pointer = reinterpret_cast<const void*>(address);
  const ToldNames* const names = ToldNames::current();
  const std::string told = names == nullptr ? "" : names->pointed(pointer);
  if (!told.empty()) return told;
  if (in_world(pointer) && (address - kWorldBase) % kPlaceBytes >= kHeapOffset) {
    const auto [entry, is_new] = blocks_.try_emplace(address, blocks_.size() + 1);
    return "block#" + std::to_string(entry->second);
  }
  const ObjectId object = execution_.last_object_at(pointer);
  const bool has_name = object != kNoObject && execution_.find_object(object)->name != nullptr;
  if (object != kNoObject && (has_name || in_world(pointer))) {
    return "&" + execution_.object_text(object);
  }
  if (in_world(pointer)) return "";
  const std::string variable = pointed_variable_at(pointer);
  return variable.empty() ? "" : "&" + variable;
}

}  // namespace mcheck
