// SPDX-License-Identifier: MIT
// Instructions cannot be told from their operands without decoding all that comes before. So bytes
// are only looked at to find where it might pay, and `objdump` of binutils has the last word there;
// without it, what might be is told as if it were.
#include "engine/intercept/invisible_atomics.hpp"

#include <cxxabi.h>
#include <elf.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <span>
#include <string_view>

namespace mcheck {
namespace {

struct Function {
  std::string name;
  std::uint64_t begin = 0;
  std::uint64_t size = 0;
  std::string_view code;
};

// The hooks, too: each would cost a process that takes it apart.
bool is_ours(std::string_view name) {
  return name.find("6mcheck") != std::string_view::npos || name.starts_with("XXH") ||
         name.starts_with("__tsan_") || name.starts_with("__atomic_") ||
         name.starts_with("mcheck_") || name.find("5boost") != std::string_view::npos ||
         name.starts_with("_ZNSt") || name.starts_with("_ZNKSt") ||
         name.starts_with("_ZN9__gnu_cxx") || name.starts_with("_ZSt");
}

template <class Part>
const Part* part_of(std::string_view file, std::uint64_t offset, std::uint64_t count = 1) {
  if (offset > file.size() || count > (file.size() - offset) / sizeof(Part)) return nullptr;
  return reinterpret_cast<const Part*>(file.data() + offset);
}

// From the symbol table; none, if it was stripped.
std::vector<Function> functions_of(std::string_view file) {
  std::vector<Function> functions;
  const auto* header = part_of<Elf64_Ehdr>(file, 0);
  if (header == nullptr) return functions;
  const auto* sections = part_of<Elf64_Shdr>(file, header->e_shoff, header->e_shnum);
  if (sections == nullptr) return functions;
  for (unsigned i = 0; i < header->e_shnum; ++i) {
    if (sections[i].sh_type != SHT_SYMTAB) continue;
    const std::uint64_t count = sections[i].sh_size / sizeof(Elf64_Sym);
    const auto* symbols = part_of<Elf64_Sym>(file, sections[i].sh_offset, count);
    for (std::uint64_t n = 0; symbols != nullptr && n < count; ++n) {
      const Elf64_Sym& symbol = symbols[n];
      if (ELF64_ST_TYPE(symbol.st_info) != STT_FUNC || symbol.st_size == 0) continue;
      if (symbol.st_shndx == SHN_UNDEF || symbol.st_shndx >= header->e_shnum) continue;
      const Elf64_Shdr& text = sections[symbol.st_shndx];
      const std::uint64_t offset = symbol.st_value - text.sh_addr + text.sh_offset;
      if (part_of<char>(file, offset, symbol.st_size) == nullptr) continue;
      const char* name = file.data() + sections[sections[i].sh_link].sh_offset + symbol.st_name;
      if (is_ours(name)) continue;
      functions.push_back(
          {name, symbol.st_value, symbol.st_size, file.substr(offset, symbol.st_size)});
    }
  }
  return functions;
}

// Whether an instruction with these bytes reads and writes memory, and may be locked: `code` begins
// with its prefixes. Some that may not be are taken for one.
bool may_be_locked(std::string_view code) {
  const auto byte = [&](std::size_t i) {
    return i < code.size() ? static_cast<unsigned char>(code[i]) : 0u;
  };
  std::size_t at = 0;
  const auto is_prefix = [](unsigned it) {  // of sizes and segments, to repeat; REX
    return (it & 0xe7) == 0x26 || (it >= 0x64 && it <= 0x67) || it == 0xf2 || it == 0xf3 ||
           it >> 4 == 4;
  };
  while (is_prefix(byte(at))) ++at;
  const bool two = byte(at) == 0x0f;
  if (two) ++at;
  if (byte(at + 1) >= 0xc0) return false;  // registers only
  const unsigned opcode = byte(at);
  if (two) return opcode >= 0xa0;
  return opcode < 0x34 || (opcode >= 0x80 && opcode < 0x88) || opcode >= 0xf6;
}

// A byte that locks what follows, or an exchange with memory, which locks by itself.
bool may_hold_atomics(std::string_view code) {
  for (std::size_t i = 0; i + 2 < code.size(); ++i) {
    const auto byte = static_cast<unsigned char>(code[i]);
    if (byte == 0xf0 && may_be_locked(code.substr(i + 1))) return true;
    const auto operands = static_cast<unsigned char>(code[i + 1]);
    if ((byte == 0x86 || byte == 0x87) && operands < 0xc0) return true;
  }
  return false;
}

// What lies on the own stack, or in a thread-local variable, nobody shares.
bool is_atomic(std::string_view instruction) {
  if (instruction.find("(%rsp") != std::string_view::npos) return false;
  if (instruction.find("%fs:") != std::string_view::npos) return false;
  if (instruction.starts_with("lock ")) return true;
  return instruction.starts_with("xchg ") && instruction.find('(') != std::string_view::npos;
}

// What lies this far apart is taken apart by one process: to start it costs more than to read on.
constexpr std::uint64_t kGap = 64 << 10;

// Asks about the code from the first to the last of them, which are in order; the names of those
// that have atomics are put into `found`.
void disassemble(std::span<const Function> functions, std::vector<std::string>& found) {
  char command[256];
  std::snprintf(command, sizeof command,
                "objdump -d --no-show-raw-insn --start-address=%#lx --stop-address=%#lx "
                "/proc/%d/exe 2>/dev/null",
                functions.front().begin, functions.back().begin + functions.back().size, getpid());
  std::FILE* output = popen(command, "r");
  bool answered = false;
  char line[1024];
  while (output != nullptr && std::fgets(line, sizeof line, output) != nullptr) {
    const char* tab = std::strchr(line, '\t');
    if (tab == nullptr) continue;
    answered = true;
    if (!is_atomic(tab + 1)) continue;
    const std::uint64_t address = std::strtoull(line, nullptr, 16);
    for (const Function& function : functions) {
      if (address - function.begin < function.size) found.push_back(function.name);
    }
  }
  if (output != nullptr) pclose(output);
  if (answered) return;  // there is an objdump
  for (const Function& function : functions) found.push_back(function.name);
}

// A name of C is none of a type: `f` is not float.
std::string demangled(const std::string& name) {
  if (!name.starts_with("_Z")) return name;
  int status = 0;
  char* text = abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status);
  const std::string result = status == 0 ? text : name;
  std::free(text);
  return result;
}

}  // namespace

std::vector<std::string> functions_with_invisible_atomics() {
  std::ifstream stream("/proc/self/exe", std::ios::binary);
  const std::string file{std::istreambuf_iterator<char>(stream), {}};
  std::vector<Function> suspects = functions_of(file);
  std::erase_if(suspects, [](const Function& each) { return !may_hold_atomics(each.code); });
  std::ranges::sort(suspects, {}, &Function::begin);
  std::vector<std::string> found;
  for (std::size_t first = 0, next = 1; first < suspects.size(); first = next++) {
    while (next < suspects.size() && suspects[next].begin - suspects[next - 1].begin < kGap) ++next;
    disassemble(std::span(suspects).subspan(first, next - first), found);
  }
  for (std::string& name : found) name = demangled(name);
  std::ranges::sort(found);
  found.erase(std::ranges::unique(found).begin(), found.end());
  return found;
}

}  // namespace mcheck
