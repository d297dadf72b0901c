// SPDX-License-Identifier: MIT
// The names of global variables, and of what lies in them, for objects that the program has not
// named itself: from symbols, and, where the program was built with -g, from its debug information.
#pragma once

#include <optional>
#include <string>

#include "engine/host/debug_information.hpp"

namespace mcheck {

class Identities;

// What the executable, or a library, knows of an address in it.
struct KnownVariable {
  std::string name;
  std::size_t offset = 0;                   // of the address in the variable
  DebugInformation* information = nullptr;  // null: there is none
  DebugType type = 0;                       // of the variable; 0: nobody knows
};

// The variable of the executable, or of one of its libraries, that holds this address; no value
// where there is none, or where symbols were stripped.
[[nodiscard]] std::optional<KnownVariable> known_variable_at(const void* address);
// Of the executable, or of the library where the address is; null: not the program's own.
[[nodiscard]] DebugInformation* debug_information_at(const void* address);
[[nodiscard]] DebugInformation& executable_information();
// Where in that file's image the address is.
[[nodiscard]] std::uint64_t place_in_object(const void* address);

// "counter", "queue.head", "accounts[2].balance", "accounts+16"; empty if it is in no variable. Of
// so many bytes all are meant: "flags[0..7]", "queue.{head,tail}"; 0: what begins there.
[[nodiscard]] std::string variable_at(const void* address, std::size_t bytes = 0);
// The same of what is pointed to: all of the queue, and not its first member.
[[nodiscard]] std::string pointed_variable_at(const void* address);
// ".head", "+16", "[3]", "": what lies so many bytes into a value of that type.
[[nodiscard]] std::string part_text(const DebugPart& part);
// The same of so many bytes of it.
struct DebugSpan {
  DebugType type = 0;
  std::size_t offset = 0;
  std::size_t bytes = 0;
};
[[nodiscard]] std::string members_text(DebugTypes& types, const DebugSpan& span);

// Lets objects of programs be called so.
void name_places(Identities& identities);

}  // namespace mcheck
