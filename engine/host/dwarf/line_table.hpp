// SPDX-License-Identifier: MIT
// Source positions of code addresses: the line number program of one unit in .debug_line, DWARF 4
// and 5. What is malformed or unknown gives no rows, which is no error.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/host/dwarf/elf_image.hpp"

namespace mcheck {

class DebugCursor;

class LineTable {
 public:
  struct Row {
    std::uint64_t place = 0;
    unsigned file = 0;
    int line = 0;
    int column = 0;
    bool is_end = false;  // the first address behind a sequence
  };

  // `directory`: of the unit, which relative names of files belong to.
  LineTable(const ElfImage& image, std::size_t at, std::string_view directory);

  // Null: no code of this unit is there.
  [[nodiscard]] const Row* row_at(std::uint64_t place) const;
  // The path of the file with that number; empty: there is none.
  [[nodiscard]] std::string file(std::uint64_t number) const;

 private:
  struct File {
    std::string_view name;
    std::uint64_t directory = 0;
  };
  struct Header {
    unsigned version = 0;
    unsigned instruction_bytes = 1;
    int line_base = 0;
    unsigned line_range = 1;
    unsigned first_special = 1;
    std::size_t program = 0;
    std::size_t end = 0;
    std::vector<std::uint8_t> operands;  // how many LEB128 numbers each standard opcode has
  };
  class Program;

  [[nodiscard]] Header read_header(DebugCursor& cursor);
  void read_files(DebugCursor& cursor);                                               // DWARF 4
  void read_names(DebugCursor& cursor, bool are_directories, unsigned offset_bytes);  // DWARF 5

  std::string_view lines_, strings_, line_strings_;
  unsigned version_ = 0;
  std::vector<std::string_view> directories_;
  std::vector<File> files_;
  std::vector<Row> rows_;  // by address
};

}  // namespace mcheck
