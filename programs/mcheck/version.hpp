// SPDX-License-Identifier: MIT
// Which mcheck this is, and which conversation with checked programs it holds (docs/protocol.md).
#pragma once

namespace mcheck::command {

inline constexpr const char* kVersion = "0.1.0";
inline constexpr int kProtocol = 1;

// What the model library leaves in the ELF section `mcheck_abi` of every program.
inline constexpr unsigned kAbi = 1;
inline constexpr const char* kAbiSection = "mcheck_abi";

}  // namespace mcheck::command
