// SPDX-License-Identifier: MIT
// Objects and members of static archives on a linker's line that a compiler made without the hooks
// by which mcheck sees a program. Every file that was instrumented asks for functions `__tsan_…`;
// one that has code, and asks for none, was not. What an assembler made is not meant, nor are
// shared libraries, which are looked at when the program runs.
//
// Of archives all members are looked at: which of them the linker takes is not known here.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mcheck::command {

// "counter.o", "libcounter.a(counter.o)", "libz.a (15 of 15 files)": in the order of the line.
[[nodiscard]] std::vector<std::string> blind_objects(const std::vector<std::string>& arguments);

// Whether the bytes are those of an object that was compiled without hooks.
[[nodiscard]] bool is_blind(std::string_view object);

// An assembler's text that keeps the names in the program (engine/intercept/examination.cpp).
[[nodiscard]] std::string names_as_assembler(const std::vector<std::string>& names);

}  // namespace mcheck::command
