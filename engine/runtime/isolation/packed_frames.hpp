// SPDX-License-Identifier: MIT
// Call stacks in a reply log.
#pragma once

#include "engine/runtime/isolation/reply_log.hpp"
#include "engine/runtime/machine/backtrace.hpp"

namespace mcheck {

[[nodiscard]] Packed pack_frames(const Backtrace& frames);
[[nodiscard]] Backtrace unpack_frames(Packed& packed);

}  // namespace mcheck
