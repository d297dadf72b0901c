// SPDX-License-Identifier: MIT
// What the debug information of an executable, or of a library, knows of its variables: their
// types, and where in a function's frame its locals are.
//
// It is read once, when the first name is asked for: one pass through all entries, 0.1 s for ten
// megabytes. Without it, or where there is too much of it, nothing is known.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/host/debug_types.hpp"

namespace mcheck {

// A call that has not returned: where its code stands, and its frame's ends on the stack.
struct DebugFrame {
  std::uint64_t place = 0;  // in the image
  std::uintptr_t low = 0;   // where the stack ended when it called
  std::uintptr_t high = 0;  // where it ended when this was called
};

// A variable in a frame.
struct DebugLocal {
  std::string name;
  std::uintptr_t begin = 0;
  DebugType type = 0;
};

class DebugInformation {
 public:
  explicit DebugInformation(const std::string& path);

  // Of the variable that begins at that place in the image; 0: nobody knows.
  [[nodiscard]] DebugType type_of_variable(std::uint64_t place);
  // What is there in the frame; nothing where that is not certain.
  [[nodiscard]] std::optional<DebugLocal> local_at(const DebugFrame& frame, std::uintptr_t address);
  // All of that function's that have a place in its frame.
  [[nodiscard]] std::vector<DebugLocal> locals_of(const DebugFrame& frame);
  // The functions whose code is at that place, as the linker names them: where several are in one,
  // the one that was called last is the last. Empty: of one that has no such name.
  [[nodiscard]] std::vector<std::string_view> functions_at(std::uint64_t place);
  // The places of all variables of which the type is known.
  [[nodiscard]] std::vector<std::uint64_t> variables() const;
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
  void keep(const DebugEntry& entry);
  [[nodiscard]] std::size_t function_at(std::uint64_t place);
  void add_functions(const DebugEntry& scope, std::uint64_t place, int depth,
                     std::vector<std::string_view>& functions);
  void add_locals(const DebugEntry& scope, const DebugFrame& frame, std::uintptr_t base, int depth,
                  std::vector<DebugLocal>& locals);

  ElfImage image_;
  DebugEntries entries_{image_};
  DebugTypes types_{entries_};
  std::vector<Variable> variables_;
  std::vector<Function> functions_;           // by where their code is
  std::vector<std::size_t> scattered_;        // whose code is in several places
  std::map<std::uint64_t, std::size_t> met_;  // functions, by places in them; 0: none
};

}  // namespace mcheck
