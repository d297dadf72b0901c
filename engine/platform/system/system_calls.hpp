// SPDX-License-Identifier: MIT
// Intercepts system calls (Syscall User Dispatch). While interception is on, the kernel sends
// SIGSYS instead of executing a call. The signal handler prepares for the call and then retries it.
#pragma once

#include <signal.h>

namespace mcheck {

// From now on, in this thread, except for returns from signal handlers. False: not supported.
[[nodiscard]] bool intercept_system_calls();
void stop_intercepting_system_calls();

// While it lives, calls are not intercepted: for handlers of other signals, which may interrupt any
// code.
class SystemCallInterceptionPause {
 public:
  SystemCallInterceptionPause();
  ~SystemCallInterceptionPause();
  SystemCallInterceptionPause(const SystemCallInterceptionPause&) = delete;
  SystemCallInterceptionPause& operator=(const SystemCallInterceptionPause&) = delete;

 private:
  unsigned char before_;
};

// In the handler: whether the signal is an intercepted call, and not one that seccomp forbids.
[[nodiscard]] bool is_intercepted_call(const siginfo_t& info);
// Makes the call run again when the handler returns. REQUIRES: interception is off.
void retry_system_call(void* context);

}  // namespace mcheck
