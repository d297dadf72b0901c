// SPDX-License-Identifier: MIT
// How a program is recognised that is linked with the model library.
#pragma once

#include "engine/trace/version.hpp"

namespace mcheck::command {

// What the model library leaves in the ELF section `mcheck_abi` of every program.
inline constexpr unsigned kAbi = 1;
inline constexpr const char* kAbiSection = "mcheck_abi";

}  // namespace mcheck::command
