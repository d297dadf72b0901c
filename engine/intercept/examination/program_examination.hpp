// SPDX-License-Identifier: MIT
// Examines an unmodified program: whether mcheck intercepts it, and which of its code is
// uninstrumented.
#pragma once

namespace mcheck {

// Explorations and doctor call the examination from now on.
void register_examination();

}  // namespace mcheck
