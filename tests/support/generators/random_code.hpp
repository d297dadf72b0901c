// SPDX-License-Identifier: MIT
// Random C++ programs of one thread, with many values that live across calls: loops, switches,
// recursion, exceptions, destructors. They print a number that depends on all that they computed.
#pragma once

#include <cstdint>
#include <string>

namespace random_code {

[[nodiscard]] std::string program(std::uint64_t seed);

}  // namespace random_code
