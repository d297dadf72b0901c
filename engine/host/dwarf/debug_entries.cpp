// SPDX-License-Identifier: MIT
#include "engine/host/dwarf/debug_entries.hpp"

#include <algorithm>

#include "engine/host/dwarf/dwarf_codes.hpp"
#include "engine/host/dwarf/dwarf_cursor.hpp"

namespace mcheck {

// An attribute's value. The form decides which members hold it.
struct DebugEntries::Value {
  enum class Kind : std::uint8_t {
    kNothing,
    kNumber,
    kAddress,
    kText,
    kReference,
    kBytes,
    kListIndex
  };
  Kind kind = Kind::kNothing;
  std::uint64_t number = 0;
  std::string_view bytes{};
};

// Reads attribute values of one unit.
class DebugEntries::Reader {
 public:
  using Kind = Value::Kind;

  Reader(const DebugEntries& entries, const Unit& unit, DebugCursor& cursor)
      : entries_(entries), unit_(unit), cursor_(cursor) {}

  // Without a value if the form is unknown; then the cursor is bad.
  Value value(const Attribute& attribute) {
    switch (attribute.form) {
      case kFormAddr: return {Kind::kAddress, cursor_.number(8)};
      case kFormData1: return number(1);
      case kFormData2: return number(2);
      case kFormData4: return number(4);
      case kFormData8: return number(8);
      case kFormData16: return bytes(16);
      case kFormSdata: return {Kind::kNumber, static_cast<std::uint64_t>(cursor_.sleb128())};
      case kFormUdata: return {Kind::kNumber, cursor_.uleb128()};
      case kFormImplicitConst:
        return {Kind::kNumber, static_cast<std::uint64_t>(attribute.implicit)};
      case kFormFlag: return number(1);
      case kFormFlagPresent: return {Kind::kNumber, 1};
      case kFormSecOffset: return number(unit_.offset_bytes);
      case kFormRnglistx:
      case kFormLoclistx: return {Kind::kListIndex, cursor_.uleb128()};
      case kFormBlock1: return bytes(cursor_.number(1));
      case kFormBlock2: return bytes(cursor_.number(2));
      case kFormBlock4: return bytes(cursor_.number(4));
      case kFormBlock:
      case kFormExprloc: return bytes(cursor_.uleb128());
      default: return string_or_reference(attribute);
    }
  }

 private:
  Value string_or_reference(const Attribute& attribute) {
    switch (attribute.form) {
      case kFormString: return {Kind::kText, 0, cursor_.text()};
      case kFormStrp: return string_at(entries_.strings_);
      case kFormLineStrp: return string_at(entries_.line_strings_);
      case kFormStrx: return nth_string(cursor_.uleb128());
      case kFormStrx1:
      case kFormStrx2:
      case kFormStrx3:
      case kFormStrx4: return nth_string(cursor_.number(1 + attribute.form - kFormStrx1));
      case kFormAddrx: return nth_address(cursor_.uleb128());
      case kFormAddrx1:
      case kFormAddrx2:
      case kFormAddrx3:
      case kFormAddrx4: return nth_address(cursor_.number(1 + attribute.form - kFormAddrx1));
      case kFormRef1: return reference(cursor_.number(1));
      case kFormRef2: return reference(cursor_.number(2));
      case kFormRef4: return reference(cursor_.number(4));
      case kFormRef8: return reference(cursor_.number(8));
      case kFormRefUdata: return reference(cursor_.uleb128());
      case kFormRefAddr: return {Kind::kReference, cursor_.number(unit_.offset_bytes)};
      case kFormRefSig8:
      case kFormRefSup8: return skip(8);
      case kFormRefSup4: return skip(4);
      case kFormStrpSup:
      case kFormGnuRefAlt:
      case kFormGnuStrpAlt: return skip(unit_.offset_bytes);
      case kFormIndirect:
        return value(
            {.name_code = attribute.name_code, .form = static_cast<unsigned>(cursor_.uleb128())});
      default: return skip(~std::uint64_t{0});
    }
  }
  Value number(std::size_t size) { return {Kind::kNumber, cursor_.number(size)}; }
  Value bytes(std::uint64_t size) { return {Kind::kBytes, 0, cursor_.take(size)}; }
  Value skip(std::uint64_t size) {
    (void)cursor_.take(size);
    return {};
  }
  Value reference(std::uint64_t offset) { return {Kind::kReference, unit_.begin + offset}; }
  Value string_at(std::string_view strings) {
    DebugCursor there(strings, cursor_.number(unit_.offset_bytes));
    return {Kind::kText, 0, there.text()};
  }
  Value nth_string(std::uint64_t nth) {
    if (!unit_.strings) return {};
    DebugCursor list(entries_.string_offsets_, *unit_.strings + nth * unit_.offset_bytes);
    DebugCursor there(entries_.strings_, list.number(unit_.offset_bytes));
    return {Kind::kText, 0, there.text()};
  }
  Value nth_address(std::uint64_t nth) {
    const auto found = entries_.address(unit_, nth);
    return found ? Value{Kind::kAddress, *found} : Value{};
  }

