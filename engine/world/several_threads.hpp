// SPDX-License-Identifier: MIT
// The C library notes whether a process has ever had a second thread; the C++ library counts the
// shares of a shared_ptr without atomic operations until then. To the C library there is one thread
// only, however many the program has.
#pragma once

namespace mcheck {

// From now on there have been several. REQUIRES: called before memory is first saved.
void pretend_several_threads();

}  // namespace mcheck
