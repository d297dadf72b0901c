// SPDX-License-Identifier: MIT
// Signals that a thread waits for; the first argument selects the program.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>

static sigset_t both;
static int taken;

static void block_both(void) {
  sigemptyset(&both);
  sigaddset(&both, SIGUSR1);
  sigaddset(&both, SIGTERM);
  assert(pthread_sigmask(SIG_BLOCK, &both, NULL) == 0);
}

static void* take_one(void* unused) {
  sigset_t blocked;
  pthread_sigmask(SIG_BLOCK, NULL, &blocked);
  assert(sigismember(&blocked, SIGUSR1) == 1);  // as in the thread that started this one
  assert(sigwait(&both, &taken) == 0);
  return unused;
}

static void* take_in_time(void* unused) {
  const struct timespec second = {1, 0};
  siginfo_t description = {0};
  taken = sigtimedwait(&both, &description, &second);
  assert(taken == -1 ? errno == EAGAIN : description.si_signo == taken);
  return unused;
}

static void* unblock(void* unused) {
  pthread_sigmask(SIG_UNBLOCK, &both, NULL);
  return unused;
}

static void started_with(void* (*function)(void*), int signal) {
  pthread_t thread;
  block_both();
  pthread_create(&thread, NULL, function, NULL);
  if (signal != 0) assert(pthread_kill(thread, signal) == 0);
  pthread_join(thread, NULL);
}

static void to_oneself(void) {
  block_both();
  raise(SIGTERM);
  raise(SIGUSR1);
  raise(SIGUSR1);  // two count as one
  assert(sigwaitinfo(&both, NULL) == SIGUSR1 && sigwaitinfo(&both, NULL) == SIGTERM);
}

int main(int count, char** words) {
  const char* what = count > 1 ? words[1] : "";
  if (strcmp(what, "wait") == 0) started_with(take_one, SIGUSR1);
  if (strcmp(what, "wait") == 0) assert(taken == SIGUSR1);
  if (strcmp(what, "nobody sends") == 0) started_with(take_one, 0);
  if (strcmp(what, "in time") == 0) started_with(take_in_time, SIGTERM);
  if (strcmp(what, "too late") == 0) started_with(take_in_time, SIGTERM);
  if (strcmp(what, "too late") == 0) assert(taken == SIGTERM);
  if (strcmp(what, "unblocked") == 0) started_with(unblock, SIGTERM);
  if (strcmp(what, "oneself") == 0) to_oneself();
  return 0;
}
