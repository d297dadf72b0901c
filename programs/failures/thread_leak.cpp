// SPDX-License-Identifier: MIT
// A thread leak: main has returned, and a detached thread waits forever.
#include <mcheck/mcheck.hpp>

namespace {

// A detached thread uses these, so they outlive the thread that started it.
mcheck::atomic<bool> ready{false, "ready"};
mcheck::binary_semaphore permit{0, "permit"};

void wait_if_early() {
  if (!ready.load()) permit.acquire();
}

}  // namespace

MCHECK_PROGRAM(thread_leak, "a detached worker that starts too early waits for ever") {
  mcheck::thread(wait_if_early).detach();
  ready.store(true);
}

MCHECK_PROGRAM(thread_leak_right, "the same, set up before the worker starts") {
  ready.store(true);
  mcheck::thread(wait_if_early).detach();
}
