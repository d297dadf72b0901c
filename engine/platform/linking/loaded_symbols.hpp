// SPDX-License-Identifier: MIT
// The objects that the dynamic linker has loaded, and their symbols. Reads them in place without
// calling a library, whose functions a program may have replaced.
//
// Source   System V ABI, chapter 5; DT_GNU_HASH is specified by its implementation only.
#pragma once

#include <link.h>

#include <cstdint>
#include <span>

namespace mcheck {

// The executable; the other objects follow by l_next. Null if it is unknown.
[[nodiscard]] const link_map* first_loaded_object();
// The next object that has a file; the vDSO has none.
[[nodiscard]] const link_map* next_library(const link_map* object);

class LoadedSymbols {
 public:
  explicit LoadedSymbols(const link_map& object);

  // The symbol that it exports under that name, in its newest version; or null.
  [[nodiscard]] const ElfW(Sym) * find_definition(const char* name) const;
  // The address of the symbol. Calls the resolver of an indirect function (IFUNC).
  [[nodiscard]] void* address_of(const ElfW(Sym) & symbol) const;

  // Its relocations, and the symbol of each.
  [[nodiscard]] std::span<const ElfW(Rela)> relocations() const { return relocations_; }
  [[nodiscard]] std::span<const ElfW(Rela)> jumps() const { return jumps_; }
  [[nodiscard]] const ElfW(Sym) & symbol_of(const ElfW(Rela) & each) const {
    return symbols_[ELF64_R_SYM(each.r_info)];
  }
  [[nodiscard]] const char* name_of(const ElfW(Sym) & symbol) const {
    return names_ + symbol.st_name;
  }

 private:
  [[nodiscard]] bool is_newest(std::uint32_t symbol) const {
    return versions_ == nullptr || (versions_[symbol] & 0x8000) == 0;
  }

  std::uintptr_t base_;
  const ElfW(Sym) * symbols_ = nullptr;
  const char* names_ = nullptr;
  const std::uint32_t* hash_ = nullptr;
  const ElfW(Half) * versions_ = nullptr;
  std::span<const ElfW(Rela)> relocations_;
  std::span<const ElfW(Rela)> jumps_;
};

[[nodiscard]] inline bool is_function(const ElfW(Sym) & symbol) {
  const unsigned type = ELF64_ST_TYPE(symbol.st_info);
  return type == STT_FUNC || type == STT_GNU_IFUNC;
}

}  // namespace mcheck
