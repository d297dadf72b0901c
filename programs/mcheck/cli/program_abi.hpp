// SPDX-License-Identifier: MIT
// How to recognise a program that is linked with the model library.
#pragma once

#include "engine/trace/protocol/version.hpp"

namespace mcheck::command {

// The ABI version that the model library stores in the ELF section `mcheck_abi`.
inline constexpr unsigned kAbi = 1;
inline constexpr const char* kAbiSection = "mcheck_abi";

}  // namespace mcheck::command
