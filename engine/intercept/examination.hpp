// SPDX-License-Identifier: MIT
// What an unmodified program can be asked about itself: whether mcheck sees it, and what it does
// not see of it.
#pragma once

namespace mcheck {

// From now on explorations and doctor ask.
void examine_unmodified();

}  // namespace mcheck
