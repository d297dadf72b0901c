// SPDX-License-Identifier: MIT
#include "engine/host/schedule/called_functions.hpp"

#include <link.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <string_view>

#include "engine/host/dwarf/elf_image.hpp"
#include "engine/host/names/symbolizer.hpp"
#include "engine/memory/regions/globals.hpp"

namespace mcheck {
namespace {

constexpr std::size_t kStubBytes = 16;

// The slot that the stub at this address jumps through: `endbr64`, and `jmp *slot(%rip)` with or
// without a prefix. 0: there is no stub.
std::uintptr_t slot_of(std::uintptr_t stub) {
  const auto* code = reinterpret_cast<const unsigned char*>(stub);
  constexpr unsigned char kEndBranch[] = {0xf3, 0x0f, 0x1e, 0xfa};
  constexpr unsigned char kBoundPrefix = 0xf2;
  if (std::memcmp(code, kEndBranch, sizeof kEndBranch) == 0) code += sizeof kEndBranch;
  if (*code == kBoundPrefix) ++code;
  if (code[0] != 0xff || code[1] != 0x25) return 0;
  std::int32_t operand = 0;
  std::memcpy(&operand, code + 2, sizeof operand);
  return reinterpret_cast<std::uintptr_t>(code) + 6 +
         static_cast<std::uintptr_t>(static_cast<std::intptr_t>(operand));
}

// "std::out_of_range" of "std::__throw_out_of_range_fmt(char const*, ...)"; empty: of another name.
std::string type_in_name(const std::string& function) {
  constexpr std::string_view kBegin = "std::__throw_";
  if (!function.starts_with(kBegin)) return "";
  std::string type = function.substr(kBegin.size());
  type.resize(std::min(type.size(), type.find('(')));
  if (type.ends_with("_fmt")) type.resize(type.size() - 4);
  return "std::" + type;
}

std::optional<CalledFunction> known_function(const std::string& symbol) {
  using Kind = CalledFunction::Kind;
  if (symbol == "__tsan_func_entry") return CalledFunction{Kind::kEntryHook};
  if (symbol == "__tsan_func_exit") return CalledFunction{Kind::kExitHook};
  if (symbol == "__cxa_throw") return CalledFunction{Kind::kThrows};
  if (symbol == "__cxa_rethrow") return CalledFunction{Kind::kRethrows};
  if (!symbol.starts_with("_ZSt") || symbol.find("__throw_") == std::string::npos) return {};
  const std::string type = type_in_name(demangled(symbol.c_str()));
  return type.empty() ? std::nullopt : std::optional(CalledFunction{Kind::kThrows, type});
}

int add_library(dl_phdr_info* info, std::size_t, void* objects) {
  const std::string file = info->dlpi_name;
  const bool is_system = file.starts_with("/lib") || file.starts_with("/usr/");
  if (file.find(".so") != std::string::npos && !is_system)
    static_cast<std::vector<CodeObject>*>(objects)->push_back({file, info->dlpi_addr});
  return 0;
}

}  // namespace

std::vector<CodeObject> code_objects() {
  const auto* const here = reinterpret_cast<const void*>(&code_objects);
  const std::uintptr_t base = reinterpret_cast<std::uintptr_t>(here) - offset_in_image(here);
  std::vector<CodeObject> objects = {{"/proc/self/exe", base}};
  dl_iterate_phdr(add_library, &objects);
  return objects;
}

CalledFunctions::CalledFunctions(const CodeObject& object) {
  const ElfImage image(object.file);
  const std::string_view names = image.section(".dynstr");
  const std::string_view static_names = image.section(".strtab");
  for (const Elf64_Shdr& section : image.sections()) {
    const std::uintptr_t begin = object.load_address + section.sh_addr;
    if ((section.sh_flags & SHF_EXECINSTR) != 0 && section.sh_size >= kStubBytes)
      code_.emplace_back(begin, begin + section.sh_size - kStubBytes);
    if (section.sh_type == SHT_SYMTAB) {
      for (const Elf64_Sym& symbol : image.array_of<Elf64_Sym>(section)) {
        if (symbol.st_value != 0 && symbol.st_name < static_names.size())
          add(static_names.data() + symbol.st_name, object.load_address + symbol.st_value);
      }
    }
    if (section.sh_type != SHT_DYNSYM) continue;
    const auto symbols = image.array_of<Elf64_Sym>(section);
    for (const Elf64_Shdr& slots : image.sections()) {
      if (slots.sh_type != SHT_RELA) continue;
      for (const Elf64_Rela& slot : image.array_of<Elf64_Rela>(slots)) {
        const std::size_t number = ELF64_R_SYM(slot.r_info);
        const bool is_named =
            number != 0 && number < symbols.size() && symbols[number].st_name < names.size();
        if (is_named)
          add(names.data() + symbols[number].st_name, object.load_address + slot.r_offset);
      }
    }
  }
}

void CalledFunctions::add(const std::string& symbol, std::uintptr_t address) {
  if (const auto function = known_function(symbol)) functions_.emplace(address, *function);
}

bool CalledFunctions::is_code(std::uintptr_t address) const {
  return std::ranges::any_of(
      code_, [&](const auto& range) { return range.first <= address && address <= range.second; });
}

const CalledFunction* CalledFunctions::at(std::uintptr_t target) const {
  auto found = functions_.find(target);
  if (found == functions_.end() && is_code(target)) found = functions_.find(slot_of(target));
  return found == functions_.end() ? nullptr : &found->second;
}

}  // namespace mcheck
