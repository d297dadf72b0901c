// SPDX-License-Identifier: MIT
#include "engine/host/dwarf/elf_image.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>

namespace mcheck {

ElfImage::ElfImage(const std::string& path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  struct stat status {};
  const bool known = fstat(file, &status) == 0 && status.st_size > 0;
  const auto size = known ? static_cast<std::size_t>(status.st_size) : 0;
  void* const memory = known ? mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0) : MAP_FAILED;
  close(file);
  if (memory == MAP_FAILED) return;
  file_ = {static_cast<const char*>(memory), size};
  const std::span<const Elf64_Ehdr> header = array_at<Elf64_Ehdr>(0, 1);
  const bool is_elf = !header.empty() && std::memcmp(header[0].e_ident, ELFMAG, SELFMAG) == 0 &&
                      header[0].e_ident[EI_CLASS] == ELFCLASS64 &&
                      header[0].e_shentsize == sizeof(Elf64_Shdr);
  if (!is_elf) return;
  sections_ = array_at<Elf64_Shdr>(header[0].e_shoff, header[0].e_shnum);
  if (header[0].e_shstrndx >= sections_.size()) return;
  section_names_ = bytes_of(sections_[header[0].e_shstrndx]);
}

ElfImage::~ElfImage() {
  if (!file_.empty()) munmap(const_cast<char*>(file_.data()), file_.size());
}

std::string_view ElfImage::bytes_of(const Elf64_Shdr& section) const {
  const bool has_none = section.sh_type == SHT_NOBITS || (section.sh_flags & SHF_COMPRESSED) != 0;
  if (has_none || section.sh_offset > file_.size()) return {};
  if (section.sh_size > file_.size() - section.sh_offset) return {};
  return file_.substr(section.sh_offset, section.sh_size);
}

std::string_view ElfImage::section(std::string_view name) const {
  for (const Elf64_Shdr& section : sections_) {
    const std::string_view rest =
        section.sh_name < section_names_.size() ? section_names_.substr(section.sh_name) : "";
    if (rest.substr(0, rest.find('\0')) == name) return bytes_of(section);
  }
  return {};
}

}  // namespace mcheck
