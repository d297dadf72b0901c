// SPDX-License-Identifier: MIT
// The signals that each thread of an unmodified program blocks.
#pragma once

#include <signal.h>

namespace mcheck {

// Changes the running thread's mask as the program sees it, not the kernel's. 0, or EINVAL.
int change_thread_mask(int how, const sigset_t* set, sigset_t* before);
[[nodiscard]] bool is_signal_blocked(int number);

}  // namespace mcheck
