// SPDX-License-Identifier: MIT
// A shared library with state: a number, and a list that a static initialiser fills.
#pragma once

namespace mcheck::observed {

// Returns the number of calls.
int count_in_library();
// Extends the list; returns its old length.
int lengthen_list_in_library();

}  // namespace mcheck::observed
