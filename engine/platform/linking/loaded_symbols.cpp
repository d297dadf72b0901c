// SPDX-License-Identifier: MIT
#include "engine/platform/linking/loaded_symbols.hpp"

namespace mcheck {
namespace {

bool is_equal(const char* a, const char* b) {
  while (*a == *b && *a != 0) ++a, ++b;
  return *a == *b;
}

std::uint32_t gnu_hash(const char* name) {
  std::uint32_t hash = 5381;
  for (; *name != 0; ++name) hash = hash * 33 + static_cast<unsigned char>(*name);
  return hash;
}

bool has_file(const link_map& object) {
  const char* name = object.l_name;
  while (*name != 0 && *name != '/') ++name;
  return *name == '/';
}

}  // namespace

const link_map* first_loaded_object() {
  for (const ElfW(Dyn)* entry = _DYNAMIC; entry->d_tag != DT_NULL; ++entry) {
    if (entry->d_tag != DT_DEBUG || entry->d_un.d_ptr == 0) continue;
    return reinterpret_cast<const r_debug*>(entry->d_un.d_ptr)->r_map;
  }
  return nullptr;
}

const link_map* next_library(const link_map* object) {
  do {
    object = object == nullptr ? nullptr : object->l_next;
  } while (object != nullptr && !has_file(*object));
  return object;
}

LoadedSymbols::LoadedSymbols(const link_map& object) : base_(object.l_addr) {
  std::size_t relocation_bytes = 0;
  std::size_t jump_bytes = 0;
  const ElfW(Rela)* relocations = nullptr;
  const ElfW(Rela)* jumps = nullptr;
  for (const ElfW(Dyn)* entry = object.l_ld; entry->d_tag != DT_NULL; ++entry) {
    const std::uintptr_t value = entry->d_un.d_ptr;
    // The dynamic linker has turned offsets into addresses, but not in all objects.
    const std::uintptr_t at = value < base_ ? value + base_ : value;
    switch (entry->d_tag) {
      case DT_SYMTAB: symbols_ = reinterpret_cast<const ElfW(Sym)*>(at); break;
      case DT_STRTAB: names_ = reinterpret_cast<const char*>(at); break;
      case DT_GNU_HASH: hash_ = reinterpret_cast<const std::uint32_t*>(at); break;
      case DT_VERSYM: versions_ = reinterpret_cast<const ElfW(Half)*>(at); break;
      case DT_RELA: relocations = reinterpret_cast<const ElfW(Rela)*>(at); break;
      case DT_RELASZ: relocation_bytes = value; break;
      case DT_JMPREL: jumps = reinterpret_cast<const ElfW(Rela)*>(at); break;
      case DT_PLTRELSZ: jump_bytes = value; break;
      default: break;
    }
  }
  if (relocations != nullptr) relocations_ = {relocations, relocation_bytes / sizeof *relocations};
  if (jumps != nullptr) jumps_ = {jumps, jump_bytes / sizeof *jumps};
}

const ElfW(Sym) * LoadedSymbols::find_definition(const char* name) const {
  if (hash_ == nullptr || symbols_ == nullptr || names_ == nullptr) return nullptr;
  const std::uint32_t buckets = hash_[0];
  const std::uint32_t first = hash_[1];
  const std::uint32_t words = hash_[2];
  if (buckets == 0) return nullptr;
  const auto* const filter = reinterpret_cast<const std::uint64_t*>(hash_ + 4);
  const auto* const bucket = reinterpret_cast<const std::uint32_t*>(filter + words);
  const std::uint32_t* const chain = bucket + buckets;
  const std::uint32_t hash = gnu_hash(name);
  const std::uint64_t bits = std::uint64_t{1} << hash % 64 | std::uint64_t{1}
                                                                 << (hash >> hash_[3]) % 64;
  if ((filter[hash / 64 % words] & bits) != bits) return nullptr;
  for (std::uint32_t i = bucket[hash % buckets]; i >= first; ++i) {
    const ElfW(Sym)& symbol = symbols_[i];
    const bool is_match = (chain[i - first] | 1) == (hash | 1) && symbol.st_shndx != SHN_UNDEF &&
                          is_newest(i) && is_equal(names_ + symbol.st_name, name);
    if (is_match) return &symbol;
    if ((chain[i - first] & 1) != 0) break;
  }
  return nullptr;
}

void* LoadedSymbols::address_of(const ElfW(Sym) & symbol) const {
  auto* const address = reinterpret_cast<void*>(base_ + symbol.st_value);
  if (ELF64_ST_TYPE(symbol.st_info) != STT_GNU_IFUNC) return address;
  return reinterpret_cast<void* (*)()>(address)();
}

}  // namespace mcheck