  const DebugEntries& entries_;
  const Unit& unit_;
  DebugCursor& cursor_;
};

DebugEntries::DebugEntries(const ElfImage& image)
    : info_(image.section(".debug_info")),
      abbreviation_bytes_(image.section(".debug_abbrev")),
      strings_(image.section(".debug_str")),
      line_strings_(image.section(".debug_line_str")),
      string_offsets_(image.section(".debug_str_offsets")),
      addresses_(image.section(".debug_addr")),
      ranges_(image.section(".debug_rnglists")),
      dwarf4_ranges_(image.section(".debug_ranges")) {
  read_units();
}

void DebugEntries::read_units() {
  constexpr std::uint64_t kDwarf64 = 0xffffffff;
  constexpr unsigned kCompile = 1;
  constexpr unsigned kPartial = 3;
  DebugCursor cursor(info_, 0);
  while (cursor.good() && !cursor.at_end()) {
    Unit unit{.begin = cursor.at()};
    std::uint64_t length = cursor.number(4);
    if (length == kDwarf64) {
      unit.offset_bytes = 8;
      length = cursor.number(8);
    }
    unit.end = cursor.at() + length;
    if (!cursor.good() || length > info_.size() - cursor.at()) return;
    unit.version = static_cast<unsigned>(cursor.number(2));
    bool known = unit.version == 4;
    if (unit.version == 4) unit.abbreviations = cursor.number(unit.offset_bytes);
    unsigned type = kCompile;
    if (unit.version == 5) type = static_cast<unsigned>(cursor.number(1));
    known = (known || unit.version == 5) && (type == kCompile || type == kPartial);
    known = cursor.number(1) == 8 && known;  // the address size
    if (unit.version == 5) unit.abbreviations = cursor.number(unit.offset_bytes);
    unit.first = cursor.at();
    if (known && cursor.good()) {
      units_.push_back(unit);
      read_bases(units_.back());
    }
    cursor = DebugCursor(info_, unit.end);
  }
}

// The first entry of a unit gives the bases of its lists, possibly after attributes that need them:
// so it is read twice.
void DebugEntries::read_bases(Unit& unit) {
  for (int pass = 0; pass < 2; ++pass) {
    DebugCursor cursor(info_, unit.first);
    const Abbreviation* const found = abbreviation(unit, cursor.uleb128());
    if (found == nullptr) return;
    for (const Attribute& attribute : found->attributes) {
      const Value value = Reader(*this, unit, cursor).value(attribute);
      switch (attribute.name_code) {
        case kAtStrOffsetsBase: unit.strings = value.number; break;
        case kAtAddrBase: unit.addresses = value.number; break;
        case kAtRnglistsBase: unit.ranges = value.number; break;
        case kAtLowPc: unit.low = value.number; break;
        case kAtStmtList: unit.lines = value.number; break;
        case kAtCompDir: unit.directory = value.bytes; break;
        default: break;
      }
    }
  }
}

const DebugEntries::Unit* DebugEntries::unit_at(std::size_t at) const {
  const auto after = std::ranges::upper_bound(units_, at, {}, &Unit::begin);
  if (after == units_.begin()) return nullptr;
  const Unit& unit = *std::prev(after);
  return at >= unit.first && at < unit.end ? &unit : nullptr;
}

// Abbreviations are numbered from 1 without gaps.
const DebugEntries::Abbreviation* DebugEntries::abbreviation(const Unit& unit,
                                                             std::uint64_t number) {
  const auto [entry, is_new] = abbreviations_.try_emplace(unit.abbreviations);
  std::vector<Abbreviation>& known = entry->second;
  if (is_new) {
    DebugCursor cursor(abbreviation_bytes_, unit.abbreviations);
    while (cursor.uleb128() == known.size() + 1 && cursor.good()) {
      known.push_back(read_abbreviation(cursor));
    }
  }
  return number == 0 || number > known.size() ? nullptr : &known[number - 1];
}

DebugEntries::Abbreviation DebugEntries::read_abbreviation(DebugCursor& cursor) {
  Abbreviation read;
  read.tag = static_cast<unsigned>(cursor.uleb128());
  read.has_children = cursor.number(1) != 0;
  while (cursor.good()) {
    Attribute attribute;
    attribute.name_code = static_cast<unsigned>(cursor.uleb128());
    attribute.form = static_cast<unsigned>(cursor.uleb128());
    if (attribute.form == kFormImplicitConst) attribute.implicit = cursor.sleb128();
    if (attribute.name_code == 0 && attribute.form == 0) break;
    read.attributes.push_back(attribute);
  }
  return read;
}

DebugEntry DebugEntries::read(std::size_t at) {
  const Unit* const unit = unit_at(at);
  DebugEntry entry{.at = at, .after = at};
  if (unit == nullptr) return entry;
  DebugCursor cursor(info_, at);
  const Abbreviation* const found = abbreviation(*unit, cursor.uleb128());
  entry.after = cursor.at();
  if (found == nullptr) return entry;
  entry.has_children = found->has_children;
  for (const Attribute& attribute : found->attributes) {
    set_attribute(attribute, Reader(*this, *unit, cursor).value(attribute), *unit, entry);
  }
  entry.after = cursor.at();
  if (cursor.good()) entry.tag = found->tag;
  return entry;
}

std::size_t DebugEntries::next_after(const DebugEntry& entry) {
  if (!entry.has_children) return entry.after;
  if (entry.sibling > entry.at) return entry.sibling;
  // In a malformed file children without an end stop with the unit.
  std::size_t at = entry.after;
  for (std::size_t depth = 1; depth > 0;) {
    const DebugEntry inner = read(at);
    if (inner.after <= at) return at;
    at = inner.after;
    if (inner.tag == 0) --depth;
    if (inner.tag != 0 && inner.has_children) ++depth;
  }
  return at;
}

void DebugEntries::set_attribute(const Attribute& attribute, const Value& value, const Unit& unit,
                                 DebugEntry& entry) {
  const bool number = value.kind == Value::Kind::kNumber;
  const auto constant = number ? std::optional(value.number) : std::nullopt;
  switch (attribute.name_code) {
    case kAtName: entry.name = value.bytes; break;
    case kAtLinkageName: entry.linkage_name = value.bytes; break;
    case kAtSibling: entry.sibling = value.number; break;
    case kAtType: entry.type = value.kind == Value::Kind::kReference ? value.number : 0; break;
    case kAtAbstractOrigin:
    case kAtSpecification:
      entry.origin = value.kind == Value::Kind::kReference ? value.number : 0;
      break;
    case kAtByteSize: entry.bytes = constant; break;
    case kAtMemberLocation: entry.offset = constant; break;
    case kAtCount: entry.count = constant; break;
    case kAtUpperBound:
      if (number) entry.count = value.number + 1;
      break;
    case kAtLowPc:
      if (value.kind == Value::Kind::kAddress) entry.low = value.number;
      break;
    case kAtHighPc:  // a length, or an address
      if (number) entry.size = value.number;
      if (value.kind == Value::Kind::kAddress && entry.low) entry.size = value.number - *entry.low;
      break;
    case kAtRanges:
      if (number) entry.ranges = value.number;
      if (value.kind == Value::Kind::kListIndex) entry.ranges = nth_ranges(unit, value.number);
      break;
    case kAtLocation: entry.location = value.bytes; break;
    case kAtFrameBase: entry.frame_base = value.bytes; break;
    case kAtDeclaration: entry.declaration = value.number != 0; break;
    case kAtArtificial: entry.artificial = value.number != 0; break;
    case kAtExternal: entry.external = value.number != 0; break;
    case kAtBitSize: entry.bits = constant; break;
    case kAtDataBitOffset: entry.bit_offset = constant; break;
    case kAtCallFile: entry.call_file = value.number; break;
    case kAtCallLine: entry.call_line = static_cast<int>(value.number); break;
    case kAtCallColumn: entry.call_column = static_cast<int>(value.number); break;
    default: break;
  }
}

}  // namespace mcheck
