// SPDX-License-Identifier: MIT
// Instructions cannot be told from operands without decoding everything before them, so each
// function is decoded from its start. If an instruction is unknown, the rest of the function is
// reported when its bytes could contain an atomic instruction.
#include "engine/intercept/examination/uninstrumented_atomics.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string_view>

#include "engine/host/dwarf/elf_image.hpp"
#include "engine/memory/regions/globals.hpp"
#include "engine/platform/linking/engine_code.hpp"
#include "engine/platform/processor/instruction.hpp"

namespace mcheck {
namespace {

bool is_engine_function(const Elf64_Sym& function) {
  return function.st_value >= offset_in_image(mcheck_code_begin) &&
         function.st_value < offset_in_image(mcheck_code_end);
}

// Inline functions of the C++ library, or the library itself where it was linked statically.
bool is_library_name(std::string_view name) {
  for (const char* start : {"_ZNSt", "_ZNKSt", "_ZN9__gnu_cxx", "_ZSt"}) {
    if (name.starts_with(start)) return true;
  }
  return false;
}

// The thread's own stack and thread-local variables are not shared.
bool is_atomic(const Instruction& instruction) {
  if (instruction.is_on_stack || instruction.is_thread_local) return false;
  return instruction.is_locked || (instruction.is_exchange && instruction.has_memory);
}

// The lock prefix, and the opcodes of an exchange.
bool may_contain_atomics(std::string_view code) {
  return code.find_first_of("\xf0\x86\x87") != std::string_view::npos;
}

bool contains_atomics(std::string_view code) {
  if (!may_contain_atomics(code)) return false;
  while (!code.empty()) {
    const Instruction instruction = instruction_at(code);
    if (is_atomic(instruction)) return true;
    if (instruction.size == 0) return may_contain_atomics(code);
    code.remove_prefix(instruction.size);
  }
  return false;
}

// A C name is not demangled as a type: `f` is not float.
std::string demangled(const std::string& name) {
  if (!name.starts_with("_Z")) return name;
  int status = 0;
  char* text = abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status);
  std::string result = status == 0 ? text : name;
  std::free(text);
  return result;
}

// The bytes of a function; empty if it is elsewhere.
std::string_view code_of(const ElfImage& image, const Elf64_Sym& symbol) {
  if (ELF64_ST_TYPE(symbol.st_info) != STT_FUNC || symbol.st_shndx == SHN_UNDEF) return {};
  if (symbol.st_shndx >= image.sections().size()) return {};
  const Elf64_Shdr& section = image.sections()[symbol.st_shndx];
  const std::string_view bytes = image.bytes_of(section);
  const std::uint64_t offset = symbol.st_value - section.sh_addr;
  return offset < bytes.size() ? bytes.substr(offset, symbol.st_size) : std::string_view{};
}

}  // namespace

std::vector<std::string> functions_with_uninstrumented_atomics() {
  const ElfImage image("/proc/self/exe");
  std::vector<std::string> found;
  for (const Elf64_Shdr& section : image.sections()) {
    if (section.sh_type != SHT_SYMTAB || section.sh_link >= image.sections().size()) continue;
    const std::string_view names = image.bytes_of(image.sections()[section.sh_link]);
    for (const Elf64_Sym& symbol : image.array_of<Elf64_Sym>(section)) {
      const std::string_view code = code_of(image, symbol);
      if (code.empty() || is_engine_function(symbol) || symbol.st_name >= names.size()) continue;
      const std::string_view rest = names.substr(symbol.st_name);
      const std::string_view name = rest.substr(0, rest.find('\0'));
      if (!is_library_name(name) && contains_atomics(code))
        found.push_back(demangled(std::string(name)));
    }
  }
  std::ranges::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

}  // namespace mcheck
