// SPDX-License-Identifier: MIT
// System calls that are told of before they are made. The system does not make one while it is told
// of, but sends SIGSYS; whose handler does what is to be done before, and has it made again.
#pragma once

#include <signal.h>

namespace mcheck {

// From now on, in this thread, but for the returns of signal handlers. False: the system cannot.
[[nodiscard]] bool tell_system_calls();
void make_system_calls();

// While it lives, calls are made and not told of: for handlers of other signals, which may come in
// the middle of anything.
class UnreportedSystemCalls {
 public:
  UnreportedSystemCalls();
  ~UnreportedSystemCalls();
  UnreportedSystemCalls(const UnreportedSystemCalls&) = delete;
  UnreportedSystemCalls& operator=(const UnreportedSystemCalls&) = delete;

 private:
  unsigned char before_;
};

// In the handler: whether it is for that, and not for a call that was forbidden.
[[nodiscard]] bool is_told_call(const siginfo_t& info);
// The call is made once the handler has returned. REQUIRES: make_system_calls() was called.
void make_call_again(void* context);

}  // namespace mcheck
