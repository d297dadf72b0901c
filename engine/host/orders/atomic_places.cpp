// SPDX-License-Identifier: MIT
#include "engine/host/orders/atomic_places.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "engine/host/names/symbolizer.hpp"
#include "engine/host/names/variable_names.hpp"
#include "engine/platform/linking/engine_code.hpp"

namespace mcheck {
namespace {

// Of libstdc++, libc++ and Boost.Atomic.
bool is_atomic_header(std::string_view file) {
  constexpr std::array<std::string_view, 5> kNames = {"/atomic", "/atomic_base.h", "/stdatomic.h",
                                                      "/atomic_wait.h", "/atomic_futex.h"};
  return file.find("/__atomic/") != std::string_view::npos ||
         file.find("/boost/atomic/") != std::string_view::npos ||
         std::ranges::any_of(kNames, [&](std::string_view name) { return file.ends_with(name); });
}

}  // namespace

bool AtomicPlaces::is_last(std::uintptr_t call) const {
  const auto found = codes_.find(call);
  return found != codes_.end() && !found->second.is_transparent;
}

const AtomicPlace* AtomicPlaces::find(const Backtrace& calls) {
  for (const std::uintptr_t call : calls) {
    auto found = codes_.find(call);
    if (found == codes_.end()) found = codes_.emplace(call, resolve(call)).first;
    if (!found->second.is_transparent) return found->second.place;
  }
  return nullptr;
}

AtomicPlaces::Code AtomicPlaces::resolve(std::uintptr_t call) {
  const void* const address = reinterpret_cast<const void*>(call);
  if (is_engine_code(address)) return {};
  DebugInformation* const information = debug_information_at(address);
  if (information == nullptr) return {};
  for (const SourcePosition& at : information->positions_at(offset_in_object(address))) {
    if (is_user_file(at.file))
      return {.is_transparent = false,
              .place = &*places_.insert({at.file, at.line, at.column}).first};
    if (!is_engine_file(at.file) && !is_atomic_header(at.file)) return {.is_transparent = false};
  }
  return {};
}

}  // namespace mcheck
