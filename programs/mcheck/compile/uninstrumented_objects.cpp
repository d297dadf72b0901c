// SPDX-License-Identifier: MIT
#include "programs/mcheck/compile/uninstrumented_objects.hpp"

#include <ar.h>
#include <elf.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>

#include "programs/mcheck/compile/compiler_arguments.hpp"

namespace mcheck::command {
namespace {

namespace fs = std::filesystem;

template <class Part>
std::optional<Part> read_at(std::string_view bytes, std::uint64_t offset) {
  if (offset > bytes.size() || bytes.size() - offset < sizeof(Part)) return std::nullopt;
  Part part;
  std::memcpy(&part, bytes.data() + offset, sizeof part);
  return part;
}

std::string_view text_at(std::string_view bytes, std::uint64_t offset) {
  if (offset >= bytes.size()) return {};
  const std::string_view rest = bytes.substr(offset);
  return rest.substr(0, rest.find('\0'));
}

// What the section table says about an object.
struct ObjectSections {
  bool code = false;
  bool by_compiler = false;  // compilers write their name into .comment
  bool references_hooks = false;
};

bool references_hooks(std::string_view object, const Elf64_Shdr& symbols, const Elf64_Shdr& names) {
  for (std::uint64_t at = 0; at + sizeof(Elf64_Sym) <= symbols.sh_size; at += sizeof(Elf64_Sym)) {
    const auto symbol = read_at<Elf64_Sym>(object, symbols.sh_offset + at);
    if (!symbol) return false;
    if (symbol->st_shndx != SHN_UNDEF) continue;
    if (text_at(object, names.sh_offset + symbol->st_name).starts_with("__tsan_")) return true;
  }
  return false;
}

std::optional<ObjectSections> sections_of(std::string_view object) {
  const auto header = read_at<Elf64_Ehdr>(object, 0);
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) return std::nullopt;
  if (header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_type != ET_REL) return std::nullopt;
  const auto section = [&](std::uint64_t number) {
    return read_at<Elf64_Shdr>(object, header->e_shoff + number * sizeof(Elf64_Shdr));
  };
  const auto first = section(0);
  if (!first) return std::nullopt;
  const std::uint64_t count = header->e_shnum != 0 ? header->e_shnum : first->sh_size;
  const auto names =
      section(header->e_shstrndx != SHN_XINDEX ? header->e_shstrndx : first->sh_link);
  if (!names) return std::nullopt;
  ObjectSections all;
  for (std::uint64_t i = 1; i < count; ++i) {
    const auto each = section(i);
    if (!each) return std::nullopt;
    all.code |= (each->sh_flags & SHF_EXECINSTR) != 0 && each->sh_size > 0;
    all.by_compiler |= text_at(object, names->sh_offset + each->sh_name) == ".comment";
    if (each->sh_type != SHT_SYMTAB) continue;
    const auto strings = section(each->sh_link);
    all.references_hooks |= strings && references_hooks(object, *each, *strings);
  }
  return all;
}

std::string content_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// A member's name: "counter.o/", or "/17", an offset into the archive's name table.
std::string member_name(const ar_hdr& header, std::string_view table) {
  const std::string_view name(header.ar_name, sizeof header.ar_name);
  if (name[0] != '/') return std::string(name.substr(0, name.find('/')));
  const auto offset = std::strtoull(std::string(name.substr(1)).c_str(), nullptr, 10);
  if (offset >= table.size()) return "";
  const std::string_view rest = table.substr(offset);
  return std::string(rest.substr(0, rest.find('/')));
}

struct Archive {
  std::size_t files = 0;
  std::vector<std::string> uninstrumented;
};

Archive read_archive(std::string_view bytes) {
  Archive archive;
  std::string_view table;
  for (std::uint64_t at = SARMAG;;) {
    const auto header = read_at<ar_hdr>(bytes, at);
    if (!header) return archive;
    at += sizeof *header;
    const std::string digits(header->ar_size, sizeof header->ar_size);
    const std::uint64_t size = std::strtoull(digits.c_str(), nullptr, 10);
    if (at > bytes.size() || size > bytes.size() - at) return archive;
    const std::string_view member = bytes.substr(at, size);
    at += size + size % 2;
    const std::string_view name(header->ar_name, sizeof header->ar_name);
    if (name.starts_with("// ")) table = member;
    if (name.starts_with("/ ") || name.starts_with("// ") || name.starts_with("/SYM64/")) continue;
    ++archive.files;
    if (is_uninstrumented_object(member))
      archive.uninstrumented.push_back(member_name(*header, table));
  }
}

bool is_mcheck_object(const std::string& name) { return name.starts_with("mcheck_unmodified"); }

void add_file(const fs::path& path, std::vector<std::string>& names) {
  const std::string name = path.filename();
  const std::string bytes = content_of(path);
  if (is_mcheck_object(name)) return;
  if (is_uninstrumented_object(bytes)) return names.push_back(name);
  if (!bytes.starts_with(std::string_view(ARMAG, SARMAG))) return;
  const Archive archive = read_archive(bytes);
  if (archive.uninstrumented.size() == 1)
    return names.push_back(name + "(" + archive.uninstrumented[0] + ")");
  if (archive.uninstrumented.empty()) return;
  names.push_back(name + " (" + std::to_string(archive.uninstrumented.size()) + " of " +
                  std::to_string(archive.files) + " files)");
}

// The archive that -lname resolves to, in the directories that the command line names. Ignores the
// compiler's default libraries.
fs::path archive_for(const std::string& library, const std::vector<std::string>& folders) {
  for (const std::string& folder : folders) {
    std::error_code error;
    const fs::path place(folder);
    if (library.starts_with(':')) {
      if (fs::exists(place / library.substr(1), error)) return place / library.substr(1);
      continue;
    }
    if (fs::exists(place / ("lib" + library + ".so"), error)) return {};
    if (fs::exists(place / ("lib" + library + ".a"), error)) {
      return place / ("lib" + library + ".a");
    }
  }
  return {};
}

}  // namespace

bool is_uninstrumented_object(std::string_view object) {
  const std::optional<ObjectSections> sections = sections_of(object);
  return sections && sections->code && sections->by_compiler && !sections->references_hooks;
}

std::vector<std::string> uninstrumented_objects(const std::vector<std::string>& arguments) {
  const std::vector<CompilerArgument> words = parse_compiler_arguments(arguments);
  std::vector<std::string> folders;
  for (const CompilerArgument& word : words) {
    if (word.starts_with("-L")) folders.push_back(value_of(word, "-L"));
  }
  std::vector<std::string> names;
  for (const CompilerArgument& word : words) {
    if (word.kind == ArgumentKind::kLinked) add_file(word.text(), names);
    if (!word.starts_with("-l")) continue;
    if (const fs::path found = archive_for(value_of(word, "-l"), folders); !found.empty()) {
      add_file(found, names);
    }
  }
  return names;
}

std::string names_as_assembly(const std::vector<std::string>& names) {
  std::string text = ".section mcheck_uninstrumented,\"aR\"\n";
  for (const std::string& name : names) {
    text += ".asciz \"";
    for (const char letter : name) {
      if (letter == '"' || letter == '\\') text += '\\';
      text += letter;
    }
    text += "\"\n";
  }
  return text + ".section .note.GNU-stack,\"\",@progbits\n";
}

}  // namespace mcheck::command
