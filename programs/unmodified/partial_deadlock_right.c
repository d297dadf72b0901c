// SPDX-License-Identifier: MIT
// Two detached threads take both locks in one order. No thread joins them; main returns before they
// are done, or after.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t accounts = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t journal = PTHREAD_MUTEX_INITIALIZER;

static void* pay(void* unused) {
  (void)unused;
  pthread_mutex_lock(&accounts);
  pthread_mutex_lock(&journal);
  pthread_mutex_unlock(&journal);
  pthread_mutex_unlock(&accounts);
  return NULL;
}

static void* audit(void* unused) {
  (void)unused;
  pthread_mutex_lock(&accounts);
  pthread_mutex_lock(&journal);
  pthread_mutex_unlock(&journal);
  pthread_mutex_unlock(&accounts);
  return NULL;
}

int main(void) {
  pthread_t payer, auditor;
  pthread_create(&payer, NULL, pay, NULL);
  pthread_detach(payer);
  pthread_create(&auditor, NULL, audit, NULL);
  pthread_detach(auditor);
  return 0;
}
