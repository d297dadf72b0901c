// SPDX-License-Identifier: MIT
// The version of mcheck, and of the protocol between its processes.
#pragma once

namespace mcheck {

// The only place with the version; docs/releases.md lists the changes.
inline constexpr const char* kVersion = "0.1.0";
inline constexpr const char* kReleased = "2026-11-22";

// Of the protocol between the command and a checked program (docs/protocol.md).
inline constexpr int kProtocol = 1;

}  // namespace mcheck
