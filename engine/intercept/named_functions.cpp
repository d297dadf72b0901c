// SPDX-License-Identifier: MIT
#include "engine/intercept/named_functions.hpp"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <span>

#include "engine/base/host_state.hpp"
#include "engine/world/allocation.hpp"

namespace mcheck {
namespace {

template <class Function>
std::uintptr_t address_of(Function function) {
  return reinterpret_cast<std::uintptr_t>(function);
}

enum Named : std::size_t { kCancel, kTryJoin, kTimedJoin, kClockJoin, kNamed };

// The table is the one place of ours that names them; it is passed over.
const std::array<void*, kNamed> kFunctions = {
    reinterpret_cast<void*>(pthread_cancel), reinterpret_cast<void*>(pthread_tryjoin_np),
    reinterpret_cast<void*>(pthread_timedjoin_np), reinterpret_cast<void*>(pthread_clockjoin_np)};
constexpr const char* kNames[kNamed] = {"pthread_cancel", "pthread_tryjoin_np",
                                        "pthread_timedjoin_np", "pthread_clockjoin_np"};

struct Found {
  bool searched = false;
  std::array<bool, kNamed> named{};
};

MCHECK_HOST_STATE constinit Found found;

void note(std::uintptr_t address) {
  for (std::size_t i = 0; i < kNamed; ++i) found.named[i] |= address == address_of(kFunctions[i]);
}

template <class Value>
Value value_at(const std::byte* place) {
  Value value;
  std::memcpy(&value, place, sizeof value);
  return value;
}

void search_code(std::span<const std::byte> code) {
  for (std::size_t i = 0; i + sizeof(std::int32_t) <= code.size(); ++i) {
    const std::byte* const place = code.data() + i;
    const auto number = value_at<std::int32_t>(place);
    note(address_of(place + sizeof number) + static_cast<std::uintptr_t>(number));
    note(static_cast<std::uint32_t>(number));
  }
}

void search_data(std::span<const std::byte> data) {
  for (std::size_t i = 0; i + sizeof(std::uintptr_t) <= data.size(); i += sizeof(std::uintptr_t)) {
    const std::byte* const place = data.data() + i;
    const auto offset = address_of(place) - address_of(kFunctions.data());
    if (offset >= sizeof kFunctions) note(value_at<std::uintptr_t>(place));
  }
}

// The executable comes first; it is the only one to be looked at.
int search_executable(dl_phdr_info* info, std::size_t, void*) {
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& part = info->dlpi_phdr[i];
    if (part.p_type != PT_LOAD) continue;
    const auto* begin = reinterpret_cast<const std::byte*>(info->dlpi_addr + part.p_vaddr);
    const std::span<const std::byte> bytes(begin, part.p_filesz);
    if ((part.p_flags & PF_X) != 0) {
      search_code(bytes);
    } else if ((part.p_flags & PF_W) != 0) {
      search_data(bytes);
    }
  }
  return 1;
}

// A function that the executable shows to others is one that a shared library calls.
bool is_shown(std::size_t i) { return dlsym(RTLD_DEFAULT, kNames[i]) == kFunctions[i]; }

bool names(Named function) {
  if (!found.searched) {
    const OutsideWorld engine_at_work;
    dl_iterate_phdr(search_executable, nullptr);
    for (std::size_t i = 0; i < kNamed; ++i) found.named[i] |= is_shown(i);
    found.searched = true;
  }
  return found.named[function];
}

}  // namespace

bool threads_are_cancelled() { return names(kCancel); }

bool ends_are_asked_for() {
  return names(kCancel) || names(kTryJoin) || names(kTimedJoin) || names(kClockJoin);
}

}  // namespace mcheck
