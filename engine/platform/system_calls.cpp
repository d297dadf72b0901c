// SPDX-License-Identifier: MIT
#include "engine/platform/system_calls.hpp"

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
constexpr unsigned char kMake = 0, kTell = 1;
constexpr int kUserDispatch = 2;

MCHECK_HOST_STATE volatile unsigned char what_to_do = kMake;
MCHECK_HOST_STATE std::uintptr_t handlers_return = 0;  // 0: unknown

// The kernel's form of sigaction, which contains the return address of handlers.
struct KernelAction {
  void* handler = nullptr;
  unsigned long flags = 0;
  std::uintptr_t returns_by = 0;
  unsigned long mask = 0;
};

std::uintptr_t where_handlers_return() {
  KernelAction action;
  return syscall(SYS_rt_sigaction, SIGSYS, nullptr, &action, sizeof action.mask) == 0
             ? action.returns_by
             : 0;
}

}  // namespace

bool tell_system_calls() {
  constexpr unsigned long kReturn = 16;  // bytes of code, at least as long as the return sequence
  if (handlers_return == 0) handlers_return = where_handlers_return();
  if (handlers_return == 0) return false;
  what_to_do = kMake;
  if (prctl(kSetUserDispatch, kOn, handlers_return, kReturn, &what_to_do) != 0) return false;
  what_to_do = kTell;
  return true;
}

void make_system_calls() {
  if (what_to_do == kMake) return;
  what_to_do = kMake;
  prctl(kSetUserDispatch, kOff, 0UL, 0UL, 0UL);
}

UnreportedSystemCalls::UnreportedSystemCalls() : before_(what_to_do) { what_to_do = kMake; }

UnreportedSystemCalls::~UnreportedSystemCalls() { what_to_do = before_; }

bool is_told_call(const siginfo_t& info) {
  return info.si_code == kUserDispatch && what_to_do == kTell;
}

void make_call_again(void* context) {
  constexpr int kCallBytes = 2;  // the length of the instruction
  ucontext_t& there = *static_cast<ucontext_t*>(context);
  there.uc_mcontext.gregs[REG_RIP] -= kCallBytes;
}

}  // namespace mcheck
