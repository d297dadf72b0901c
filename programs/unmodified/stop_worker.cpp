// SPDX-License-Identifier: MIT
// A worker waits for work or for the request to stop, at a condition variable that nobody tells of
// the request: if it waits already, it waits for ever.
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
