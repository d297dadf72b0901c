// SPDX-License-Identifier: MIT
// An executable or a library as its file is, mapped for as long as this lives: its sections, for
// who reads symbols and debug information. What is compressed, or not as it should be, is not
// there.
#pragma once

#include <elf.h>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace mcheck {

class ElfImage {
 public:
  explicit ElfImage(const std::string& path);
  ~ElfImage();
  ElfImage(const ElfImage&) = delete;
  ElfImage& operator=(const ElfImage&) = delete;

  [[nodiscard]] std::span<const Elf64_Shdr> sections() const { return sections_; }
  // Its bytes in the file; empty where there are none.
  [[nodiscard]] std::string_view bytes_of(const Elf64_Shdr& section) const;
  // The same of the section with that name.
  [[nodiscard]] std::string_view section(std::string_view name) const;

  // A section's bytes as values, one after another; empty where these are not aligned.
  template <class Part>
  [[nodiscard]] std::span<const Part> parts_of(const Elf64_Shdr& section) const {
    static_assert(std::is_trivially_copyable_v<Part>);
    return parts<Part>(section.sh_offset, bytes_of(section).size() / sizeof(Part));
  }

 private:
  template <class Part>
  [[nodiscard]] std::span<const Part> parts(std::size_t offset, std::size_t count) const {
    const bool fits = offset <= file_.size() && count <= (file_.size() - offset) / sizeof(Part);
    if (!fits || offset % alignof(Part) != 0) return {};
    return {reinterpret_cast<const Part*>(file_.data() + offset), count};
  }

  std::string_view file_;
  std::span<const Elf64_Shdr> sections_;
  std::string_view section_names_;
};

}  // namespace mcheck
