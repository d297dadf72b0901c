// SPDX-License-Identifier: MIT
// Inline assembly that a thread of the program has come to and that mcheck does not understand:
// what it does to shared memory is not explored, so nothing is verified.
#pragma once

namespace mcheck {

// A thread comes to what the text names; the text stays where it is.
void meet_not_understood(const char* text);

}  // namespace mcheck
