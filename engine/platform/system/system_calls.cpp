// SPDX-License-Identifier: MIT
#include "engine/platform/system/system_calls.hpp"

#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include <cstdint>

#include "engine/base/host_state.hpp"

namespace mcheck {
namespace {

// As in <linux/prctl.h> and <asm/siginfo.h> since Linux 5.11.
constexpr int kSetUserDispatch = 59;
constexpr unsigned long kOff = 0, kOn = 1;
constexpr unsigned char kAllow = 0, kBlock = 1;
constexpr int kUserDispatch = 2;

MCHECK_HOST_STATE volatile unsigned char dispatch_selector = kAllow;
MCHECK_HOST_STATE std::uintptr_t signal_return_address = 0;  // 0: unknown

// The kernel's form of sigaction, which contains the return address of handlers.
struct KernelAction {
  void* handler = nullptr;
  unsigned long flags = 0;
  std::uintptr_t restorer = 0;
  unsigned long mask = 0;
};

std::uintptr_t find_signal_return_address() {
  KernelAction action;
  return syscall(SYS_rt_sigaction, SIGSYS, nullptr, &action, sizeof action.mask) == 0
             ? action.restorer
             : 0;
}

// Valgrind makes system calls of its own in this thread, which must not be intercepted. It
// recognises these instructions, which do nothing elsewhere, as a request; 0x1001 asks for it.
bool runs_under_valgrind() {
  const volatile std::uint64_t request[6] = {0x1001};
  std::uint64_t answer = 0;
  asm volatile(
      "rolq $3, %%rdi; rolq $13, %%rdi; rolq $61, %%rdi; rolq $51, %%rdi; xchgq %%rbx, %%rbx"
      : "+d"(answer)
      : "a"(request)
      : "cc", "memory");
  return answer != 0;
}

}  // namespace

bool intercept_system_calls() {
  constexpr unsigned long kSignalReturnBytes =
      16;  // bytes of code, at least as long as the return sequence
  if (signal_return_address == 0 && !runs_under_valgrind())
    signal_return_address = find_signal_return_address();
  if (signal_return_address == 0) return false;
  dispatch_selector = kAllow;
  if (prctl(kSetUserDispatch, kOn, signal_return_address, kSignalReturnBytes, &dispatch_selector) !=
      0)
    return false;
  dispatch_selector = kBlock;
  return true;
}

void stop_intercepting_system_calls() {
  if (dispatch_selector == kAllow) return;
  dispatch_selector = kAllow;
  prctl(kSetUserDispatch, kOff, 0UL, 0UL, 0UL);
}

SystemCallInterceptionPause::SystemCallInterceptionPause() : before_(dispatch_selector) {
  dispatch_selector = kAllow;
}

SystemCallInterceptionPause::~SystemCallInterceptionPause() { dispatch_selector = before_; }

bool is_intercepted_call(const siginfo_t& info) {
  return info.si_code == kUserDispatch && dispatch_selector == kBlock;
}

void retry_system_call(void* context) {
  constexpr int kCallBytes = 2;  // the length of the instruction
  ucontext_t& interrupted = *static_cast<ucontext_t*>(context);
  interrupted.uc_mcontext.gregs[REG_RIP] -= kCallBytes;
}

}  // namespace mcheck
