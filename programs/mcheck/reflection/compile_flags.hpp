// SPDX-License-Identifier: MIT
// The compiler flags with which a header is read: those that the user passes after --, or those of
// an entry of a compile_commands.json. Only flags that change what a declaration means are kept
// (-I, -D, -std and the like): libclang does not know all flags of GCC, and a flag that it does not
// know is an error.
#pragma once

#include <string>
#include <variant>
#include <vector>

namespace mcheck::command::reflection {

// The flags of these that libclang needs; relative directories are completed by `directory`.
[[nodiscard]] std::vector<std::string> flags_for_reading(const std::vector<std::string>& flags,
                                                         const std::string& directory = ".");

// The flags (not only those for reading) of the entry of DIRECTORY/compile_commands.json whose
// source has the header's name or includes it, else of one in the nearest folder, else of the
// first; or why there are none. Without compiler, source, -c and -o.
[[nodiscard]] std::variant<std::vector<std::string>, std::string> flags_of_database(
    const std::string& directory, const std::string& header);

// Flags that lead libclang to the compiler's own headers (stddef.h), if it does not find its own.
[[nodiscard]] std::vector<std::string> builtin_header_flags(const std::string& libclang_path);

}  // namespace mcheck::command::reflection
