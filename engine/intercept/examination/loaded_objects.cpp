// SPDX-License-Identifier: MIT
// Symbol tables as the dynamic linker sees them (System V ABI, chapter 5; DT_GNU_HASH is specified
// only by its implementation).
#include "engine/intercept/examination/loaded_objects.hpp"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "engine/base/host_state.hpp"

namespace mcheck {
namespace {

struct Tables {
  const ElfW(Sym) * symbols = nullptr;
  const char* names = nullptr;
  const std::uint32_t* hash = nullptr;
};

Tables tables_of(const dl_phdr_info& info) {
  Tables tables;
  for (int i = 0; i < info.dlpi_phnum; ++i) {
    if (info.dlpi_phdr[i].p_type != PT_DYNAMIC) continue;
    const auto* entry =
        reinterpret_cast<const ElfW(Dyn)*>(info.dlpi_addr + info.dlpi_phdr[i].p_vaddr);
    for (; entry->d_tag != DT_NULL; ++entry) {
      std::uintptr_t at = entry->d_un.d_ptr;
      if (at < info.dlpi_addr) at += info.dlpi_addr;
      if (entry->d_tag == DT_SYMTAB) tables.symbols = reinterpret_cast<const ElfW(Sym)*>(at);
      if (entry->d_tag == DT_STRTAB) tables.names = reinterpret_cast<const char*>(at);
      if (entry->d_tag == DT_GNU_HASH) tables.hash = reinterpret_cast<const std::uint32_t*>(at);
    }
  }
  return tables;
}

// Defined symbols follow the undefined ones; the hash table starts at the first of them.
std::uint32_t first_defined(const Tables& tables) { return tables.hash[1]; }

int collect_object(dl_phdr_info* info, std::size_t, void* into) {
  auto& objects = *static_cast<std::vector<LoadedObject>*>(into);
  LoadedObject object{.name = std::string(file_name(info->dlpi_name)), .imports = {}};
  const Tables tables = tables_of(*info);
  if (tables.symbols == nullptr || tables.names == nullptr || tables.hash == nullptr) return 0;
  for (std::uint32_t i = 1; i < first_defined(tables); ++i) {
    if (tables.symbols[i].st_shndx != SHN_UNDEF) continue;
    object.imports.emplace_back(tables.names + tables.symbols[i].st_name);
  }
  objects.push_back(std::move(object));
  return 0;
}

bool starts_with_any(std::string_view name, const auto& prefixes) {
  return std::ranges::any_of(prefixes,
                             [&](std::string_view prefix) { return name.starts_with(prefix); });
}

// They query threads, or prepare for a call that is intercepted.
constexpr std::array<std::string_view, 16> kHarmlessPrefixes = {
    "pthread_self",          "pthread_equal",         "pthread_attr_",
    "pthread_mutexattr_",    "pthread_condattr_",     "pthread_rwlockattr_",
    "pthread_barrierattr_",  "pthread_getattr_",      "pthread_getname_",
    "pthread_setname_",      "pthread_getaffinity_",  "pthread_setaffinity_",
    "pthread_getcpuclockid", "pthread_getschedparam", "pthread_setschedparam",
    "pthread_atfork"};

constexpr std::array<std::string_view, 14> kThreadingPrefixes = {
    "pthread_", "sem_",   "thrd_",     "mtx_",       "cnd_",    "tss_",      "mq_",
    "aio_",     "timer_", "io_uring_", "lio_listio", "__tsan_", "call_once", "__atomic_"};

}  // namespace

bool is_system_library(std::string_view file) {
  constexpr std::array<std::string_view, 9> kLibraries = {
      "libc.so",       "libstdc++.so", "libm.so",    "libgcc_s.so", "libdl.so",
      "libpthread.so", "ld-linux",     "linux-vdso", "librt.so"};
  return starts_with_any(file, kLibraries);
}

bool is_openmp(std::string_view file) {
  constexpr std::array<std::string_view, 3> kLibraries = {"libgomp.so", "libomp.so", "libiomp5.so"};
  return starts_with_any(file_name(file), kLibraries);
}

// Called at each start of a thread, so it remembers the last page outside of such libraries.
bool is_in_openmp(const void* code) {
  MCHECK_HOST_STATE static std::uintptr_t last_other_page = 0;
  const std::uintptr_t page = reinterpret_cast<std::uintptr_t>(code) / 4096;
  if (page == last_other_page) return false;
  Dl_info there{};
  if (dladdr(code, &there) != 0 && is_openmp(there.dli_fname)) return true;
  last_other_page = page;
  return false;
}

std::vector<LoadedObject> loaded_objects() {
  std::vector<LoadedObject> objects;
  dl_iterate_phdr(collect_object, &objects);
  return objects;
}

bool is_unintercepted(const std::string& import) {
  if (!starts_with_any(import, kThreadingPrefixes) || starts_with_any(import, kHarmlessPrefixes))
    return false;
  Dl_info there{};
  Dl_info here{};
  const void* target = dlsym(RTLD_DEFAULT, import.c_str());
  if (target == nullptr || dladdr(target, &there) == 0) return false;  // weak and undefined
  return dladdr(reinterpret_cast<void*>(&loaded_objects), &here) != 0 &&
         here.dli_fbase != there.dli_fbase;
}

}  // namespace mcheck
