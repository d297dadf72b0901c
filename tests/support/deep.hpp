// SPDX-License-Identifier: MIT
// `make deep` runs the tests with larger samples. By default the tests take minutes altogether.
#pragma once

#include <cstdlib>

namespace mcheck {

inline bool is_deep() { return std::getenv("MCHECK_DEEP") != nullptr; }

}  // namespace mcheck
