// SPDX-License-Identifier: MIT
#include "engine/memory/regions/globals.hpp"

#include <link.h>
#include <sys/auxv.h>

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "engine/base/host_state.hpp"

// Defined by the linker at the ends of the section of the engine's globals.
extern "C" {
extern std::byte __start_mcheck_host[];  // NOLINT(bugprone-reserved-identifier)
extern std::byte __stop_mcheck_host[];   // NOLINT(bugprone-reserved-identifier)
// The addresses that engine/platform/linking/library_jumps.cpp resolves at start are not restored
// either.
[[gnu::weak]] extern std::byte __start_mcheck_jumps[];  // NOLINT(bugprone-reserved-identifier)
[[gnu::weak]] extern std::byte __stop_mcheck_jumps[];   // NOLINT(bugprone-reserved-identifier)
[[gnu::weak]] extern std::byte
    __start_mcheck_program_state[];  // NOLINT(bugprone-reserved-identifier)
[[gnu::weak]] extern std::byte
    __stop_mcheck_program_state[];  // NOLINT(bugprone-reserved-identifier)
}

namespace mcheck {
namespace {

// At least one variable, so that the section exists.
MCHECK_HOST_STATE std::uintptr_t image_base = 0;
MCHECK_HOST_STATE bool image_base_known = false;

void exclude(std::vector<Range>& ranges, std::byte* begin, std::byte* end) {
  std::vector<Range> kept;
  for (const Range& range : ranges) {
    std::byte* const range_end = range.begin + range.size;
    if (end <= range.begin || begin >= range_end) {
      kept.push_back(range);
      continue;
    }
    if (begin > range.begin) {
      kept.push_back({range.begin, static_cast<std::size_t>(begin - range.begin)});
    }
    if (end < range_end) kept.push_back({end, static_cast<std::size_t>(range_end - end)});
  }
  ranges = std::move(kept);
}

// The table of addresses of library functions (PLT), which the dynamic linker fills at the first
// call of each: no state of the program. The dynamic linker has made its address absolute, unless
// it left the object's dynamic section unchanged.
void exclude_function_table(std::vector<Range>& ranges, const ElfW(Dyn) * entry,
                            std::uintptr_t base) {
  std::uintptr_t table = 0;
  std::size_t relocations = 0;
  for (; entry->d_tag != DT_NULL; ++entry) {
    if (entry->d_tag == DT_PLTGOT) table = entry->d_un.d_ptr;
    if (entry->d_tag == DT_PLTRELSZ) relocations = entry->d_un.d_val / sizeof(ElfW(Rela));
  }
  if (table == 0) return;
  if (table < base) table += base;
  auto* const begin = reinterpret_cast<std::byte*>(table);
  exclude(ranges, begin, begin + (3 + relocations) * sizeof(void*));
}

std::byte* page_of(std::byte* address) {
  return reinterpret_cast<std::byte*>(reinterpret_cast<std::uintptr_t>(address) & ~4095ul);
}

std::vector<Range> globals_of(const dl_phdr_info& object) {
  std::vector<Range> ranges;
  const auto at = [&](ElfW(Addr) offset) {
    return reinterpret_cast<std::byte*>(object.dlpi_addr + offset);
  };
  const std::span headers(object.dlpi_phdr, object.dlpi_phnum);
  for (const ElfW(Phdr) & header : headers) {
    if (header.p_type != PT_LOAD || (header.p_flags & PF_W) == 0) continue;
    ranges.push_back({at(header.p_vaddr), header.p_memsz});
  }
  for (const ElfW(Phdr) & header : headers) {
    if (header.p_type == PT_GNU_RELRO) {  // read-only by now, in whole pages
      exclude(ranges, page_of(at(header.p_vaddr)), page_of(at(header.p_vaddr + header.p_memsz)));
    }
    if (header.p_type == PT_DYNAMIC) {
      const auto* entries = reinterpret_cast<const ElfW(Dyn)*>(at(header.p_vaddr));
      exclude_function_table(ranges, entries, object.dlpi_addr);
    }
  }
  return ranges;
}

bool is_sanitizer(const dl_phdr_info& object) {
  const std::string_view name(object.dlpi_name);
  const std::string_view file = name.substr(name.rfind('/') + 1);
  return file.starts_with("libasan.") || file.starts_with("libubsan.");
}

// Objects that describe the process and not the program.
bool is_excluded_object(const dl_phdr_info& object) {
  if (object.dlpi_addr == getauxval(AT_BASE)) return true;  // the dynamic linker
  const auto* headers = reinterpret_cast<const std::byte*>(object.dlpi_phdr);
  const auto vdso = reinterpret_cast<const std::byte*>(getauxval(AT_SYSINFO_EHDR));
  if (headers >= vdso && headers < vdso + 4096) return true;
  return is_sanitizer(object);
}

bool is_system_library(const dl_phdr_info& object) {
  const std::string_view name(object.dlpi_name);
  const std::string_view file = name.substr(name.rfind('/') + 1);
  return file.starts_with("libc.so.") || file.starts_with("libstdc++.so.") ||
         file.starts_with("libm.so.") || file.starts_with("libgcc_s.so.");
}

struct WritableGlobals {
  bool executable_next = true;  // it is the first object
  std::vector<Range> executable;
  std::vector<Range> libraries;
  std::vector<Range> system_libraries;
};

int read_object(dl_phdr_info* object, std::size_t, void* into) {
  auto& found = *static_cast<WritableGlobals*>(into);
  if (std::exchange(found.executable_next, false)) {
    image_base = object->dlpi_addr;
    image_base_known = true;
    found.executable = globals_of(*object);
  } else if (!is_excluded_object(*object)) {
    const std::vector<Range> ranges = globals_of(*object);
    found.libraries.insert(found.libraries.end(), ranges.begin(), ranges.end());
    if (is_system_library(*object)) {
      found.system_libraries.insert(found.system_libraries.end(), ranges.begin(), ranges.end());
    }
  }
  return 0;
}

WritableGlobals read_objects() {
  WritableGlobals found;
  dl_iterate_phdr(read_object, &found);
  return found;
}

// Excludes objects of libraries that are located in the executable, the first object.
int exclude_copied_objects(dl_phdr_info* object, std::size_t, void* from) {
  const ElfW(Sym)* symbols = nullptr;
  const ElfW(Rela)* relocations = nullptr;
  std::size_t bytes = 0;
  const auto there = [&](ElfW(Addr) at) {
    return at < object->dlpi_addr ? at + object->dlpi_addr : at;
  };
  for (const ElfW(Phdr) & header : std::span(object->dlpi_phdr, object->dlpi_phnum)) {
    if (header.p_type != PT_DYNAMIC) continue;
    const auto* entry = reinterpret_cast<const ElfW(Dyn)*>(object->dlpi_addr + header.p_vaddr);
    for (; entry->d_tag != DT_NULL; ++entry) {
      const auto at = there(entry->d_un.d_ptr);
      if (entry->d_tag == DT_SYMTAB) symbols = reinterpret_cast<const ElfW(Sym)*>(at);
      if (entry->d_tag == DT_RELA) relocations = reinterpret_cast<const ElfW(Rela)*>(at);
      if (entry->d_tag == DT_RELASZ) bytes = entry->d_un.d_val;
    }
  }
  if (symbols == nullptr || relocations == nullptr) return 1;
  for (const ElfW(Rela) & relocation : std::span(relocations, bytes / sizeof(ElfW(Rela)))) {
    if (ELF64_R_TYPE(relocation.r_info) != R_X86_64_COPY) continue;
    auto* const begin = reinterpret_cast<std::byte*>(object->dlpi_addr + relocation.r_offset);
    const std::size_t size = symbols[ELF64_R_SYM(relocation.r_info)].st_size;
    exclude(*static_cast<std::vector<Range>*>(from), begin, begin + size);
  }
  return 1;
}

int read_library(dl_phdr_info* object, std::size_t, void* into) {
  auto& [first, ranges] = *static_cast<std::pair<bool, std::vector<Range>>*>(into);
  if (std::exchange(first, false)) return 0;  // the executable
  if (is_sanitizer(*object)) return 0;
  for (const ElfW(Phdr) & header : std::span(object->dlpi_phdr, object->dlpi_phnum)) {
    if (header.p_type != PT_LOAD || (header.p_flags & PF_W) == 0) continue;
    auto* const begin = reinterpret_cast<std::byte*>(object->dlpi_addr + header.p_vaddr);
    ranges.push_back({begin, header.p_memsz});
  }
  return 0;
}

}  // namespace

std::vector<Range> library_writable_memory() {
  std::pair<bool, std::vector<Range>> found{true, {}};
  dl_iterate_phdr(read_library, &found);
  return std::move(found.second);
}

std::vector<Range> writable_globals() {
  std::vector<Range> ranges = read_objects().executable;
  exclude(ranges, __start_mcheck_host, __stop_mcheck_host);
  if (__start_mcheck_jumps != nullptr) exclude(ranges, __start_mcheck_jumps, __stop_mcheck_jumps);
  return ranges;
}

std::vector<Range> program_globals() {
  std::vector<Range> ranges = writable_globals();
  if (__start_mcheck_program_state != nullptr)
    exclude(ranges, __start_mcheck_program_state, __stop_mcheck_program_state);
  dl_iterate_phdr(exclude_copied_objects, &ranges);
  return ranges;
}

bool is_kept_for_program(const void* address) {
  const auto* const byte = static_cast<const std::byte*>(address);
  return byte >= __start_mcheck_program_state && byte < __stop_mcheck_program_state;
}

std::vector<Range> library_globals() { return read_objects().libraries; }

RarelyWritten rarely_written_globals() {
  RarelyWritten found{.libraries = read_objects().system_libraries, .tables = {}};
  if (__start_mcheck_program_state == nullptr) return found;
  const auto size = __stop_mcheck_program_state - __start_mcheck_program_state;
  found.tables = {__start_mcheck_program_state, static_cast<std::size_t>(size)};
  return found;
}

std::uintptr_t offset_in_image(const void* address) {
  if (!image_base_known) (void)read_objects();
  return reinterpret_cast<std::uintptr_t>(address) - image_base;
}

}  // namespace mcheck
