// SPDX-License-Identifier: MIT
#include "engine/intercept/threads/referenced_functions.hpp"

#include <link.h>
#include <pthread.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>

#include "engine/base/host_state.hpp"
#include "engine/memory/heap/allocation.hpp"
#include "engine/platform/linking/engine_code.hpp"
#include "engine/platform/processor/processor.hpp"

namespace mcheck {
namespace {

enum ReferencedFunction : std::size_t { kCancel, kTryJoin, kTimedJoin, kClockJoin, kFunctionCount };

// The only place in the engine that references these functions; the search skips it. Volatile, so
// that the compiler reads it and writes no address into code.
MCHECK_HOST_STATE void* volatile functions[kFunctionCount] = {
    reinterpret_cast<void*>(pthread_cancel), reinterpret_cast<void*>(pthread_tryjoin_np),
    reinterpret_cast<void*>(pthread_timedjoin_np), reinterpret_cast<void*>(pthread_clockjoin_np)};
constexpr const char* kNames[kFunctionCount] = {"pthread_cancel", "pthread_tryjoin_np",
                                                "pthread_timedjoin_np", "pthread_clockjoin_np"};

struct SearchResult {
  bool searched = false;
  std::array<bool, kFunctionCount> referenced{};
};

MCHECK_HOST_STATE constinit SearchResult search_result;

std::uintptr_t address_of(const volatile void* pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer);
}

using Addresses = std::array<std::uintptr_t, kFunctionCount>;

Addresses addresses() {
  Addresses list{};
  for (std::size_t i = 0; i < kFunctionCount; ++i) list[i] = address_of(functions[i]);
  return list;
}

void mark_if_wanted(const Addresses& wanted, std::uintptr_t address) {
  for (std::size_t i = 0; i < kFunctionCount; ++i)
    search_result.referenced[i] |= address == wanted[i];
}

template <class Value>
Value read_value(const std::byte* place) {
  Value value;
  std::memcpy(&value, place, sizeof value);
  return value;
}

void search_code(std::span<const std::byte> code, const Addresses& wanted) {
  for (std::size_t i = 2; i + sizeof(std::int32_t) <= code.size(); ++i) {
    const std::byte* const place = code.data() + i;
    const auto number = read_value<std::int32_t>(place);
    if (number == 0) continue;  // the padding before a function
    if (is_relative_operand(place)) {
      mark_if_wanted(wanted,
                     address_of(place + sizeof number) + static_cast<std::uintptr_t>(number));
    }
    mark_if_wanted(wanted, static_cast<std::uint32_t>(number));
  }
}

void search_data(std::span<const std::byte> data, const Addresses& wanted) {
  for (std::size_t i = 0; i + sizeof(std::uintptr_t) <= data.size(); i += sizeof(std::uintptr_t)) {
    const std::byte* const place = data.data() + i;
    const auto offset = address_of(place) - address_of(&functions[0]);
    if (offset >= sizeof functions) mark_if_wanted(wanted, read_value<std::uintptr_t>(place));
  }
}

std::span<const std::byte> bytes_of(const dl_phdr_info& info, const ElfW(Phdr) & part) {
  return {reinterpret_cast<const std::byte*>(info.dlpi_addr + part.p_vaddr), part.p_filesz};
}

// The parts of the code before and behind `part`, or all of it.
std::array<std::span<const std::byte>, 2> excluding(std::span<const std::byte> code,
                                                    std::span<const std::byte> part) {
  if (part.data() < code.data() || part.data() + part.size() > code.data() + code.size())
    return {code, {}};
  const auto before = static_cast<std::size_t>(part.data() - code.data());
  return {code.first(before), code.subspan(before + part.size())};
}

std::span<const std::byte> engine_code() {
  return std::as_bytes(std::span(mcheck_code_begin, mcheck_code_end));
}

// Searches neither the engine's code, which never calls these functions for itself, nor the table
// of all functions (.eh_frame_hdr), which linkers may place beside code: each entry of the table
// may well equal the distance to one of the functions.
void search_code_of_program(std::span<const std::byte> code, const dl_phdr_info& info,
                            const Addresses& wanted) {
  std::span<const std::byte> table;
  for (int i = 0; i < info.dlpi_phnum; ++i) {
    if (info.dlpi_phdr[i].p_type == PT_GNU_EH_FRAME) table = bytes_of(info, info.dlpi_phdr[i]);
  }
  for (const std::span<const std::byte> part : excluding(code, engine_code())) {
    for (const std::span<const std::byte> searched : excluding(part, table)) {
      search_code(searched, wanted);
    }
  }
}

void search_segments(const dl_phdr_info& info) {
  const Addresses wanted = addresses();
  for (int i = 0; i < info.dlpi_phnum; ++i) {
    const auto& part = info.dlpi_phdr[i];
    if (part.p_type != PT_LOAD) continue;
    const auto bytes = bytes_of(info, part);
    if ((part.p_flags & PF_X) != 0) {
      search_code_of_program(bytes, info, wanted);
    } else if ((part.p_flags & PF_W) != 0) {
      search_data(bytes, wanted);
    }
  }
}

// A shared library's imports come first among its symbols, before the symbols that it exports,
// which are hashed.
void search_imports(const ElfW(Dyn) * entry) {
  const ElfW(Sym)* symbols = nullptr;
  const char* texts = nullptr;
  const std::uint32_t* hash = nullptr;
  for (; entry->d_tag != DT_NULL; ++entry) {
    if (entry->d_tag == DT_SYMTAB) symbols = reinterpret_cast<const ElfW(Sym)*>(entry->d_un.d_ptr);
    if (entry->d_tag == DT_STRTAB) texts = reinterpret_cast<const char*>(entry->d_un.d_ptr);
    if (entry->d_tag == DT_GNU_HASH) {
      hash = reinterpret_cast<const std::uint32_t*>(entry->d_un.d_ptr);
    }
  }
  if (symbols == nullptr || texts == nullptr || hash == nullptr) return;
  const std::uint32_t first_defined = hash[1];
  for (std::uint32_t i = 1; i < first_defined; ++i) {
    for (std::size_t name = 0; name < kFunctionCount; ++name) {
      search_result.referenced[name] |= std::strcmp(texts + symbols[i].st_name, kNames[name]) == 0;
    }
  }
}

// The executable comes first; the kernel's object (the vDSO) has no file.
int search_module(dl_phdr_info* info, std::size_t, void* first) {
  if (std::exchange(*static_cast<bool*>(first), false)) {
    search_segments(*info);
    return 0;
  }
  if (info->dlpi_name == nullptr || info->dlpi_name[0] != '/') return 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& part = info->dlpi_phdr[i];
    if (part.p_type != PT_DYNAMIC) continue;
    search_imports(reinterpret_cast<const ElfW(Dyn)*>(info->dlpi_addr + part.p_vaddr));
  }
  return 0;
}

bool references(ReferencedFunction function) {
  if (!search_result.searched) {
    const EngineAllocationScope engine_at_work;
    bool first = true;
    dl_iterate_phdr(search_module, &first);
    search_result.searched = true;
  }
  return search_result.referenced[function];
}

}  // namespace

bool cancellation_is_used() { return references(kCancel); }

bool thread_ends_are_queried() {
  return references(kCancel) || references(kTryJoin) || references(kTimedJoin) ||
         references(kClockJoin);
}

}  // namespace mcheck
