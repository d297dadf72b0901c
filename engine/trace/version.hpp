// SPDX-License-Identifier: MIT
// Which mcheck this is, and what its two processes have agreed on.
#pragma once

namespace mcheck {

// The one place where the version stands; docs/releases.md tells what came with it.
inline constexpr const char* kVersion = "0.1.0";
inline constexpr const char* kReleased = "2026-11-22";

// Of the conversation between the command and a checked program (docs/protocol.md).
inline constexpr int kProtocol = 1;

}  // namespace mcheck
