// SPDX-License-Identifier: MIT
// A library calls through tables that the dynamic linker has filled. Before any code of a library
// runs, entries that lead to the program are redirected. If the program has a function of that
// name, they lead to a trampoline, which jumps to the program's function while the program runs,
// and to the next definition while the engine runs. Otherwise they lead to the next definition.
#include "engine/intercept/examination/redefined_names.hpp"

#include <dlfcn.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "engine/base/host_state.hpp"
#include "engine/intercept/examination/loaded_objects.hpp"
#include "engine/memory/heap/allocation.hpp"
#include "engine/platform/linking/engine_code.hpp"
#include "engine/platform/linking/library_jumps.hpp"
#include "engine/platform/linking/loaded_symbols.hpp"
#include "engine/platform/linking/trampoline.hpp"
#include "engine/runtime/machine/perform.hpp"

// NOLINTBEGIN
extern "C" {
// One row for each function of the engine that has a name of the C library. Each member is a
// distance from itself: to the engine's function, to what the name is in the executable, and to the
// name.
struct mcheck_name {
  std::int32_t engine_function;
  std::int32_t visible_symbol;
  std::int32_t name;
};
[[gnu::weak]] extern const mcheck_name __start_mcheck_names[];
[[gnu::weak]] extern const mcheck_name __stop_mcheck_names[];
extern const char __executable_start[];
extern const char _etext[];

void* mcheck_real_dlsym(void* handle, const char* name) noexcept;
void* mcheck_real_mmap(void* at, std::size_t size, int protection, int flags, int file, long from);
int mcheck_real_mprotect(void* at, std::size_t size, int protection);
}
// NOLINTEND

