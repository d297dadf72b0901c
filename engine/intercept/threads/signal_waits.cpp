// SPDX-License-Identifier: MIT
// Signals as messages: one thread blocks them and waits for them in sigwait(), another sends them
// by pthread_kill(). No handler runs, so each send and each wait is an ordinary scheduling point.
//
// The pending signals of a thread are a set in its own memory, under a mutex and a condition
// variable of the model. A signal that its thread does not block would interrupt it at any
// instruction: that is rejected.
#include "engine/intercept/threads/signal_waits.hpp"

#include <errno.h>
#include <pthread.h>

#include "engine/intercept/program/program_call.hpp"
#include "engine/intercept/sync/overlay.hpp"
#include "engine/intercept/threads/threads.hpp"

namespace mcheck {
namespace {

enum class Until { kSent, kTime };

// Names the model's objects for reports.
void name_objects(ThreadSignals& signals) {
  model_object(&signals.mutex).name = "signals";
  model_object(&signals.sent).name = "signal sent";
}

// Held while a thread's pending signals are used; also released if the thread is cancelled.
class SignalsLock {
 public:
  explicit SignalsLock(ThreadSignals& signals) : signals_(signals) {
    name_objects(signals);
    pthread_mutex_lock(&signals_.mutex);
  }
  ~SignalsLock() { pthread_mutex_unlock(&signals_.mutex); }
  SignalsLock(const SignalsLock&) = delete;
  SignalsLock& operator=(const SignalsLock&) = delete;

 private:
  ThreadSignals& signals_;
};

// The lowest signal in both sets; 0: none.
int lowest_common(const sigset_t& pending, const sigset_t& wanted) {
  for (int number = 1; number < _NSIG; ++number) {
    if (sigismember(&pending, number) == 1 && sigismember(&wanted, number) == 1) return number;
  }
  return 0;
}

// Takes a signal that was sent to the running thread; 0: the time is up.
int wait_for_signal(const sigset_t& wanted, Until until) {
  ThreadSignals& signals = current_control().signals;
  const SignalsLock signals_lock(signals);
  int number = 0;
  while ((number = lowest_common(signals.pending, wanted)) == 0) {
    const timespec any_time{.tv_sec = 0, .tv_nsec = 0};
    const int error = until == Until::kSent
                          ? pthread_cond_wait(&signals.sent, &signals.mutex)
                          : pthread_cond_timedwait(&signals.sent, &signals.mutex, &any_time);
    if (error == ETIMEDOUT) return lowest_common(signals.pending, wanted);
  }
  sigdelset(&signals.pending, number);
  return number;
}

sigset_t inverse_of(const sigset_t& set) {
  sigset_t inverse;
  sigfillset(&inverse);
  for (int number = 1; number < _NSIG; ++number) {
    if (sigismember(&set, number) == 1) sigdelset(&inverse, number);
  }
  return inverse;
}

bool are_equal(const sigset_t& a, const sigset_t& b) {
  for (int number = 1; number < _NSIG; ++number) {
    if (sigismember(&a, number) != sigismember(&b, number)) return false;
  }
  return true;
}

int fill_description(int number, siginfo_t* description) {
  if (number == 0) {
    errno = EAGAIN;
    return -1;
  }
  if (description != nullptr) {
    *description = {};
    description->si_signo = number;
    description->si_code = SI_TKILL;
  }
  return number;
}

}  // namespace

int change_thread_mask(int how, const sigset_t* set, sigset_t* before) {
  ThreadSignals& signals = current_control().signals;
  const sigset_t old = signals.blocked;
  if (before != nullptr) *before = old;
  if (set == nullptr) return 0;
  if (how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK) return EINVAL;
  sigset_t wanted = how == SIG_SETMASK ? *set : old;
  for (int number = 1; number < _NSIG && how != SIG_SETMASK; ++number) {
    if (sigismember(set, number) != 1) continue;
    how == SIG_BLOCK ? sigaddset(&wanted, number) : sigdelset(&wanted, number);
  }
  if (are_equal(wanted, old)) return 0;
  const SignalsLock signals_lock(signals);
  if (lowest_common(signals.pending, inverse_of(wanted)) != 0) {
    reject_call("unblocks a pending signal, which would interrupt the thread: not modelled");
  }
  signals.blocked = wanted;
  return 0;
}

bool is_signal_blocked(int number) {
  return sigismember(&current_control().signals.blocked, number) == 1;
}

}  // namespace mcheck

// NOLINTBEGIN
extern "C" {

// The engine's own signals keep their mask: none reaches a thread of the program from outside.
int pthread_sigmask(int how, const sigset_t* set, sigset_t* before) noexcept {
  return mcheck::change_thread_mask(how, set, before);
}

int pthread_kill(pthread_t thread, int signal) noexcept {
  mcheck::ThreadSignals& signals = mcheck::control_of(thread).signals;
  if (signal == 0) return 0;
  if (signal < 0 || signal >= _NSIG) return EINVAL;
  const mcheck::SignalsLock signals_lock(signals);
  if (sigismember(&signals.blocked, signal) != 1) {
    mcheck::reject_call("sends a signal to a thread that does not block it");
  }
  sigaddset(&signals.pending, signal);
  pthread_cond_broadcast(&signals.sent);
  return 0;
}

int sigwait(const sigset_t* wanted, int* number) {
  *number = mcheck::wait_for_signal(*wanted, mcheck::Until::kSent);
  return 0;
}

int sigwaitinfo(const sigset_t* wanted, siginfo_t* description) {
  return mcheck::fill_description(mcheck::wait_for_signal(*wanted, mcheck::Until::kSent),
                                  description);
}

int sigtimedwait(const sigset_t* wanted, siginfo_t* description, const timespec* time) {
  const auto until = time == nullptr ? mcheck::Until::kSent : mcheck::Until::kTime;
  return mcheck::fill_description(mcheck::wait_for_signal(*wanted, until), description);
}
}
// NOLINTEND
