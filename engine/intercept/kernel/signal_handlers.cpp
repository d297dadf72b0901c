// SPDX-License-Identifier: MIT
// Signal handlers. Those of the engine stay installed. If the program sets handlers for the same
// signals, mcheck records them but never calls them: what they handle is reported as a failure. All
// other handlers are set in the kernel and end with the isolated execution.
#include <pthread.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

#include "engine/base/host_state.hpp"
#include "engine/intercept/kernel/kernel_call.hpp"
#include "engine/intercept/program/program_call.hpp"
#include "engine/intercept/threads/signal_waits.hpp"
#include "engine/runtime/verdict/verdict_basis.hpp"

namespace mcheck {
namespace {

constexpr const char* kSetsHandlers = "sets signal handlers";

// The actions that the program believes to be set; zero is the default action.
MCHECK_PROGRAM_STATE struct sigaction program_actions[NSIG] = {};

bool is_engine_signal(int number) {
  return number == SIGSEGV || number == SIGBUS || number == SIGFPE || number == SIGILL ||
         number == SIGABRT || number == SIGALRM;
}

// SIGPIPE comes only from a broken pipe or another process: without a pipe it makes no difference
// whether it is ignored.
bool is_ignored_pipe_signal(int number, const struct sigaction& action) {
  const bool plain = action.sa_handler == SIG_IGN || action.sa_handler == SIG_DFL;
  return number == SIGPIPE && plain;
}

int set_action(int number, const struct sigaction* action, struct sigaction* before) {
  const auto real =
      library_function<int(int, const struct sigaction*, struct sigaction*)>("sigaction");
  if (!is_program_running() || number <= 0 || number >= NSIG) return real(number, action, before);
  if (before != nullptr) *before = program_actions[number];
  if (action == nullptr) return 0;
  if (!is_engine_signal(number)) {
    if (!is_ignored_pipe_signal(number, *action)) note_kernel_effect({kSetsHandlers, "sigaction"});
    if (const int error = real(number, action, nullptr); error != 0) return error;
  } else {
    add_assumption("handlers of crashes and of SIGALRM are not called, and need not be");
  }
  program_actions[number] = *action;
  return 0;
}

// The kernel calls the handler on the thread that runs.
void note_handler_call(int number) {
  if (!is_program_running() || number <= 0 || number >= NSIG) return;
  const bool plain = program_actions[number].sa_handler == SIG_IGN ||
                     program_actions[number].sa_handler == SIG_DFL;
  if (!plain) add_assumption("a signal handler has the same effect on every thread");
}

// Never blocks the signals that the engine needs.
int set_kernel_mask(const char* function, int how, const sigset_t* set, sigset_t* before) {
  const auto real = library_function<int(int, const sigset_t*, sigset_t*)>(function);
  if (!is_program_running() || set == nullptr) return real(how, set, before);
  note_kernel_effect({"blocks signals", function});
  if (on_program_thread() && change_thread_mask(how, set, nullptr) != 0)
    return real(how, set, before);
  sigset_t allowed = *set;
  for (int number = 1; number < NSIG && how != SIG_UNBLOCK; ++number) {
    if (is_engine_signal(number)) sigdelset(&allowed, number);
  }
  return real(how, &allowed, before);
}

}  // namespace
}  // namespace mcheck

// NOLINTBEGIN
extern "C" {

int sigaction(int number, const struct sigaction* action, struct sigaction* before) noexcept {
  return mcheck::set_action(number, action, before);
}

sighandler_t signal(int number, sighandler_t handler) noexcept {
  if (!mcheck::is_program_running()) {
    return mcheck::library_function<sighandler_t(int, sighandler_t)>("signal")(number, handler);
  }
  struct sigaction action = {};
  struct sigaction before = {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  return sigaction(number, &action, &before) == 0 ? before.sa_handler : SIG_ERR;
}

int sigprocmask(int how, const sigset_t* set, sigset_t* before) noexcept {
  return mcheck::set_kernel_mask("sigprocmask", how, set, before);
}

// A signal that the program's threads block must reach sigwait().
int kill(pid_t process, int number) noexcept {
  if (mcheck::on_program_thread() && process == getpid() && mcheck::is_signal_blocked(number)) {
    mcheck::reject_call("sends a blocked signal to the process, where any thread may take it");
  }
  mcheck::note_handler_call(number);
  mcheck::note_kernel_effect({"sends signals", "kill"});
  return mcheck::library_function<int(pid_t, int)>("kill")(process, number);
}
int raise(int number) noexcept {
  if (mcheck::on_program_thread() && mcheck::is_signal_blocked(number))
    return pthread_kill(pthread_self(), number);
  mcheck::note_handler_call(number);
  mcheck::note_kernel_effect({"sends signals", "raise"});
  return mcheck::library_function<int(int)>("raise")(number);
}

// The interval timer is the engine's; the program's alarms never expire.
unsigned alarm(unsigned seconds) noexcept {
  if (mcheck::is_program_running()) {
    if (seconds != 0) mcheck::add_assumption(mcheck::kNoAlarmSignals);
    return 0;
  }
  return mcheck::library_function<unsigned(unsigned)>("alarm")(seconds);
}
int setitimer(__itimer_which_t which, const itimerval* value, itimerval* before) noexcept {
  if (mcheck::is_program_running() && which == ITIMER_REAL) {
    mcheck::add_assumption(mcheck::kNoAlarmSignals);
    if (before != nullptr) *before = {};
    return 0;
  }
  mcheck::note_kernel_effect({"sets timers", "setitimer"});
  return mcheck::library_function<int(__itimer_which_t, const itimerval*, itimerval*)>("setitimer")(
      which, value, before);
}
}
// NOLINTEND
