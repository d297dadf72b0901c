// SPDX-License-Identifier: MIT
// What each thread of an unmodified program blocks of the signals.
#pragma once

#include <signal.h>

namespace mcheck {

// The running thread's mask as the program set it; the kernel's is left alone. 0, or EINVAL.
int change_mask(int how, const sigset_t* set, sigset_t* before);
[[nodiscard]] bool is_blocked(int number);

}  // namespace mcheck
