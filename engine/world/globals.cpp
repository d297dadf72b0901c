// SPDX-License-Identifier: MIT
#include "engine/world/globals.hpp"

#include <link.h>

#include <cstdint>

#include "engine/base/host_state.hpp"

// Made by the linker around the section of the engine's own globals.
extern "C" {
extern std::byte __start_mcheck_host[];  // NOLINT(bugprone-reserved-identifier)
extern std::byte __stop_mcheck_host[];   // NOLINT(bugprone-reserved-identifier)
}

namespace mcheck {
namespace {

// At least one, so that the section exists.
MCHECK_HOST_STATE std::uintptr_t image_base = 0;

void cut_out(std::vector<Range>& ranges, std::byte* begin, std::byte* end) {
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

// The table of addresses of library functions, which the dynamic linker fills in at each one's
// first call: no state of the program.
void cut_out_calls(std::vector<Range>& ranges, const ElfW(Dyn) * entry) {
  std::uintptr_t table = 0;
  std::size_t relocations = 0;
  for (; entry->d_tag != DT_NULL; ++entry) {
    if (entry->d_tag == DT_PLTGOT) table = entry->d_un.d_ptr;
    if (entry->d_tag == DT_PLTRELSZ) relocations = entry->d_un.d_val / sizeof(ElfW(Rela));
  }
  if (table == 0) return;
  if (table < image_base) table += image_base;
  auto* const begin = reinterpret_cast<std::byte*>(table);
  cut_out(ranges, begin, begin + (3 + relocations) * sizeof(void*));
}

// The first object is the executable itself.
int read_executable(dl_phdr_info* info, std::size_t, void* into) {
  auto& ranges = *static_cast<std::vector<Range>*>(into);
  const auto at = [&](ElfW(Addr) offset) {
    return reinterpret_cast<std::byte*>(info->dlpi_addr + offset);
  };
  image_base = info->dlpi_addr;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& header = info->dlpi_phdr[i];
    if (header.p_type == PT_LOAD && (header.p_flags & PF_W) != 0) {
      ranges.push_back({at(header.p_vaddr), header.p_memsz});
    }
  }
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& header = info->dlpi_phdr[i];
    if (header.p_type == PT_GNU_RELRO) {  // read-only by now, in whole pages
      const auto end = reinterpret_cast<std::uintptr_t>(at(header.p_vaddr + header.p_memsz));
      cut_out(ranges, at(header.p_vaddr), reinterpret_cast<std::byte*>((end + 4095) & ~4095ul));
    }
  }
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& header = info->dlpi_phdr[i];
    if (header.p_type != PT_DYNAMIC) continue;
    cut_out_calls(ranges, reinterpret_cast<const ElfW(Dyn)*>(at(header.p_vaddr)));
  }
  return 1;
}

}  // namespace

std::vector<Range> writable_globals() {
  std::vector<Range> ranges;
  dl_iterate_phdr(read_executable, &ranges);
  cut_out(ranges, __start_mcheck_host, __stop_mcheck_host);
  return ranges;
}

std::uintptr_t place_in_image(const void* address) {
  if (image_base == 0) (void)writable_globals();
  return reinterpret_cast<std::uintptr_t>(address) - image_base;
}

}  // namespace mcheck
