// SPDX-License-Identifier: MIT
#include "engine/host/dwarf/line_table.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "engine/host/dwarf/dwarf_codes.hpp"
#include "engine/host/dwarf/dwarf_cursor.hpp"

namespace mcheck {
namespace {

enum LineOpcode : unsigned {
  kExtended,
  kCopy,
  kAdvancePlace,
  kAdvanceLine,
  kSetFile,
  kSetColumn,
  kNegateStatement,
  kBasicBlock,
  kAddConstantPlace,
  kFixedAdvancePlace,
};
enum ExtendedOpcode : unsigned { kEndSequence = 1, kSetAddress = 2 };
enum LineContent : unsigned { kPath = 1, kDirectoryIndex = 2 };

}  // namespace

// The state machine that produces the rows.
class LineTable::Program {
 public:
  Program(const Header& header, std::vector<Row>& rows) : header_(header), rows_(rows) {}

  void run(DebugCursor& cursor) {
    while (cursor.good() && cursor.at() < header_.end) {
      const auto opcode = static_cast<unsigned>(cursor.number(1));
      if (opcode >= header_.first_special) {
        special(opcode);
      } else if (opcode == kExtended) {
        extended(cursor);
      } else {
        standard(opcode, cursor);
      }
    }
  }

 private:
  void special(unsigned opcode) {
    const unsigned adjusted = opcode - header_.first_special;
    row_.place += std::uint64_t{adjusted / header_.line_range} * header_.instruction_bytes;
    add_lines(header_.line_base + static_cast<int>(adjusted % header_.line_range));
    rows_.push_back(row_);
  }
  void extended(DebugCursor& cursor) {
    DebugCursor inside = cursor;
    const std::uint64_t size = inside.uleb128();
    cursor = inside;
    (void)cursor.take(size);
    const std::uint64_t opcode = inside.number(1);
    if (opcode == kSetAddress) row_.place = inside.number(8);
    if (opcode != kEndSequence) return;
    row_.is_end = true;
    rows_.push_back(row_);
    row_ = kFirst;
  }
  void standard(unsigned opcode, DebugCursor& cursor) {
    switch (opcode) {
      case kCopy: rows_.push_back(row_); return;
      case kAdvancePlace: row_.place += cursor.uleb128() * header_.instruction_bytes; return;
      case kAdvanceLine: add_lines(cursor.sleb128()); return;
      case kSetFile: row_.file = static_cast<unsigned>(cursor.uleb128()); return;
      case kSetColumn: row_.column = static_cast<int>(cursor.uleb128()); return;
      case kAddConstantPlace:
        row_.place += std::uint64_t{(255 - header_.first_special) / header_.line_range} *
                      header_.instruction_bytes;
        return;
      case kFixedAdvancePlace: row_.place += cursor.number(2); return;
      default:
        for (unsigned i = 0; i < header_.operands[opcode - 1]; ++i) (void)cursor.uleb128();
    }
  }

  // A malformed file may overflow.
  void add_lines(std::int64_t lines) {
    row_.line =
        static_cast<int>(static_cast<std::uint64_t>(row_.line) + static_cast<std::uint64_t>(lines));
  }

