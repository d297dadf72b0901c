// SPDX-License-Identifier: MIT
// Whether a file is a program that mcheck can explore, found out without running anything: it is a
// regular file, executable, of the ELF format for 64 bits, and the model library has left its mark,
// the section `mcheck_abi`, which holds the version of what program and command agree on.
#pragma once

#include <optional>
#include <string>

namespace mcheck::command {

// Throws UsageError.
void check_program(const std::string& path);

// What an ELF section of that name holds in its first four bytes; none if there is no such section
// or the file is no 64-bit ELF of this byte order. Reads headers only, and trusts none of them.
[[nodiscard]] std::optional<unsigned> elf_section_word(const std::string& path,
                                                       const std::string& section);

}  // namespace mcheck::command
