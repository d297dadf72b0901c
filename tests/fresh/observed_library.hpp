// SPDX-License-Identifier: MIT
// A shared library with state: a number, and a list that its static initialiser fills.
#pragma once

namespace mcheck::observed {

// How often it was called.
int count_in_library();
// Makes the list longer; its length before.
int lengthen_list_in_library();

}  // namespace mcheck::observed