  static constexpr Row kFirst{.place = 0, .file = 1, .line = 1, .column = 0, .is_end = false};
  const Header& header_;
  std::vector<Row>& rows_;
  Row row_ = kFirst;
};

LineTable::LineTable(const ElfImage& image, std::size_t at, std::string_view directory)
    : lines_(image.section(".debug_line")),
      strings_(image.section(".debug_str")),
      line_strings_(image.section(".debug_line_str")),
      directories_{directory} {
  DebugCursor cursor(lines_, at);
  const Header header = read_header(cursor);
  if (header.program == 0 || header.line_range == 0) return;
  DebugCursor program(lines_, header.program);
  Program(header, rows_).run(program);
  std::ranges::stable_sort(rows_, [](const Row& a, const Row& b) {
    return std::pair(a.place, !a.is_end) < std::pair(b.place, !b.is_end);
  });
}

LineTable::Header LineTable::read_header(DebugCursor& cursor) {
  constexpr std::uint64_t kDwarf64 = 0xffffffff;
  Header header;
  unsigned offset_bytes = 4;
  std::uint64_t length = cursor.number(4);
  if (length == kDwarf64) {
    offset_bytes = 8;
    length = cursor.number(8);
  }
  header.end = cursor.at() + length;
  version_ = static_cast<unsigned>(cursor.number(2));
  if (!cursor.good() || header.end > lines_.size() || version_ < 4 || version_ > 5) return {};
  if (version_ == 5) (void)cursor.number(2);  // the sizes of addresses and selectors
  const std::uint64_t rest = cursor.number(offset_bytes);
  const std::size_t program = cursor.at() + rest;
  header.instruction_bytes = static_cast<unsigned>(cursor.number(1));
  (void)cursor.number(2);  // operations per instruction, and whether rows begin statements
  header.line_base = static_cast<std::int8_t>(cursor.number(1));  // NOLINT: it has a sign
  header.line_range = static_cast<unsigned>(cursor.number(1));
  header.first_special = static_cast<unsigned>(cursor.number(1));
  for (unsigned i = 1; i < header.first_special; ++i)
    header.operands.push_back(static_cast<std::uint8_t>(cursor.number(1)));
  if (version_ == 4) {
    read_files(cursor);
  } else {
    read_names(cursor, true, offset_bytes);
    read_names(cursor, false, offset_bytes);
  }
  if (cursor.good()) header.program = program;
  return header;
}

void LineTable::read_files(DebugCursor& cursor) {
  for (std::string_view name = cursor.text(); !name.empty(); name = cursor.text())
    directories_.push_back(name);
  files_.emplace_back();  // numbered from 1
  for (std::string_view name = cursor.text(); !name.empty(); name = cursor.text()) {
    files_.push_back({.name = name, .directory = cursor.uleb128()});
    (void)cursor.uleb128();
    (void)cursor.uleb128();
  }
}

void LineTable::read_names(DebugCursor& cursor, bool are_directories, unsigned offset_bytes) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> format(cursor.number(1));
  for (auto& [content, form] : format) {
    content = cursor.uleb128();
    form = cursor.uleb128();
  }
  if (are_directories) directories_.clear();
  if (format.empty()) return;
  for (std::uint64_t left = cursor.uleb128(); left > 0 && cursor.good(); --left) {
    File file;
    for (const auto& [content, form] : format) {
      std::string_view text;
      std::uint64_t number = 0;
      switch (form) {
        case kFormString: text = cursor.text(); break;
        case kFormLineStrp:
          text = DebugCursor(line_strings_, cursor.number(offset_bytes)).text();
          break;
        case kFormStrp: text = DebugCursor(strings_, cursor.number(offset_bytes)).text(); break;
        case kFormUdata: number = cursor.uleb128(); break;
        case kFormData1: number = cursor.number(1); break;
        case kFormData2: number = cursor.number(2); break;
        case kFormData4: number = cursor.number(4); break;
        case kFormData8: number = cursor.number(8); break;
        case kFormData16: (void)cursor.take(16); break;
        case kFormBlock: (void)cursor.take(cursor.uleb128()); break;
        default: (void)cursor.take(~std::uint64_t{0});
      }
      if (content == kPath) file.name = text;
      if (content == kDirectoryIndex) file.directory = number;
    }
    if (are_directories) {
      directories_.push_back(file.name);
    } else {
      files_.push_back(file);
    }
  }
}

const LineTable::Row* LineTable::row_at(std::uint64_t place) const {
  const auto after = std::ranges::upper_bound(rows_, place, {}, &Row::place);
  if (after == rows_.begin()) return nullptr;
  const Row& row = *std::prev(after);
  return row.is_end ? nullptr : &row;
}

std::string LineTable::file(std::uint64_t number) const {
  if (number >= files_.size() || files_[number].name.empty()) return "";
  const File& file = files_[number];
  std::string path(file.name);
  for (std::uint64_t directory = file.directory; !path.starts_with('/'); directory = 0) {
    if (directory >= directories_.size() || directories_[directory].empty()) break;
    path = std::string(directories_[directory]) + "/" + path;
    if (directory == 0) break;
  }
  return path;
}

}  // namespace mcheck
