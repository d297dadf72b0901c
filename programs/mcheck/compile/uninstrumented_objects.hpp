// SPDX-License-Identifier: MIT
// Finds uninstrumented code on a linker's command line: objects and members of static archives that
// a compiler generated without hooks. Every instrumented file refers to functions `__tsan_…`; one
// that has code and no such reference is uninstrumented. Ignores assembler output. Shared libraries
// are checked when the program runs.
//
// Checks all members of an archive, because it does not know which of them the linker will select.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mcheck::command {

// "counter.o", "libcounter.a(counter.o)", "libz.a (15 of 15 files)", in command-line order.
[[nodiscard]] std::vector<std::string> uninstrumented_objects(
    const std::vector<std::string>& arguments);

// Whether the bytes are an object that a compiler generated without hooks.
[[nodiscard]] bool is_uninstrumented_object(std::string_view object);

// Assembly that embeds the names in the program
// (engine/intercept/examination/program_examination.cpp reads them).
[[nodiscard]] std::string names_as_assembly(const std::vector<std::string>& names);

}  // namespace mcheck::command
