// SPDX-License-Identifier: MIT
#include "engine/runtime/machine/signals.hpp"

#include <signal.h>
#include <sys/time.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "engine/base/host_state.hpp"
#include "engine/memory/heap/allocation.hpp"
#include "engine/platform/system/process_time.hpp"
#include "engine/platform/system/system_calls.hpp"
#include "engine/runtime/isolation/kernel_effect.hpp"
#include "engine/runtime/machine/machine.hpp"

namespace mcheck {
namespace {

constexpr std::array<int, 5> kCrashes = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
constexpr double kTick = 0.05;  // seconds between two checks of a running program
// How much longer an operation may take where the time goes into hooks.
constexpr double kHookGraceSeconds = 2;
// After this, the process no longer ends the hang itself: the process that waits for it starts to
// lose patience (programs/mcheck/search/program_client.cpp, isolated_executor.cpp).
constexpr double kHeartbeatSeconds = 5;
// A wait for something outside may take this many times the patience: what it waits for may itself
// be kept from running.
constexpr double kWaitFactor = 5;

// All times but `waited` are processor times: other load on the machine does not change them.
struct Watchdog {
  double patience = 0;
  std::uint64_t last_resumes = 0;
  ProcessTime last;
  double idle = 0;    // in the program's own code
  double due = 0;     // including the hooks that it calls
  double waited = 0;  // asleep in the system
  volatile std::uint64_t* heartbeat = nullptr;
  volatile std::uint64_t ticks = 0;
  bool installed = false;
  std::array<struct sigaction, kCrashes.size()> before;
  struct sigaction call_before;
  struct sigaction timer_before;
};
MCHECK_HOST_STATE Watchdog watchdog;
MCHECK_HOST_STATE char signal_stack[64 << 10] = {1};

std::string crash_text(int signal, const siginfo_t& info) {
  const auto address = [&] {
    char text[32];
    std::snprintf(text, sizeof text, "%p", info.si_addr);
    return std::string(info.si_addr == nullptr ? "a null pointer" : text);
  };
  switch (signal) {
    case SIGSEGV: return "invalid memory access (SIGSEGV) at " + address();
    case SIGBUS: return "invalid memory access (SIGBUS) at " + address();
    case SIGFPE: return "arithmetic error, such as a division by zero (SIGFPE)";
    case SIGILL: return "invalid instruction (SIGILL)";
    default: return "the program called abort() (SIGABRT)";
  }
}

// A stack overflows in the program's code, or in engine code that it called: in most recursions of
// an unmodified program, which consist of hooks.
void on_crash(int signal, siginfo_t* info, void*) {
  Machine* const current = Machine::current();
  const bool refused = signal == SIGSEGV && current != nullptr;
  if (refused && current->handle_guard_fault(info->si_addr)) return;
  const bool stack_is_used_up = refused && current->is_beyond_stack(info->si_addr);
  if (current == nullptr || !is_program_running()) {
    if (stack_is_used_up) current->report_stack_overflow();
    ::signal(signal, SIG_DFL);
    raise(signal);
    return;
  }
  Machine& machine = *current;
  set_current_heap(nullptr);
  if (stack_is_used_up) {
    machine.escape(FailureKind::kStackOverflow, "the thread's stack is used up");
  }
  machine.escape(FailureKind::kCrash, crash_text(signal, *info).c_str());
}

// During a step with few materialized regions, the system would refuse addresses in the others.
void on_system_call(int signal, siginfo_t* info, void* context) {
  Machine* const current = Machine::current();
  if (current != nullptr && is_intercepted_call(*info)) {
    current->materialize_all();
    retry_system_call(context);
    return;
  }
  ::signal(signal, SIG_DFL);
  raise(signal);
}

bool handles(int signal, void (*handler)(int, siginfo_t*, void*)) {
  struct sigaction now = {};
  return sigaction(signal, nullptr, &now) == 0 && now.sa_sigaction == handler;
}

void reset_times() { watchdog.idle = watchdog.due = watchdog.waited = 0; }

void end_hang() {
  reset_times();
  Machine::current()->escape(
      FailureKind::kLimitPatience,
      unmodified()
          ? "no scheduling point for too long (--patience): an endless loop without an access, "
            "or a system call that waits for something outside"
          : "no operation on a model object for too long (--patience): an endless loop, or a wait "
            "for something outside, such as a std::mutex where mcheck::mutex is meant");
}

// Since the last tick. Ticks that came while the process was not scheduled count as one.
double computed_since(const ProcessTime& last, const ProcessTime& now) {
  return std::clamp(now.seconds - last.seconds, 0.0, kTick);
}

void on_tick(int) {
  watchdog.ticks = watchdog.ticks + 1;
  Machine* const current = Machine::current();
  if (current == nullptr || !current->running()) return;
  const ProcessTime last = std::exchange(watchdog.last, process_time());
  const double computed = computed_since(last, watchdog.last);
  const bool progressed = current->resumes() != watchdog.last_resumes;
  watchdog.last_resumes = current->resumes();
  if (progressed) reset_times();
  if (!progressed) watchdog.due += computed;
  if (!progressed && watchdog.last.voluntary_switches != last.voluntary_switches &&
      computed < kTick / 2)
    watchdog.waited += kTick;
  const bool waited_long = watchdog.waited >= kWaitFactor * watchdog.patience;
  operation_is_overdue =
      watchdog.patience > 0 && watchdog.due > watchdog.patience + kHookGraceSeconds;
  const bool still_patient = watchdog.due < watchdog.patience + kHeartbeatSeconds && !waited_long;
  if (still_patient && watchdog.heartbeat != nullptr) *watchdog.heartbeat = *watchdog.heartbeat + 1;
  if (!is_program_running()) return;
  current->stop_repeats();
  if (progressed) return;
  watchdog.idle += computed;
  if (watchdog.idle >= watchdog.patience || waited_long) end_hang();
}

void set_timer(double seconds) {
  const auto microseconds = static_cast<suseconds_t>(seconds * 1e6);
  const itimerval every = {.it_interval = {0, microseconds}, .it_value = {0, microseconds}};
  setitimer(ITIMER_REAL, &every, nullptr);
}

}  // namespace

void install_signal_handlers(double patience) {
  const stack_t stack = {.ss_sp = signal_stack, .ss_flags = 0, .ss_size = sizeof signal_stack};
  sigaltstack(&stack, nullptr);
  struct sigaction crash = {};
  crash.sa_sigaction = on_crash;
  crash.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  for (std::size_t i = 0; i < kCrashes.size(); ++i) {
    sigaction(kCrashes[i], &crash, &watchdog.before[i]);
  }
  crash.sa_sigaction = on_system_call;
  sigaction(SIGSYS, &crash, &watchdog.call_before);
  struct sigaction tick = {};
  tick.sa_handler = on_tick;
  tick.sa_flags = SA_ONSTACK | SA_NODEFER | SA_RESTART;
  sigaction(SIGALRM, &tick, &watchdog.timer_before);
  watchdog.patience = patience;
  watchdog.last = process_time();
  watchdog.heartbeat = nullptr;
  reset_times();
  watchdog.installed = true;
  if (patience > 0) set_timer(kTick);
}

MCHECK_HOST_STATE volatile bool operation_is_overdue = false;

void end_overdue() {
  operation_is_overdue = false;
  if (Machine::current()->resumes() == watchdog.last_resumes) end_hang();
}

std::uint64_t clock_ticks() { return watchdog.ticks; }

void set_heartbeat(volatile std::uint64_t* heartbeat) { watchdog.heartbeat = heartbeat; }

std::uint64_t heartbeats() { return watchdog.heartbeat == nullptr ? 0 : *watchdog.heartbeat; }

void restart_watchdog_timer() {
  watchdog.last = process_time();
  if (watchdog.installed && watchdog.patience > 0) set_timer(kTick);
}

void remove_signal_handlers() {
  if (!watchdog.installed) return;
  set_timer(0);
  for (std::size_t i = 0; i < kCrashes.size(); ++i) {
    sigaction(kCrashes[i], &watchdog.before[i], nullptr);
  }
  sigaction(SIGSYS, &watchdog.call_before, nullptr);
  // A pending tick that the program has blocked must not reach the previous handler.
  struct sigaction ignored = {};
  ignored.sa_handler = SIG_IGN;
  sigaction(SIGALRM, &ignored, nullptr);
  sigaction(SIGALRM, &watchdog.timer_before, nullptr);
  watchdog.installed = false;
}

bool guard_faults_are_handled() {
  sigset_t blocked;
  stack_t stack = {};
  return sigprocmask(SIG_BLOCK, nullptr, &blocked) == 0 && sigismember(&blocked, SIGSEGV) == 0 &&
         sigismember(&blocked, SIGSYS) == 0 && sigaltstack(nullptr, &stack) == 0 &&
         stack.ss_sp == signal_stack && handles(SIGSEGV, on_crash) &&
         handles(SIGSYS, on_system_call);
}

}  // namespace mcheck
