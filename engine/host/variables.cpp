// SPDX-License-Identifier: MIT
#include "engine/host/variables.hpp"

#include <cxxabi.h>
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "engine/base/host_state.hpp"
#include "engine/runtime/perform.hpp"
#include "engine/search/identity.hpp"
#include "engine/world/globals.hpp"

namespace mcheck {
namespace {

struct Variable {
  std::uintptr_t begin = 0;  // in the image
  std::size_t size = 0;
  std::string name;
};

// The executable's file, mapped as long as this lives.
class Image {
 public:
  Image() {
    const int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    struct stat status {};
    if (file < 0 || fstat(file, &status) != 0) return;
    size_ = static_cast<std::size_t>(status.st_size);
    void* const memory = mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    if (memory != MAP_FAILED) bytes_ = static_cast<const char*>(memory);
  }
  ~Image() {
    if (bytes_ != nullptr) munmap(const_cast<char*>(bytes_), size_);
  }
  Image(const Image&) = delete;
  Image& operator=(const Image&) = delete;

  template <class Part>
  [[nodiscard]] const Part* at(std::size_t offset, std::size_t count = 1) const {
    if (bytes_ == nullptr || offset + count * sizeof(Part) > size_) return nullptr;
    return reinterpret_cast<const Part*>(bytes_ + offset);
  }

 private:
  const char* bytes_ = nullptr;
  std::size_t size_ = 0;
};

std::string readable(const char* name) {
  if (std::string_view(name).substr(0, 2) != "_Z") return name;
  int status = 0;
  char* const text = abi::__cxa_demangle(name, nullptr, nullptr, &status);
  std::string result = status == 0 ? text : name;
  std::free(text);
  return result;
}

void read_table(const Image& image, const Elf64_Shdr& table, const Elf64_Shdr& names,
                std::vector<Variable>& variables) {
  const std::size_t count = table.sh_size / sizeof(Elf64_Sym);
  const auto* symbols = image.at<Elf64_Sym>(table.sh_offset, count);
  const char* texts = image.at<char>(names.sh_offset, names.sh_size);
  if (symbols == nullptr || texts == nullptr) return;
  for (std::size_t i = 0; i < count; ++i) {
    const Elf64_Sym& symbol = symbols[i];
    const bool holds_data = ELF64_ST_TYPE(symbol.st_info) == STT_OBJECT && symbol.st_size > 0;
    if (holds_data) variables.push_back({symbol.st_value, symbol.st_size, texts + symbol.st_name});
  }
}

std::vector<Variable> read_variables() {
  const Image image;
  std::vector<Variable> variables;
  const auto* header = image.at<Elf64_Ehdr>(0);
  if (header == nullptr) return variables;
  const auto* sections = image.at<Elf64_Shdr>(header->e_shoff, header->e_shnum);
  if (sections == nullptr) return variables;
  for (std::size_t i = 0; i < header->e_shnum; ++i) {
    if (sections[i].sh_type != SHT_SYMTAB || sections[i].sh_link >= header->e_shnum) continue;
    read_table(image, sections[i], sections[sections[i].sh_link], variables);
  }
  std::ranges::sort(variables, {}, &Variable::begin);
  return variables;
}

const std::vector<Variable>& known_variables() {
  MCHECK_HOST_STATE static std::vector<Variable>* known = nullptr;
  if (known == nullptr) known = new std::vector<Variable>(read_variables());
  return *known;
}

std::string text_of(const char* name, std::size_t offset) {
  return readable(name) + (offset == 0 ? "" : "+" + std::to_string(offset));
}

}  // namespace

std::string variable_at(const void* address) {
  const std::uintptr_t place = place_in_image(address);
  const std::vector<Variable>& variables = known_variables();
  const auto after = std::ranges::upper_bound(variables, place, {}, &Variable::begin);
  if (after != variables.begin()) {
    const Variable& found = *std::prev(after);
    if (place - found.begin < found.size) return text_of(found.name.c_str(), place - found.begin);
  }
  Dl_info info{};
  if (dladdr(address, &info) == 0 || info.dli_sname == nullptr) return "";
  const auto* const begin = static_cast<const std::byte*>(info.dli_saddr);
  return text_of(info.dli_sname,
                 static_cast<std::size_t>(static_cast<const std::byte*>(address) - begin));
}

void name_places(Identities& identities) {
  if (unmodified()) identities.name_places_with(variable_at);
}

}  // namespace mcheck
