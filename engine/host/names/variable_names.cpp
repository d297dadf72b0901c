// SPDX-License-Identifier: MIT
#include "engine/host/names/variable_names.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <vector>

#include "engine/base/host_state.hpp"
#include "engine/host/names/report_names.hpp"
#include "engine/host/names/symbolizer.hpp"
#include "engine/memory/regions/globals.hpp"
#include "engine/runtime/machine/perform.hpp"
#include "engine/search/execution/identity.hpp"

namespace mcheck {
namespace {

constexpr const char* kExecutable = "/proc/self/exe";

struct Symbol {
  std::uintptr_t begin = 0;  // relative to the image
  std::size_t size = 0;
  std::string name;
};

std::vector<Symbol> read_symbols(const std::string& file) {
  const ElfImage image(file);
  std::vector<Symbol> symbols;
  const std::span<const Elf64_Shdr> sections = image.sections();
  for (const Elf64_Shdr& table : sections) {
    if (table.sh_type != SHT_SYMTAB || table.sh_link >= sections.size()) continue;
    const std::string_view names = image.bytes_of(sections[table.sh_link]);
    for (const Elf64_Sym& symbol : image.array_of<Elf64_Sym>(table)) {
      const bool holds_data = ELF64_ST_TYPE(symbol.st_info) == STT_OBJECT && symbol.st_size > 0;
      if (!holds_data || symbol.st_name >= names.size()) continue;
      const std::string_view rest = names.substr(symbol.st_name);
      symbols.push_back(
          {symbol.st_value, symbol.st_size, std::string(rest.substr(0, rest.find('\0')))});
    }
  }
  std::ranges::sort(symbols, {}, &Symbol::begin);
  return symbols;
}

// Also those without external linkage.
const std::vector<Symbol>& symbols_of(const std::string& file) {
  using Known = std::map<std::string, std::vector<Symbol>>;
  MCHECK_HOST_STATE static Known* known = nullptr;
  if (known == nullptr) known = new Known;
  const auto [entry, is_new] = known->try_emplace(file);
  if (is_new) entry->second = read_symbols(file);
  return entry->second;
}

DebugInformation& information_of(const std::string& file) {
  using Known = std::map<std::string, std::unique_ptr<DebugInformation>>;
  MCHECK_HOST_STATE static Known* known = nullptr;
  if (known == nullptr) known = new Known;
  std::unique_ptr<DebugInformation>& information = (*known)[file];
  if (information == nullptr) information = std::make_unique<DebugInformation>(file);
  return *information;
}

const Symbol* symbol_at(const std::string& file, std::uintptr_t place) {
  const std::vector<Symbol>& symbols = symbols_of(file);
  const auto after = std::ranges::upper_bound(symbols, place, {}, &Symbol::begin);
  if (after == symbols.begin()) return nullptr;
  const Symbol& found = *std::prev(after);
  return place - found.begin < found.size ? &found : nullptr;
}

bool lies_in_library(const Dl_info& info) {
  return std::string_view(info.dli_fname).find(".so") != std::string_view::npos;
}

bool is_of_system(const Dl_info& info) {
  const std::string_view file = info.dli_fname;
  return file.starts_with("/lib") || file.starts_with("/usr/");
}

std::uintptr_t offset_in_library(const Dl_info& info, const void* address) {
  return reinterpret_cast<std::uintptr_t>(address) -
         reinterpret_cast<std::uintptr_t>(info.dli_fbase);
}

std::optional<KnownVariable> variable_of_file(const std::string& file, std::uintptr_t place) {
  const Symbol* const symbol = symbol_at(file, place);
  if (symbol == nullptr) return std::nullopt;
  DebugInformation& information = information_of(file);
  return KnownVariable{.name = demangled(symbol->name.c_str()),
                       .offset = place - symbol->begin,
                       .information = &information,
                       .type = information.type_of_variable(symbol->begin)};
}

std::string variable_text(const KnownVariable& variable, DebugTypes::Nesting nesting) {
  if (variable.type == 0)
    return variable.name + part_text({.path = "", .part_offset = variable.offset});
  return variable.name +
         part_text(variable.information->types().part(variable.type, variable.offset, nesting));
}

// ".head" and ".tail": "{head,tail}"; "[0]" and "[7]": "[0..7]".
std::string common_path(const std::vector<std::string>& paths) {
  std::string first = paths.front();
  std::string last = paths.back();
  const auto differ = std::ranges::mismatch(first, last);
  const auto same = static_cast<std::size_t>(differ.in1 - first.begin());
  const std::size_t start = first.find_last_of(".[", same);
  if (start == std::string::npos || last.substr(0, start + 1) != first.substr(0, start + 1)) {
    return "";
  }
  const std::string common = first.substr(0, start + 1);
  if (common.ends_with('[') && first.ends_with(']') && last.ends_with(']')) {
    return first.substr(0, first.size() - 1) + ".." + last.substr(common.size());
  }
  std::string list;
  for (const std::string& path : paths) list += (list.empty() ? "" : ",") + path.substr(start + 1);
  return common + "{" + list + "}";
}

}  // namespace

std::string part_text(const DebugPart& part) {
  return part.path + (part.part_offset == 0 ? "" : "+" + std::to_string(part.part_offset));
}

// If the members have nothing in common, or are many, the first one stands for all.
std::string members_text(DebugTypes& types, const DebugSpan& span) {
  constexpr std::size_t kMaxMembers = 4;
  std::string first = part_text(types.part(span.type, span.offset));
  const std::size_t size = types.size_of(span.type).value_or(0);
  const std::size_t end = std::min(span.offset + span.bytes, size);
  std::vector<std::string> paths;
  for (std::size_t at = span.offset; at < end; ++at) {
    const DebugPart part = types.part(span.type, at);
    const bool found = paths.empty() || paths.back() != part.path;
    const bool padding = part.path.empty() && part.part_offset != 0;
    if (found && !padding) paths.push_back(part.path);
  }
  const bool is_array = !paths.empty() && paths.front().ends_with(']');
  if (paths.size() < 2 || (paths.size() > kMaxMembers && !is_array)) return first;
  const std::string all = common_path(paths);
  return all.empty() ? first : all;
}

DebugInformation& executable_information() { return information_of(kExecutable); }

bool has_global_named(const std::string& file, const std::string& name) {
  const std::string mangled = std::to_string(name.size()) + name;
  return std::ranges::any_of(symbols_of(file), [&](const Symbol& symbol) {
    return symbol.name == name || symbol.name.find(mangled) != std::string::npos;
  });
}

DebugInformation* debug_information_at(const void* address) {
  Dl_info info{};
  if (dladdr(address, &info) == 0 || info.dli_fname == nullptr) return nullptr;
  if (!lies_in_library(info)) return &information_of(kExecutable);
  return is_of_system(info) ? nullptr : &information_of(info.dli_fname);
}

std::uint64_t offset_in_object(const void* address) {
  Dl_info info{};
  const bool is_known = dladdr(address, &info) != 0 && info.dli_fname != nullptr;
  return is_known && lies_in_library(info) ? offset_in_library(info, address)
                                           : offset_in_image(address);
}

std::optional<KnownVariable> known_variable_at(const void* address) {
  if (auto known = variable_of_file(kExecutable, offset_in_image(address))) return known;
  Dl_info info{};
  if (dladdr(address, &info) == 0 || info.dli_fname == nullptr) return std::nullopt;
  const std::uintptr_t place = offset_in_library(info, address);
  if (lies_in_library(info) && !is_of_system(info)) {
    if (auto known = variable_of_file(info.dli_fname, place)) return known;
  }
  if (info.dli_sname == nullptr) return std::nullopt;  // stripped, or a part of the system
  return KnownVariable{.name = demangled(info.dli_sname),
                       .offset = place - offset_in_library(info, info.dli_saddr),
                       .information = nullptr,
                       .type = 0};
}

std::string variable_at(const void* address, std::size_t bytes) {
  const std::optional<KnownVariable> known = known_variable_at(address);
  if (!known) return "";
  if (bytes == 0 || known->type == 0) return variable_text(*known, DebugTypes::Nesting::kInnermost);
  return known->name +
         members_text(known->information->types(), {known->type, known->offset, bytes});
}

std::string pointee_variable_at(const void* address) {
  const std::optional<KnownVariable> known = known_variable_at(address);
  return known ? variable_text(*known, DebugTypes::Nesting::kOutermost) : "";
}

void install_variable_names(Identities& identities) {
  if (!unmodified()) return;
  identities.set_address_namer([](const void* address, std::size_t bytes) {
    const ReportNames* const names = ReportNames::current();
    const std::string found = names == nullptr ? "" : names->place(address, bytes);
    return found.empty() ? variable_at(address, bytes) : found;
  });
}

}  // namespace mcheck
