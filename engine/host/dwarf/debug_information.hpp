// SPDX-License-Identifier: MIT
// The variables of an executable or a library, from its debug information: their types, and where
// locals are in a function's frame.
//
// One pass over all entries when the first name is asked for: 0.1 s for ten megabytes. Without
// debug information, or with too much of it, nothing is known.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/host/dwarf/debug_types.hpp"
#include "engine/host/dwarf/line_table.hpp"

namespace mcheck {

// A call that has not returned: its code address, and the bounds of its frame on the stack.
struct DebugFrame {
  std::uint64_t place = 0;  // relative to the image
  std::uintptr_t low = 0;   // the stack pointer when it called
  std::uintptr_t high = 0;  // the stack pointer when it was called
};

// A variable in a frame.
struct DebugLocal {
  std::string name;
  std::uintptr_t begin = 0;
  DebugType type = 0;
};

// How a function is called.
struct DebugSignature {
  std::size_t parameters = 0;   // the object of a member function counts, too
  std::string result;           // its type; "void": none; "": one without a name
  bool returns_object = false;  // of a class
};

// Where code comes from; a column of 0 is unknown.
struct SourcePosition {
  std::string file{};
  int line = 0;
  int column = 0;
};

class DebugInformation {
 public:
  explicit DebugInformation(const std::string& path);

  // The type of the variable that begins at that address of the image; 0: unknown.
  [[nodiscard]] DebugType type_of_variable(std::uint64_t place);
  // The local at that address; no value if that is not certain.
  [[nodiscard]] std::optional<DebugLocal> local_at(const DebugFrame& frame, std::uintptr_t address);
  // All locals of the function that lie in its frame.
  [[nodiscard]] std::vector<DebugLocal> locals_of(const DebugFrame& frame);
  // The functions whose code is at that address, by symbol name, the innermost inlined one last.
  // Empty: a function without a symbol name.
  [[nodiscard]] std::vector<std::string_view> functions_at(std::uint64_t place);
  // The same, but without a symbol name by the name in the source, which is not qualified.
  [[nodiscard]] std::vector<std::string_view> function_names_at(std::uint64_t place);
  // The same of all functions that have code, also where it was inlined.
  [[nodiscard]] std::set<std::string_view> all_function_names();
  // Of the function whose code is at that address; no value: unknown.
  [[nodiscard]] std::optional<DebugSignature> signature_at(std::uint64_t place);
  // Where the code at that address comes from, the innermost inlined function first.
  [[nodiscard]] std::vector<SourcePosition> positions_at(std::uint64_t place);
  // The addresses of all variables with a known type.
  [[nodiscard]] std::vector<std::uint64_t> variables() const;
  // Address and size of the code of each function that lies in one piece.
  [[nodiscard]] std::vector<std::pair<std::uint64_t, std::uint64_t>> code_ranges() const;
  [[nodiscard]] DebugTypes& types() { return types_; }

 private:
  struct Variable {
    std::uint64_t place = 0;
    std::size_t entry = 0;
  };

  struct Function {
    std::uint64_t low = 0;
    std::uint64_t size = 0;
    std::size_t entry = 0;
  };

  void read_unit(const DebugEntries::Unit& unit);
  void index_entry(const DebugEntry& entry);
  [[nodiscard]] std::size_t function_at(std::uint64_t place);
  [[nodiscard]] std::string_view name_of_function(std::size_t at);
  void add_inlined_names(const DebugEntry& scope, int depth, std::set<std::string_view>& names);
  [[nodiscard]] std::vector<std::size_t> function_entries_at(std::uint64_t place);
  void add_functions(const DebugEntry& scope, std::uint64_t place, int depth,
                     std::vector<std::size_t>& functions);
  void add_locals(const DebugEntry& scope, const DebugFrame& frame, std::uintptr_t base, int depth,
                  std::vector<DebugLocal>& locals);

  const LineTable* line_table_of(std::size_t entry);

  ElfImage image_;
  DebugEntries entries_{image_};
  DebugTypes types_{entries_};
  std::vector<Variable> variables_;
  std::vector<Function> functions_;                      // by code address
  std::vector<std::size_t> split_functions_;             // with code in several ranges
  std::map<std::uint64_t, std::size_t> function_cache_;  // by code address; 0: none
  std::map<std::uint64_t, LineTable> line_tables_;       // by offset in .debug_line
};

}  // namespace mcheck
