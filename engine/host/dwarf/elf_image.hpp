// SPDX-License-Identifier: MIT
// An ELF file, mapped while this object lives: its sections, for readers of symbols and debug
// information. Sections that are compressed or malformed count as absent.
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
  // The section's bytes in the file; empty if there are none.
  [[nodiscard]] std::string_view bytes_of(const Elf64_Shdr& section) const;
  // The bytes of the section with that name.
  [[nodiscard]] std::string_view section(std::string_view name) const;

  // A section's bytes as an array of values; empty if they are not aligned.
  template <class Element>
  [[nodiscard]] std::span<const Element> array_of(const Elf64_Shdr& section) const {
    static_assert(std::is_trivially_copyable_v<Element>);
    return array_at<Element>(section.sh_offset, bytes_of(section).size() / sizeof(Element));
  }

 private:
  template <class Element>
  [[nodiscard]] std::span<const Element> array_at(std::size_t offset, std::size_t count) const {
    const bool fits = offset <= file_.size() && count <= (file_.size() - offset) / sizeof(Element);
    if (!fits || offset % alignof(Element) != 0) return {};
    return {reinterpret_cast<const Element*>(file_.data() + offset), count};
  }

  std::string_view file_;
  std::span<const Elf64_Shdr> sections_;
  std::string_view section_names_;
};

}  // namespace mcheck
