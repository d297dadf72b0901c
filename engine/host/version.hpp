// SPDX-License-Identifier: MIT
#pragma once

namespace mcheck {

inline constexpr const char* kVersion = "0.1.0";

}  // namespace mcheck
