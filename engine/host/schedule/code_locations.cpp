// SPDX-License-Identifier: MIT
#include "engine/host/schedule/code_locations.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <utility>

#include "engine/base/spelling.hpp"
#include "engine/host/dwarf/debug_information.hpp"
#include "engine/host/names/variable_names.hpp"
#include "engine/host/schedule/function_names.hpp"
#include "engine/host/search/exploration.hpp"
#include "engine/platform/linking/call_patch.hpp"
#include "engine/platform/linking/engine_code.hpp"
#include "engine/platform/processor/instruction.hpp"

namespace mcheck {
namespace {

bool matches_file(const std::string& file, const std::string& name) {
  if (!file.ends_with(name)) return false;
  return file.size() == name.size() || file[file.size() - name.size() - 1] == '/';
}

const SourceLocation* at_line(const std::vector<SourceLocation>& locations,
                              const CodeLocation& wanted) {
  const auto found = std::ranges::find_if(locations, [&](const SourceLocation& each) {
    return each.line == wanted.line && matches_file(each.file, wanted.name);
  });
  return found == locations.end() ? nullptr : &*found;
}

// Where that function was inlined into another. An inlined function whose name is not known, such
// as those behind std::mutex, has the name of the outermost.
const SourceLocation* inlined_copy(const std::vector<SourceLocation>& locations,
                                   const std::string& function) {
  const auto found = std::ranges::find_if(locations, [&](const SourceLocation& each) {
    return each.function != locations.back().function && matches_name(each.function, function);
  });
  return found == locations.end() ? nullptr : &*found;
}

}  // namespace

CodeLocations::CodeLocations() {
  for (const CodeObject& object : code_objects()) find_calls(object);
  std::ranges::sort(calls_, {}, &Call::instruction);
  Symbolizer symbolizer;
  for (const Call& call : calls_)
    symbolizer.add({reinterpret_cast<std::uintptr_t>(call.instruction)});
  symbolizer.resolve();
  for (Call& call : calls_) {
    call.locations = symbolizer.all_locations({reinterpret_cast<std::uintptr_t>(call.instruction)});
  }
  std::erase_if(calls_, [](const Call& call) {
    return call.locations.empty() || is_engine_file(call.locations.back().file);
  });
}

void CodeLocations::find_calls(const CodeObject& object) {
  const CalledFunctions& functions = functions_.emplace_back(object);
  DebugInformation debug(object.file);
  for (const auto& [place, size] : debug.code_ranges()) {
    find_calls(reinterpret_cast<unsigned char*>(object.load_address + place), size, functions);
  }
  find_symbols(object);
}

void CodeLocations::find_calls(unsigned char* begin, std::size_t size,
                               const CalledFunctions& functions) {
  if (is_engine_code(begin)) return;
  for (std::size_t at = 0; at < size;) {
    const std::string_view code(reinterpret_cast<const char*>(begin + at), size - at);
    const Instruction instruction = instruction_at(code);
    if (instruction.size == 0) return;
    const auto target = call_target(begin + at);
    if (target && instruction.size == kRelativeCallBytes)
      calls_.push_back({begin, size, begin + at, functions.at(*target), {}});
    at += instruction.size;
  }
}

void CodeLocations::find_symbols(const CodeObject& object) {
  const ElfImage image(object.file);
  const std::string_view names = image.section(".strtab");
  for (const Elf64_Shdr& section : image.sections()) {
    if (section.sh_type != SHT_SYMTAB) continue;
    for (const Elf64_Sym& symbol : image.array_of<Elf64_Sym>(section)) {
      const bool is_code = ELF64_ST_TYPE(symbol.st_info) == STT_FUNC && symbol.st_value != 0;
      auto* const code = reinterpret_cast<void*>(object.load_address + symbol.st_value);
      if (!is_code || symbol.st_name >= names.size() || is_engine_code(code)) continue;
      symbols_.push_back({demangled(names.data() + symbol.st_name), code});
    }
  }
}

std::vector<LocatedCall> CodeLocations::find(const CodeLocation& location,
                                             const std::string& at) const {
  std::vector<LocatedCall> found;
  switch (location.kind) {
    case CodeLocation::Kind::kLine: found = calls_of_line(location); break;
    case CodeLocation::Kind::kEntry: found = hooks_of(location.name, Hook::kEntryHook); break;
    case CodeLocation::Kind::kExit: found = hooks_of(location.name, Hook::kExitHook); break;
    case CodeLocation::Kind::kThrow: found = throws_of(location); break;
    case CodeLocation::Kind::kThreadEnd:
    case CodeLocation::Kind::kOperation: return {};  // no call of its own
  }
  if (!found.empty()) return found;
  if (location.kind == CodeLocation::Kind::kLine) refuse_line(location, at);
  if (location.kind == CodeLocation::Kind::kThrow) refuse_throw(location, at);
  refuse_function(location, at);
}

// Where the line's function was inlined, from that of `locations` outwards. One line may have
// several calls of it, so columns count.
std::string CodeLocations::inlined_at(const Call& call, std::size_t outer) {
  DebugInformation* const information = debug_information_at(call.instruction);
  const std::vector<SourcePosition> columns =
      information == nullptr ? std::vector<SourcePosition>()
                             : information->positions_at(offset_in_object(call.instruction));
  std::string text;
  for (std::size_t i = outer; i < call.locations.size(); ++i) {
    text += call.locations[i].file + ":" + std::to_string(call.locations[i].line);
    if (columns.size() == call.locations.size()) text += ":" + std::to_string(columns[i].column);
    text += " ";
  }
  return text;
}

// In each function, and in each inlined copy. The line where a function begins is its entry, and no
// line is the exit.
std::vector<LocatedCall> CodeLocations::calls_of_line(const CodeLocation& location) const {
  std::map<std::pair<unsigned char*, std::string>, std::vector<const Call*>> copies;
  for (const Call& call : calls_) {
    const SourceLocation* const at = at_line(call.locations, location);
    if (is_exit(call) || at == nullptr) continue;
    const auto outer = static_cast<std::size_t>(at - call.locations.data()) + 1;
    copies[{call.function, inlined_at(call, outer)}].push_back(&call);
  }
  std::vector<LocatedCall> found;
  for (const auto& [copy, calls] : copies) {
    for (unsigned char* const entry : entries_of_line(code_of_line(calls)))
      found.push_back({entry});
  }
  return found;
}

LineCode CodeLocations::code_of_line(const std::vector<const Call*>& calls) const {
  LineCode code{.begin = calls.front()->function, .size = calls.front()->function_size};
  for (const Call* const call : calls) code.calls.insert(call->instruction);
  for (auto call = std::ranges::lower_bound(calls_, code.begin, {}, &Call::instruction);
       call != calls_.end() && call->instruction < code.begin + code.size; ++call) {
    if (!code.calls.contains(call->instruction)) code.other_calls.insert(call->instruction);
  }
  return code;
}

bool CodeLocations::is_exit(const Call& call) {
  return call.called != nullptr && call.called->kind == Hook::kExitHook;
}

const CalledFunction* CodeLocations::thrower(const Call& call) {
  const bool throws = call.called != nullptr &&
                      (call.called->kind == Hook::kThrows || call.called->kind == Hook::kRethrows);
  return throws ? call.called : nullptr;
}

// Code without hooks is entered at its first call.
std::vector<LocatedCall> CodeLocations::hooks_of(const std::string& function, Hook hook) const {
  std::vector<LocatedCall> hooks;
  std::vector<LocatedCall> first;
  std::set<unsigned char*> functions;
  for (const Call& call : calls_) {
    if (inlined_copy(call.locations, function) != nullptr) return {};  // refuse_inlined() says so
    if (!matches_name(call.locations.back().function, function)) continue;
    if (call.called != nullptr && call.called->kind == hook) hooks.push_back({call.instruction});
    if (functions.insert(call.function).second) first.push_back({call.instruction});
  }
  return hooks.empty() && hook == Hook::kEntryHook ? first : hooks;
}

std::vector<LocatedCall> CodeLocations::throws_of(const CodeLocation& location) const {
  std::vector<LocatedCall> found;
  for (const Call& call : calls_) {
    const auto is_in = [&](const SourceLocation& each) {
      return location.function.empty() || matches_name(each.function, location.function);
    };
    const CalledFunction* const thrower = CodeLocations::thrower(call);
    if (thrower == nullptr || std::ranges::none_of(call.locations, is_in)) continue;
    const bool is_known = thrower->kind == Hook::kRethrows || !thrower->thrown.empty();
    if (is_known && !location.name.empty() && !matches_name(thrower->thrown, location.name))
      continue;
    found.push_back({call.instruction, is_known});
  }
  return found;
}

void CodeLocations::refuse_line(const CodeLocation& location, const std::string& at) const {
  const SourceLocation* nearest = nullptr;
  std::set<std::string> files;
  for (const Call& call : calls_) {
    if (is_exit(call)) continue;
    for (const SourceLocation& each : call.locations) {
      if (each.file.empty()) continue;
      files.insert(each.file);
      const auto away = [&](const SourceLocation& from) {
        return std::abs(from.line - location.line);
      };
      if (matches_file(each.file, location.name) &&
          (nearest == nullptr || away(each) < away(*nearest))) {
        nearest = &each;
      }
    }
  }
  const std::string place = location.name + ":" + std::to_string(location.line);
  if (nearest != nullptr) {
    throw UsageError(at + ": no thread can be stopped at " + place +
                     ": no code of that line accesses memory or calls a function\n  nearest  " +
                     location.name + ":" + std::to_string(nearest->line) + ", in " +
                     nearest->function);
  }
  std::string known;
  for (const std::string& file : files) {
    if (!file.starts_with("/usr/")) known += (known.empty() ? "" : ", ") + file;
  }
  throw UsageError(at + ": the program has no code of a file " + location.name + "\n  files    " +
                   (known.empty() ? "none: compile with -g" : known));
}

void CodeLocations::refuse_throw(const CodeLocation& location, const std::string& at) const {
  std::set<std::string> throwing;
  bool exists = location.function.empty();
  for (const Call& call : calls_) {
    for (const SourceLocation& each : call.locations)
      exists = exists || matches_name(each.function, location.function);
    if (thrower(call) != nullptr && !call.locations.back().function.starts_with("std::"))
      throwing.insert(call.locations.back().function);
  }
  if (!exists) refuse_function({.name = location.function}, at);
  std::string text;
  for (const std::string& name : throwing) text += (text.empty() ? "" : ", ") + name;
  const std::string what = location.name.empty() ? "" : " " + location.name;
  throw UsageError(
      at + ": " +
      (location.function.empty() ? "no code of the program" : "no code of " + location.function) +
      " throws" + what +
      (text.empty() ? "\n  usually  a library throws, which is not searched"
                    : "\n  throw    " + text));
}

void CodeLocations::refuse_inlined(const CodeLocation& location, const std::string& at) const {
  for (const Call& call : calls_) {
    if (const SourceLocation* const copy = inlined_copy(call.locations, location.name)) {
      throw UsageError(at + ": " + location.name + " was inlined into " +
                       call.locations.back().function +
                       ", and has no entry or exit of its own\n  try      -fno-inline, or "
                       "FILE:LINE\n  nearest  " +
                       copy->file + ":" + std::to_string(copy->line));
    }
  }
}

void CodeLocations::refuse_function(const CodeLocation& location, const std::string& at) const {
  refuse_inlined(location, at);
  std::set<std::string> similar;
  std::set<std::string> known;
  for (const Call& call : calls_) {
    for (const SourceLocation& each : call.locations) {
      if (matches_name(each.function, location.name)) {
        throw UsageError(at + ": mcheck sees no exit of " + each.function +
                         ": it was compiled without the hooks of mcheck c++\n  try      FILE:LINE");
      }
      const bool is_of_library = each.function.starts_with("std::");
      if (!is_of_library && last_part(each.function) == last_part(location.name))
        similar.insert(each.function);
      if (!is_of_library) known.insert(last_part(each.function));
    }
  }
  const std::string spelled =
      nearest(last_part(location.name), std::vector<std::string>(known.begin(), known.end()));
  if (similar.empty() && !spelled.empty()) similar.insert(spelled);
  std::string text;
  for (const std::string& name : similar) text += (text.empty() ? "" : ", ") + name;
  throw UsageError(at + ": the program has no function " + location.name +
                   (text.empty() ? ", or it does nothing that mcheck can see" : "") +
                   (text.empty() ? "" : "\n  nearest  " + text));
}

}  // namespace mcheck
