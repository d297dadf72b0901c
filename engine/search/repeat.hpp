// SPDX-License-Identifier: MIT
// What a thread does over and over while the strategy lets it, and nothing else happens: the same
// to the same atomic, with other values. Of all but the first few only this is noted where it
// happens; they are written down together, before anybody wants to know (Decider::repeated).
#pragma once

#include "engine/base/ids.hpp"

namespace mcheck {

struct Repeat {
  Word a = 0;      // its operand
  Word after = 0;  // what the atomic holds then
};

}  // namespace mcheck
