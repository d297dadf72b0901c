// SPDX-License-Identifier: MIT
#include "engine/host/dwarf/debug_information.hpp"

#include <algorithm>

#include "engine/host/dwarf/dwarf_codes.hpp"
#include "engine/host/dwarf/dwarf_cursor.hpp"

namespace mcheck {
namespace {

// A larger file takes seconds.
constexpr std::size_t kMaxInfoBytes = std::size_t{256} << 20;
constexpr int kMaxScopeDepth = 64;

// Where functions save the frame pointer, relative to their frame.
constexpr std::uintptr_t kFramePointer = 2 * sizeof(void*);
constexpr unsigned kRegisterFramePointer = 6;
constexpr unsigned kRegisterStackPointer = 7;

// The address that offsets of locals are relative to; 0: unknown.
std::uintptr_t base_of(std::string_view expression, const DebugFrame& frame) {
  DebugCursor cursor(expression, 0);
  const auto operation = static_cast<unsigned>(cursor.number(1));
  const bool offset = operation >= kOpBreg0 && operation < kOpFbreg;
  const unsigned number = operation - (offset ? kOpBreg0 : kOpReg0);
  const auto distance = offset ? static_cast<std::uintptr_t>(cursor.sleb128()) : 0;
  if (!cursor.good() || !cursor.at_end()) return 0;
  if (operation == kOpCallFrameCfa) return frame.high;
  if (number == kRegisterFramePointer) return frame.high - kFramePointer + distance;
  return number == kRegisterStackPointer ? frame.low + distance : 0;
}

}  // namespace

DebugInformation::DebugInformation(const std::string& path) : image_(path) {
  if (image_.section(".debug_info").size() > kMaxInfoBytes) return;
  for (const DebugEntries::Unit& unit : entries_.units()) read_unit(unit);
  std::ranges::sort(variables_, {}, &Variable::place);
  std::ranges::sort(functions_, {}, &Function::low);
}

void DebugInformation::read_unit(const DebugEntries::Unit& unit) {
  for (std::size_t at = unit.first; at < unit.end;) {
    const DebugEntry entry = entries_.read(at);
    if (entry.after <= at) return;
    index_entry(entry);
    at = entry.after;
  }
}

void DebugInformation::index_entry(const DebugEntry& entry) {
  const bool has_code = entry.low && *entry.low != 0 && entry.size;
  if (entry.tag == kTagSubprogram && has_code) {
    functions_.push_back({.low = *entry.low, .size = *entry.size, .entry = entry.at});
  } else if (entry.tag == kTagSubprogram && entry.ranges) {
    split_functions_.push_back(entry.at);
  }
  if (entry.tag == kTagNamespace && entry.name == "mcheck") {
    types_.exclude_range(entry.at, entries_.next_after(entry));
  }
  if (entry.tag != kTagVariable || entry.location.empty()) return;
  DebugCursor cursor(entry.location, 0);
  const std::uint64_t operation = cursor.number(1);
  std::uint64_t place = 0;
  if (operation == kOpAddr) place = cursor.number(8);
  if (operation == kOpAddrx) {
    place = entries_.listed_address(entry, cursor.uleb128()).value_or(0);
  }
  if (place != 0 && cursor.good() && cursor.at_end()) variables_.push_back({place, entry.at});
}

DebugType DebugInformation::type_of_variable(std::uint64_t place) {
  for (auto found = std::ranges::lower_bound(variables_, place, {}, &Variable::place);
       found != variables_.end() && found->place == place; ++found) {
    const DebugType type = types_.without_qualifiers(types_.whole(found->entry).type);
    if (types_.size_of(type)) return type;
  }
  return 0;
}

std::vector<std::uint64_t> DebugInformation::variables() const {
  std::vector<std::uint64_t> places;
  for (const Variable& variable : variables_) {
    if (places.empty() || places.back() != variable.place) places.push_back(variable.place);
  }
  return places;
}

std::vector<std::pair<std::uint64_t, std::uint64_t>> DebugInformation::code_ranges() const {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges;
  for (const Function& function : functions_) ranges.emplace_back(function.low, function.size);
  return ranges;
}

std::vector<DebugLocal> DebugInformation::locals_of(const DebugFrame& frame) {
  std::vector<DebugLocal> locals;
  const std::size_t at = function_at(frame.place);
  if (at == 0) return locals;
  const DebugEntry function = entries_.read(at);
  const std::uintptr_t base = base_of(function.frame_base, frame);
  if (base != 0) add_locals(function, frame, base, 0, locals);
  return locals;
}

std::vector<std::string_view> DebugInformation::functions_at(std::uint64_t place) {
  std::vector<std::string_view> functions;
  for (const std::size_t at : function_entries_at(place))
    functions.push_back(types_.whole(at).linkage_name);
  return functions;
}

std::vector<std::string_view> DebugInformation::function_names_at(std::uint64_t place) {
  std::vector<std::string_view> functions;
  for (const std::size_t at : function_entries_at(place)) functions.push_back(name_of_function(at));
  return functions;
}

std::optional<DebugSignature> DebugInformation::signature_at(std::uint64_t place) {
  const std::size_t at = function_at(place);
  if (at == 0) return std::nullopt;
  DebugSignature signature;
  for (const DebugEntry& entry : types_.children(entries_.read(at)))
    signature.parameters += entry.tag == kTagFormalParameter ? 1 : 0;
  const DebugType result = types_.without_qualifiers(types_.whole(at).type);
  signature.result = result == 0 ? "void" : types_.name_of(result);
  const unsigned tag = result == 0 ? 0 : entries_.read(result).tag;
  signature.returns_object = tag == kTagClass || tag == kTagStructure || tag == kTagUnion;
  return signature;
}

const LineTable* DebugInformation::line_table_of(std::size_t entry) {
  const DebugEntries::Unit* const unit = entries_.unit_at(entry);
  if (unit == nullptr || !unit->lines) return nullptr;
  return &line_tables_.try_emplace(*unit->lines, image_, *unit->lines, unit->directory)
              .first->second;
}

std::vector<SourcePosition> DebugInformation::positions_at(std::uint64_t place) {
  std::vector<SourcePosition> positions;
  std::vector<std::size_t> functions = function_entries_at(place);
  const LineTable* const lines = functions.empty() ? nullptr : line_table_of(functions.front());
  const LineTable::Row* const row = lines == nullptr ? nullptr : lines->row_at(place);
  if (row == nullptr) return positions;
  positions.push_back({lines->file(row->file), row->line, row->column});
  for (; functions.size() > 1; functions.pop_back()) {
    const DebugEntry inlined = entries_.read(functions.back());
    positions.push_back({lines->file(inlined.call_file), inlined.call_line, inlined.call_column});
  }
  return positions;
}

std::set<std::string_view> DebugInformation::all_function_names() {
  std::vector<std::size_t> functions = split_functions_;
  for (const Function& function : functions_) functions.push_back(function.entry);
  std::set<std::string_view> names;
  for (const std::size_t at : functions) {
    names.insert(name_of_function(at));
    add_inlined_names(entries_.read(at), 0, names);
  }
  return names;
}

void DebugInformation::add_inlined_names(const DebugEntry& scope, int depth,
                                         std::set<std::string_view>& names) {
  if (depth > kMaxScopeDepth) return;
  for (const DebugEntry& entry : types_.children(scope)) {
    if (entry.tag != kTagLexicalBlock && entry.tag != kTagInlinedSubroutine) continue;
    if (entry.tag == kTagInlinedSubroutine) names.insert(name_of_function(entry.at));
    add_inlined_names(entry, depth + 1, names);
  }
}

std::string_view DebugInformation::name_of_function(std::size_t at) {
  const DebugEntry entry = types_.whole(at);
  return entry.linkage_name.empty() ? entry.name : entry.linkage_name;
}

std::vector<std::size_t> DebugInformation::function_entries_at(std::uint64_t place) {
  std::vector<std::size_t> functions;
  const std::size_t at = function_at(place);
  if (at == 0) return functions;
  functions.push_back(at);
  add_functions(entries_.read(at), place, 0, functions);
  return functions;
}

void DebugInformation::add_functions(const DebugEntry& scope, std::uint64_t place, int depth,
                                     std::vector<std::size_t>& functions) {
  if (depth > kMaxScopeDepth) return;
  for (const DebugEntry& entry : types_.children(scope)) {
    if (entry.tag != kTagLexicalBlock && entry.tag != kTagInlinedSubroutine) continue;
    // A block without code of its own may contain inlined code.
    if (!entries_.covers(entry, place).value_or(entry.tag == kTagLexicalBlock)) continue;
    if (entry.tag == kTagInlinedSubroutine) functions.push_back(entry.at);
    add_functions(entry, place, depth + 1, functions);
  }
}

std::size_t DebugInformation::function_at(std::uint64_t place) {
  const auto [entry, is_new] = function_cache_.try_emplace(place, 0);
  if (!is_new) return entry->second;
  const auto after = std::ranges::upper_bound(functions_, place, {}, &Function::low);
  if (after != functions_.begin()) {
    const Function& found = *std::prev(after);
    if (place - found.low < found.size) return entry->second = found.entry;
  }
  for (const std::size_t at : split_functions_) {
    if (entries_.covers(entries_.read(at), place).value_or(false)) return entry->second = at;
  }
  return 0;
}

// Variables of a scope that does not contain the current code address do not exist now.
void DebugInformation::add_locals(const DebugEntry& scope, const DebugFrame& frame,
                                  std::uintptr_t base, int depth, std::vector<DebugLocal>& locals) {
  if (depth > kMaxScopeDepth) return;
  for (const DebugEntry& entry : types_.children(scope)) {
    if (entry.tag == kTagLexicalBlock || entry.tag == kTagInlinedSubroutine) {
      if (!entries_.covers(entry, frame.place).value_or(true)) continue;
      add_locals(entry, frame, base, depth + 1, locals);
    }
    if (entry.tag != kTagVariable && entry.tag != kTagFormalParameter) continue;
    DebugCursor cursor(entry.location, 0);
    const bool in_frame = cursor.number(1) == kOpFbreg;
    const auto offset = static_cast<std::uintptr_t>(cursor.sleb128());
    if (!in_frame || !cursor.good() || !cursor.at_end()) continue;
    const DebugEntry whole = types_.whole(entry.at);
    if (whole.name.empty() || whole.artificial) continue;
    locals.push_back({.name = std::string(whole.name),
                      .begin = base + offset,
                      .type = types_.without_qualifiers(whole.type)});
  }
}

std::optional<DebugLocal> DebugInformation::local_at(const DebugFrame& frame,
                                                     std::uintptr_t address) {
  std::optional<DebugLocal> found;
  for (const DebugLocal& local : locals_of(frame)) {
    const std::optional<std::uint64_t> size = types_.size_of(local.type);
    const bool known = size && local.begin >= frame.low && local.begin < frame.high;
    if (!known || address - local.begin >= *size) continue;
    if (found) return std::nullopt;  // ambiguous
    found = local;
  }
  return found;
}

}  // namespace mcheck
