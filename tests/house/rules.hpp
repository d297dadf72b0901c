// SPDX-License-Identifier: MIT
// The rules of the house, each a function from what there is to what is wrong with it. Every rule
// has two tests: that the tree keeps it, and that a sample which does not is caught.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tests/house/source.hpp"

namespace mcheck::house {

// Who may include whom: docs/decisions and the table in include_rules.cpp.
[[nodiscard]] Breaches include_breaches(const Source& source);

// Each package is included through one door, and there is no package without a door.
[[nodiscard]] Breaches door_breaches(const std::vector<Source>& sources);

// A source that has a header of its name includes it first. So it is compiled alone there, and
// tests/CMakeLists.txt does that for the other headers only.
[[nodiscard]] Breaches own_header_breaches(const std::vector<Source>& sources);

// What two sources of a room call the same in their unnamed namespaces: they are compiled as one.
[[nodiscard]] Breaches name_breaches(const std::vector<Source>& sources);

inline constexpr std::size_t kMaxFileLines = 400;
inline constexpr std::size_t kMaxFunctionLines = 60;
inline constexpr std::size_t kMaxColumns = 100;

// Lines of a file, columns of a line.
[[nodiscard]] Breaches size_breaches(const Source& source);

// Lines of a function, told by its braces: a function is what stands in braces behind a `)` in a
// namespace or a class, with its head.
[[nodiscard]] Breaches function_breaches(const Source& source);

// Licence on the first line, `#pragma once` in headers.
[[nodiscard]] Breaches opening_breaches(const Source& source);

// Assembly and the processor's own functions stand in engine/platform, and nowhere else in the
// engine. (An empty instruction for the compiler is none, nor is the name of a symbol.)
[[nodiscard]] Breaches platform_breaches(const Source& source);

// The names at the top of the tree, which belong to the user.
[[nodiscard]] Breaches top_level_breaches(const std::vector<std::string>& names);

// What `objdump -t -C` says of an archive: writable variables outside of section mcheck_host, which
// would be put back with the program's between executions (engine/base/host_state.hpp).
[[nodiscard]] Breaches symbol_breaches(std::string_view objdump);

}  // namespace mcheck::house
