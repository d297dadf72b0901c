// SPDX-License-Identifier: MIT
// A worker waits for work or for a stop request, and the request ends the wait. The jthread
// requests the stop and joins when it is destroyed; work that was added before is done.
//
// Wrong form: stop_worker.cpp.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

int main() {
  std::mutex guard;
  std::condition_variable_any changed;
  int work = 0;  // protected by guard
  int done = 0;  // likewise
  {
    std::jthread worker([&](const std::stop_token& stop) {
      std::unique_lock lock(guard);
      while (changed.wait(lock, stop, [&] { return work > 0; })) {
        --work;
        ++done;
      }
    });
    {
      const std::lock_guard lock(guard);
      ++work;
    }
    changed.notify_one();
  }
  assert(work == 0 && done == 1);
}
