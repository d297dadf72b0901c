// SPDX-License-Identifier: MIT
// Which of a few functions the program's code references. If threads can be cancelled, or if a
// thread can ask whether another has ended, each thread needs additional steps; programs that
// cannot do so should not pay for them.
//
// The executable is searched for anything that could be the address of such a function, relative to
// code or absolute. A false hit only adds steps. If a function is missed and called nevertheless,
// the call fails with a message: nothing is verified wrongly.
#pragma once

namespace mcheck {

// pthread_cancel.
[[nodiscard]] bool cancellation_is_used();
// pthread_tryjoin_np and related functions.
[[nodiscard]] bool thread_ends_are_queried();

}  // namespace mcheck
