// SPDX-License-Identifier: MIT
// Finds an ELF section by its name (System V ABI, chapter 4).
#include <elf.h>

#include <cstring>
#include <fstream>

#include "programs/mcheck/supervise/program_check.hpp"

namespace mcheck::command {
namespace {

class ElfFile {
 public:
  explicit ElfFile(const std::string& path) : file_(path, std::ios::binary) {}

  [[nodiscard]] std::optional<unsigned> section_word(const std::string& name) {
    Elf64_Ehdr header{};
    if (!read(0, header) || !is_known(header)) return std::nullopt;
    Elf64_Shdr first{};
    if (!section(header, 0, first)) return std::nullopt;
    // Files with very many sections store the counts in the first, empty section header.
    const std::uint64_t count = header.e_shnum != 0 ? header.e_shnum : first.sh_size;
    const std::uint64_t names = header.e_shstrndx != SHN_XINDEX ? header.e_shstrndx : first.sh_link;
    Elf64_Shdr strings{};
    if (count > kMostSections || names >= count || !section(header, names, strings)) {
      return std::nullopt;
    }
    for (std::uint64_t i = 0; i < count; ++i) {
      Elf64_Shdr candidate{};
      if (!section(header, i, candidate)) return std::nullopt;
      if (candidate.sh_type == SHT_NOBITS || candidate.sh_size < sizeof(unsigned)) continue;
      if (!is_named(strings, candidate, name)) continue;
      unsigned word = 0;
      return read(candidate.sh_offset, word) ? std::optional(word) : std::nullopt;
    }
    return std::nullopt;
  }

 private:
  static constexpr std::uint64_t kMostSections = 1'000'000;

  static bool is_known(const Elf64_Ehdr& header) {
    return std::memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 &&
           header.e_ident[EI_CLASS] == ELFCLASS64 && header.e_ident[EI_DATA] == ELFDATA2LSB &&
           header.e_shentsize == sizeof(Elf64_Shdr) && header.e_shoff != 0;
  }

  template <typename Part>
  bool read(std::uint64_t offset, Part& part) {
    constexpr std::uint64_t kLargest = std::uint64_t{1} << 62;
    if (offset > kLargest) return false;
    file_.clear();
    file_.seekg(static_cast<std::streamoff>(offset));
    file_.read(reinterpret_cast<char*>(&part), sizeof part);
    return file_.gcount() == static_cast<std::streamsize>(sizeof part);
  }

  bool section(const Elf64_Ehdr& header, std::uint64_t index, Elf64_Shdr& found) {
    return read(header.e_shoff + index * sizeof(Elf64_Shdr), found);
  }

  bool is_named(const Elf64_Shdr& strings, const Elf64_Shdr& candidate, const std::string& name) {
    if (candidate.sh_name + name.size() + 1 > strings.sh_size) return false;
    std::string text(name.size() + 1, 'x');
    file_.clear();
    file_.seekg(static_cast<std::streamoff>(strings.sh_offset + candidate.sh_name));
    file_.read(text.data(), static_cast<std::streamsize>(text.size()));
    return file_.gcount() == static_cast<std::streamsize>(text.size()) &&
           text.compare(0, name.size(), name) == 0 && text.back() == '\0';
  }

  std::ifstream file_;
};

}  // namespace

std::optional<unsigned> elf_section_word(const std::string& path, const std::string& section) {
  return ElfFile(path).section_word(section);
}

}  // namespace mcheck::command
