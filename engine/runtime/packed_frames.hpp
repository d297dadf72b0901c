// SPDX-License-Identifier: MIT
// Call stacks in a reply log.
#pragma once

#include "engine/runtime/backtrace.hpp"
#include "engine/runtime/journal.hpp"

namespace mcheck {

[[nodiscard]] Packed pack_frames(const Backtrace& frames);
[[nodiscard]] Backtrace unpack_frames(Packed& packed);

}  // namespace mcheck