namespace mcheck {
namespace {

const char* at(const std::int32_t& distance) {
  return reinterpret_cast<const char*>(&distance) + distance;
}

std::span<const mcheck_name> all_names() {
  if (__start_mcheck_names == nullptr) return {};
  return {__start_mcheck_names, __stop_mcheck_names};
}

bool is_redefined_row(const mcheck_name& row) {
  return at(row.visible_symbol) != at(row.engine_function);
}

const mcheck_name* row_of(const char* name) {
  for (const mcheck_name& row : all_names()) {
    if (std::strcmp(at(row.name), name) == 0) return &row;
  }
  return nullptr;
}

constexpr std::size_t kCodePage = 4096;
constexpr std::size_t kMaxTrampolines = 512;

// Outside of the program memory, together with their code.
struct Trampolines {
  Trampoline list[kMaxTrampolines];
  void* program_function[kMaxTrampolines];  // where they lead while the program runs
  alignas(kCodePage) unsigned char code[kMaxTrampolines][kTrampolineBytes];
};
MCHECK_HOST_STATE Trampolines* trampolines = nullptr;
MCHECK_HOST_STATE std::size_t trampoline_count = 0;

// The code of a new trampoline, which leads to the next definition until main starts; or the next
// definition itself, if there are too many trampolines.
void* new_trampoline(void* program_function, void* next_function) {
  if (trampolines == nullptr) {
    void* const memory = mcheck_real_mmap(nullptr, sizeof(Trampolines), PROT_READ | PROT_WRITE,
                                          MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return next_function;
    trampolines = static_cast<Trampolines*>(memory);
  }
  if (trampoline_count == kMaxTrampolines) return next_function;
  const std::size_t number = trampoline_count++;
  // While the engine runs, no heap is in use.
  trampolines->list[number] = {.if_set = next_function,
                               .if_null = next_function,
                               .pointer = reinterpret_cast<void* const*>(&current_heap)};
  trampolines->program_function[number] = program_function;
  write_trampoline(trampolines->code[number], &trampolines->list[number]);
  return trampolines->code[number];
}

// The engine's own function of that name, or the first definition in a library; or null.
void* next_definition_of(const char* name) {
  const mcheck_name* const row = row_of(name);
  if (row != nullptr) return const_cast<char*>(at(row->engine_function));
  const link_map* object = next_library(first_loaded_object());
  for (; object != nullptr; object = next_library(object)) {
    const LoadedSymbols library(*object);
    const ElfW(Sym)* const symbol = library.find_definition(name);
    if (symbol != nullptr && is_function(*symbol)) return library.address_of(*symbol);
  }
  return nullptr;
}

// The executable's symbols, and whether one of the engine's functions is missing there.
struct Executable {
  LoadedSymbols symbols;
  bool hides_names = std::ranges::any_of(all_names(), is_redefined_row);
};

// Where a library's calls of that name should lead; null: where they lead now. Linkers do not
// export a variable that has the name of a library's function.
void* redirected_target(const Executable& executable, const char* name) {
  const ElfW(Sym)* const exported = executable.symbols.find_definition(name);
  if (exported == nullptr && (!executable.hides_names || !is_redefined(name))) return nullptr;
  void* const program_function =
      exported == nullptr ? nullptr : executable.symbols.address_of(*exported);
  if (exported != nullptr && is_engine_code(program_function)) return nullptr;
  void* const next_function = next_definition_of(name);
  const bool is_program_function =
      next_function != nullptr && exported != nullptr && is_function(*exported);
  return is_program_function ? new_trampoline(program_function, next_function) : next_function;
}

// What the dynamic linker made read-only after it had filled the tables.
std::span<const std::byte> read_only_tables(const link_map& object) {
  const auto* const header = reinterpret_cast<const ElfW(Ehdr)*>(object.l_addr);
  const auto* const parts = reinterpret_cast<const ElfW(Phdr)*>(object.l_addr + header->e_phoff);
  for (const ElfW(Phdr) & part : std::span(parts, header->e_phnum)) {
    if (part.p_type != PT_GNU_RELRO) continue;
    return {reinterpret_cast<const std::byte*>(object.l_addr + part.p_vaddr), part.p_memsz};
  }
  return {};
}

void redirect(const link_map& object, const ElfW(Rela) & entry, void* target) {
  auto* const place = reinterpret_cast<std::byte*>(object.l_addr + entry.r_offset);
  const std::span<const std::byte> tables = read_only_tables(object);
  const bool is_read_only = place >= tables.data() && place < tables.data() + tables.size();
  void* const page = place - reinterpret_cast<std::uintptr_t>(place) % kCodePage;
  if (is_read_only && mcheck_real_mprotect(page, kCodePage, PROT_READ | PROT_WRITE) != 0) return;
  std::memcpy(place, &target, sizeof target);
  if (is_read_only) mcheck_real_mprotect(page, kCodePage, PROT_READ);
}

bool is_address_slot(const ElfW(Rela) & entry) {
  const auto type = ELF64_R_TYPE(entry.r_info);
  return type == R_X86_64_JUMP_SLOT || type == R_X86_64_GLOB_DAT ||
         (type == R_X86_64_64 && entry.r_addend == 0);
}

void redirect_calls_of(const link_map& object, const Executable& executable) {
  const LoadedSymbols library(object);
  for (const auto& entries : {library.relocations(), library.jumps()}) {
    for (const ElfW(Rela) & entry : entries) {
      if (!is_address_slot(entry)) continue;
      const char* const name = library.name_of(library.symbol_of(entry));
      if (*name == 0 || *name == '_') continue;  // no program defines reserved names
      void* const target = redirected_target(executable, name);
      if (target != nullptr) redirect(object, entry, target);
    }
  }
}

void redirect_library_calls() {
  const link_map* const first = first_loaded_object();
  if (first == nullptr || mcheck_code_begin == nullptr) return;
  const Executable executable{LoadedSymbols(*first)};
  for (const link_map* object = next_library(first); object != nullptr;) {
    if (is_system_library(file_name(object->l_name))) redirect_calls_of(*object, executable);
    object = next_library(object);
  }
  if (trampolines == nullptr) return;
  mcheck_real_mprotect(trampolines->code, sizeof trampolines->code, PROT_READ | PROT_EXEC);
}

// Runs before the libraries' own initialisers.
[[gnu::section(".preinit_array"),
  gnu::used]] void (*const redirect_at_start)() = redirect_library_calls;

}  // namespace

bool is_redefined(const char* name) {
  const mcheck_name* const row = row_of(name);
  return row != nullptr && is_redefined_row(*row);
}

void activate_redefined_names() {
  for (std::size_t i = 0; i < trampoline_count; ++i) {
    Trampoline& trampoline = trampolines->list[i];
    trampoline.if_set = trampolines->program_function[i];
    if (passes_through()) trampoline.if_null = trampoline.if_set;
  }
}

const char* conflicting_variable() {
  const link_map* const first = first_loaded_object();
  if (first == nullptr) return nullptr;
  const LoadedSymbols executable(*first);
  for (const char* name : {"calloc", "free"}) {
    const ElfW(Sym)* const exported = executable.find_definition(name);
    if (exported != nullptr && !is_function(*exported)) return name;
  }
  return nullptr;
}

}  // namespace mcheck

// NOLINTBEGIN
extern "C" {

// A program that replaces a function and asks for the next one of that name gets the engine's: the
// C library's own would start threads, or allocate, without the engine.
void* mcheck_intercept_dlsym(void* handle, const char* name) noexcept {
  const auto* const caller = static_cast<const char*>(__builtin_return_address(0));
  if (handle == RTLD_NEXT && caller >= __executable_start && caller < _etext) {
    if (const mcheck_name* const row = mcheck::row_of(name)) {
      return const_cast<char*>(mcheck::at(row->engine_function));
    }
  }
  return mcheck_real_dlsym(handle, name);
}
}

MCHECK_LIBRARY_JUMP(dlsym)
MCHECK_LIBRARY_JUMP(mmap)
MCHECK_LIBRARY_JUMP(mprotect)
// NOLINTEND
