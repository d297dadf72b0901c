// SPDX-License-Identifier: MIT
#include "programs/mcheck/gate/library_paths.hpp"

#include <elf.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>

#include "visualize/model/wording.hpp"

namespace mcheck::command {
namespace {

std::vector<std::string> ask_dynamic_linker(const std::string& program) {
  struct Close {
    void operator()(std::FILE* pipe) const { pclose(pipe); }
  };
  std::vector<std::string> paths;
  const std::string line = "LD_TRACE_LOADED_OBJECTS=1 exec " + shell_word(program) + " 2>/dev/null";
  const std::unique_ptr<std::FILE, Close> pipe(popen(line.c_str(), "re"));
  if (!pipe) return paths;
  std::array<char, 4096> text{};
  while (std::fgets(text.data(), text.size(), pipe.get()) != nullptr) {
    const std::string line_text = text.data();
    const std::size_t begin = line_text.find('/');
    if (begin == std::string::npos) continue;
    paths.push_back(line_text.substr(begin, line_text.find(" (", begin) - begin));
  }
  return paths;
}

class DynamicSection {
 public:
  explicit DynamicSection(const std::string& path) : file_(path, std::ios::binary) {}

  // The dynamic linker and the entries that name libraries or say where to look for them.
  [[nodiscard]] std::string text() {
    const auto header = read<Elf64_Ehdr>(0, 1);
    if (header.empty() || !is_known(header[0])) return "";
    segments_ = read<Elf64_Phdr>(header[0].e_phoff, header[0].e_phnum);
    std::string text;
    for (const Elf64_Phdr& segment : segments_) {
      if (segment.p_type == PT_INTERP) text += string_at(segment.p_offset) + '\n';
      if (segment.p_type == PT_DYNAMIC) text += entries(segment);
    }
    return text;
  }

 private:
  static constexpr std::size_t kMaxBytes = std::size_t{1} << 20;

  static bool is_known(const Elf64_Ehdr& header) {
    return std::memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 &&
           header.e_ident[EI_CLASS] == ELFCLASS64 && header.e_ident[EI_DATA] == ELFDATA2LSB &&
           header.e_phentsize == sizeof(Elf64_Phdr);
  }

  std::string entries(const Elf64_Phdr& dynamic) {
    const auto all = read<Elf64_Dyn>(dynamic.p_offset, dynamic.p_filesz / sizeof(Elf64_Dyn));
    std::uint64_t strings = 0;
    for (const Elf64_Dyn& entry : all) {
      if (entry.d_tag == DT_STRTAB) strings = file_offset(entry.d_un.d_ptr);
    }
    std::string text;
    for (const Elf64_Dyn& entry : all) {
      switch (entry.d_tag) {
        case DT_NEEDED:
        case DT_RPATH:
        case DT_RUNPATH:
        case DT_AUXILIARY:
        case DT_AUDIT:
        case DT_DEPAUDIT:
        case DT_FILTER:
          text += std::to_string(entry.d_tag) + ' ' + string_at(strings + entry.d_un.d_val) + '\n';
          break;
        case DT_FLAGS:
        case DT_FLAGS_1:
          text += std::to_string(entry.d_tag) + ' ' + std::to_string(entry.d_un.d_val) + '\n';
          break;
        default: break;
      }
    }
    return text;
  }

  [[nodiscard]] std::uint64_t file_offset(std::uint64_t address) const {
    for (const Elf64_Phdr& segment : segments_) {
      if (segment.p_type == PT_LOAD && address >= segment.p_vaddr &&
          address - segment.p_vaddr < segment.p_filesz) {
        return segment.p_offset + (address - segment.p_vaddr);
      }
    }
    return 0;
  }

  // Empty if the file is shorter.
  template <typename Part>
  std::vector<Part> read(std::uint64_t offset, std::size_t count) {
    std::vector<Part> parts(std::min(count, kMaxBytes / sizeof(Part)));
    const auto size = static_cast<std::streamsize>(parts.size() * sizeof(Part));
    seek(offset);
    file_.read(reinterpret_cast<char*>(parts.data()), size);
    if (file_.gcount() != size) parts.clear();
    return parts;
  }

  std::string string_at(std::uint64_t offset) {
    std::string text;
    seek(offset);
    std::getline(file_, text, '\0');
    return text;
  }

  void seek(std::uint64_t offset) {
    file_.clear();
    file_.seekg(static_cast<std::streamoff>(offset & ~(std::uint64_t{1} << 63)));
  }

  std::ifstream file_;
  std::vector<Elf64_Phdr> segments_;
};

}  // namespace

std::string dynamic_dependencies(const std::string& program) {
  const std::string text = DynamicSection(program).text();
  if (text.empty()) return "";
  std::error_code ignored;
  const auto path = std::filesystem::canonical(program, ignored);  // $ORIGIN is of the file itself
  return path.parent_path().string() + '\n' + text;
}

const std::vector<std::string>& LibraryPaths::of(const std::string& program) & {
  const std::string dependencies = dynamic_dependencies(program);
  if (dependencies.empty()) return own_ = ask_dynamic_linker(program);
  const auto [found, is_new] = paths_.try_emplace(dependencies);
  if (is_new) found->second = ask_dynamic_linker(program);
  return found->second;
}

}  // namespace mcheck::command
