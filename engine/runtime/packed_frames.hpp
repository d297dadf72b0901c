// SPDX-License-Identifier: MIT
// Stacks in a journal.
#pragma once

#include "engine/runtime/backtrace.hpp"
#include "engine/runtime/journal.hpp"

namespace mcheck {

[[nodiscard]] Packed pack_frames(const Backtrace& frames);
[[nodiscard]] Backtrace unpack_frames(Packed& packed);

}  // namespace mcheck
