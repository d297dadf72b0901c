// SPDX-License-Identifier: MIT
// Signal handlers. Those of the engine stay installed. If the program sets handlers for the same
// signals, mcheck records them but never calls them: what they handle is reported as a failure. All
// other handlers are set in the kernel and end with the isolated execution.
#include <pthread.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

#include "engine/base/host_state.hpp"
#include "engine/intercept/inside.hpp"
#include "engine/intercept/kernel_state.hpp"
#include "engine/intercept/signal_waits.hpp"
#include "engine/runtime/verdict_basis.hpp"

namespace mcheck {
namespace {

constexpr const char* kHandles = "sets signal handlers";

// The actions that the program believes to be set; zero is the default action.
MCHECK_WORLD_STATE struct sigaction believed[NSIG] = {};

bool is_of_the_engine(int number) {
  return number == SIGSEGV || number == SIGBUS || number == SIGFPE || number == SIGILL ||
         number == SIGABRT || number == SIGALRM;
}

// SIGPIPE comes only from a broken pipe or another process: without a pipe it makes no difference
// whether it is ignored.
bool is_only_ignored(int number, const struct sigaction& action) {
  const bool plain = action.sa_handler == SIG_IGN || action.sa_handler == SIG_DFL;
  return number == SIGPIPE && plain;
}

int act(int number, const struct sigaction* action, struct sigaction* before) {
  const auto real =
      library_function<int(int, const struct sigaction*, struct sigaction*)>("sigaction");
  if (!program_runs() || number <= 0 || number >= NSIG) return real(number, action, before);
  if (before != nullptr) *before = believed[number];
  if (action == nullptr) return 0;
  if (!is_of_the_engine(number)) {
    if (!is_only_ignored(number, *action)) touch_kernel({kHandles, "sigaction"});
    if (const int error = real(number, action, nullptr); error != 0) return error;
  } else {
    add_assumption("handlers of crashes and of SIGALRM, which are not called, do no harm");
  }
  believed[number] = *action;
  return 0;
}

// The kernel calls the handler on the thread that runs.
void note_handler(int number) {
  if (!program_runs() || number <= 0 || number >= NSIG) return;
  const bool plain =
      believed[number].sa_handler == SIG_IGN || believed[number].sa_handler == SIG_DFL;
  if (!plain) add_assumption("a handler of a signal does the same on whichever thread it runs");
}

// Never blocks the signals that the engine needs.
int mask(const char* function, int how, const sigset_t* set, sigset_t* before) {
  const auto real = library_function<int(int, const sigset_t*, sigset_t*)>(function);
  if (!program_runs() || set == nullptr) return real(how, set, before);
  touch_kernel({"blocks signals", function});
  if (inside() && change_mask(how, set, nullptr) != 0) return real(how, set, before);
  sigset_t allowed = *set;
  for (int number = 1; number < NSIG && how != SIG_UNBLOCK; ++number) {
    if (is_of_the_engine(number)) sigdelset(&allowed, number);
  }
  return real(how, &allowed, before);
}

}  // namespace
}  // namespace mcheck

// NOLINTBEGIN
extern "C" {

int sigaction(int number, const struct sigaction* action, struct sigaction* before) noexcept {
  return mcheck::act(number, action, before);
}

sighandler_t signal(int number, sighandler_t handler) noexcept {
  if (!mcheck::program_runs()) {
    return mcheck::library_function<sighandler_t(int, sighandler_t)>("signal")(number, handler);
  }
  struct sigaction action = {};
  struct sigaction before = {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  return sigaction(number, &action, &before) == 0 ? before.sa_handler : SIG_ERR;
}

int sigprocmask(int how, const sigset_t* set, sigset_t* before) noexcept {
  return mcheck::mask("sigprocmask", how, set, before);
}

// A signal that the program's threads block must reach sigwait().
int kill(pid_t process, int number) noexcept {
  if (mcheck::inside() && process == getpid() && mcheck::is_blocked(number)) {
    mcheck::refuse_call("sends a blocked signal to whichever thread will have it");
  }
  mcheck::note_handler(number);
  mcheck::touch_kernel({"sends signals", "kill"});
  return mcheck::library_function<int(pid_t, int)>("kill")(process, number);
}
int raise(int number) noexcept {
  if (mcheck::inside() && mcheck::is_blocked(number)) return pthread_kill(pthread_self(), number);
  mcheck::note_handler(number);
  mcheck::touch_kernel({"sends signals", "raise"});
  return mcheck::library_function<int(int)>("raise")(number);
}

// The interval timer is the engine's; the program's alarms never expire.
unsigned alarm(unsigned seconds) noexcept {
  if (mcheck::program_runs()) {
    if (seconds != 0) mcheck::add_assumption(mcheck::kNoAlarms);
    return 0;
  }
  return mcheck::library_function<unsigned(unsigned)>("alarm")(seconds);
}
int setitimer(__itimer_which_t which, const itimerval* value, itimerval* before) noexcept {
  if (mcheck::program_runs() && which == ITIMER_REAL) {
    mcheck::add_assumption(mcheck::kNoAlarms);
    if (before != nullptr) *before = {};
    return 0;
  }
  mcheck::touch_kernel({"sets timers", "setitimer"});
  return mcheck::library_function<int(__itimer_which_t, const itimerval*, itimerval*)>("setitimer")(
      which, value, before);
}
}
// NOLINTEND
