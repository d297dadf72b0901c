// SPDX-License-Identifier: MIT
// A mapping of 1 GiB, more than the limit of a heap under mcheck: it comes from the system.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/mman.h>

static atomic_int ready;

static void* work(void* unused) {
  atomic_store(&ready, 1);
  return unused;
}

int main(void) {
  const size_t size = (size_t)1 << 30;
  char* const bytes = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (bytes == MAP_FAILED) return 1;
  bytes[size - 1] = 'x';
  pthread_t worker;
  pthread_create(&worker, NULL, work, NULL);
  pthread_join(worker, NULL);
  munmap(bytes, size);
  return atomic_load(&ready) == 1 ? 0 : 1;
}
