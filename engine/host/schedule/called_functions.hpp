// SPDX-License-Identifier: MIT
// Functions that a schedule file needs to know when they are called, by the address that a call
// instruction of the executable or a library has as its target: the hooks at the entry and exit of
// functions, __cxa_throw, and std::__throw_out_of_range() and the like, which headers call. If the
// function is in another object, the call goes to a stub, which jumps to what its slot in a table
// holds.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace mcheck {

struct CalledFunction {
  enum class Kind { kEntryHook, kExitHook, kThrows, kRethrows };
  Kind kind = Kind::kThrows;
  std::string thrown{};  // the type; empty: known only when it is called
};

// A file that is loaded into this process, and where.
struct CodeObject {
  std::string file;
  std::uintptr_t load_address = 0;

  [[nodiscard]] bool is_executable() const { return file == "/proc/self/exe"; }
};

// The executable, and the libraries that are no part of the system.
[[nodiscard]] std::vector<CodeObject> code_objects();

class CalledFunctions {
 public:
  explicit CalledFunctions(const CodeObject& object);

  // Null: none of them.
  [[nodiscard]] const CalledFunction* at(std::uintptr_t target) const;

 private:
  void add(const std::string& symbol, std::uintptr_t address);
  [[nodiscard]] bool is_code(std::uintptr_t address) const;

  std::map<std::uintptr_t, CalledFunction> functions_;           // by address, and by slot
  std::vector<std::pair<std::uintptr_t, std::uintptr_t>> code_;  // from, to
};

}  // namespace mcheck
