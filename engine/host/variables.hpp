// SPDX-License-Identifier: MIT
// The names of global variables, for objects that the program has not named itself.
#pragma once

#include <string>

namespace mcheck {

class Identities;

// The variable of the executable, or of one of its libraries, that holds this address: "counter",
// "accounts+16". Empty where there is none, or where symbols were stripped.
[[nodiscard]] std::string variable_at(const void* address);
// Lets the objects of an unmodified program be called so.
void name_places(Identities& identities);

}  // namespace mcheck
