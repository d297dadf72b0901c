// SPDX-License-Identifier: MIT
// Checks, without running it, whether mcheck can explore a file: a regular executable file, 64-bit
// ELF, with the section `mcheck_abi`, in which the model library stores its ABI version.
#pragma once

#include <optional>
#include <string>

namespace mcheck::command {

// Throws UsageError.
void check_program(const std::string& path);

// The first four bytes of an ELF section; none if there is no such section or the file is not a
// 64-bit little-endian ELF file. Reads only headers, and validates them.
[[nodiscard]] std::optional<unsigned> elf_section_word(const std::string& path,
                                                       const std::string& section);

}  // namespace mcheck::command
