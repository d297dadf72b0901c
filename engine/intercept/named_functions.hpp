// SPDX-License-Identifier: MIT
// Which of a few functions the program has in its code. That a thread can be cancelled, or that
// somebody can ask whether it has ended, costs steps in each thread; no program that cannot do so
// should pay for them.
//
// The executable is searched for anything that could be the address of the function: relative to
// code, or absolute. Where it is found in vain, there are steps too many. Where it is not found and
// called all the same, the call fails and says so: nothing is verified wrongly.
#pragma once

namespace mcheck {

// pthread_cancel.
[[nodiscard]] bool threads_are_cancelled();
// pthread_tryjoin_np and its kin.
[[nodiscard]] bool ends_are_asked_for();

}  // namespace mcheck
