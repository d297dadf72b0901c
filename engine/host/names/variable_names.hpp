// SPDX-License-Identifier: MIT
// Names of global variables and their parts, for objects that the program has not named: from
// symbols, and, if the program was built with -g, from debug information.
#pragma once

#include <optional>
#include <string>

#include "engine/host/dwarf/debug_information.hpp"

namespace mcheck {

class Identities;

// What an executable or a library knows about an address in it.
struct KnownVariable {
  std::string name;
  std::size_t offset = 0;                   // of the address in the variable
  DebugInformation* information = nullptr;  // null: there is none
  DebugType type = 0;                       // of the variable; 0: unknown
};

// The variable of the executable or of one of its libraries that contains the address; no value if
// there is none, or without symbols.
[[nodiscard]] std::optional<KnownVariable> known_variable_at(const void* address);
// Whether some global of that executable or library has this name, in whatever namespace or class.
[[nodiscard]] bool has_global_named(const std::string& file, const std::string& name);
// Of the executable or library that contains the address; null: a system library.
[[nodiscard]] DebugInformation* debug_information_at(const void* address);
[[nodiscard]] DebugInformation& executable_information();
// The address relative to its file's image.
[[nodiscard]] std::uint64_t offset_in_object(const void* address);

// "counter", "queue.head", "accounts[2].balance", "accounts+16"; empty if it is in no variable.
// With `bytes`, the members they cover: "flags[0..7]", "queue.{head,tail}".
[[nodiscard]] std::string variable_at(const void* address, std::size_t bytes = 0);
// The name of a pointer's target: all of the queue, not its first member.
[[nodiscard]] std::string pointee_variable_at(const void* address);
// ".head", "+16", "[3]", "": a part of a value.
[[nodiscard]] std::string part_text(const DebugPart& part);
// The same for a range of bytes.
struct DebugSpan {
  DebugType type = 0;
  std::size_t offset = 0;
  std::size_t bytes = 0;
};
[[nodiscard]] std::string members_text(DebugTypes& types, const DebugSpan& span);

// Makes objects without a name use these names.
void install_variable_names(Identities& identities);

}  // namespace mcheck
