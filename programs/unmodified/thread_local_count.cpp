// SPDX-License-Identifier: MIT
// A count for each thread. The worker passes the address of its count to main, and main increments
// it, while the worker increments it without a lock.
//
// Right form: thread_local_count_right.cpp.
#include <atomic>
#include <cassert>
#include <thread>

namespace {

thread_local int count = 0;
std::atomic<int*> published{nullptr};
std::atomic<bool> may_end{false};

}  // namespace

int main() {
  std::thread worker([] {
    published.store(&count);
    ++count;
    assert(count == 1);
    may_end.wait(false);
  });
  if (int* const theirs = published.load(); theirs != nullptr) ++*theirs;
  may_end.store(true);
  may_end.notify_one();
  worker.join();
}
