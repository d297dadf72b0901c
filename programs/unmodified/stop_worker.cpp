// SPDX-License-Identifier: MIT
// A worker waits for a stop request, on a condition variable that the request does not notify: if
// the worker already waits, it waits forever.
//
// Right form: stop_worker_right.cpp.
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

int main() {
  std::mutex guard;
  std::condition_variable changed;
  std::jthread worker([&](const std::stop_token& stop) {
    std::unique_lock lock(guard);
    while (!stop.stop_requested()) changed.wait(lock);
  });
  worker.request_stop();
}
