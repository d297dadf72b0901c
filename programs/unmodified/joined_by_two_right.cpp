// SPDX-License-Identifier: MIT
// Main and a watcher stop a service at the same time. The second one waits for the lock, and finds
// nothing to join.
//
// Wrong form: joined_by_two.cpp.
#include <mutex>
#include <thread>

struct Service {
  std::mutex stopping;
  std::thread worker{[] {}};

  void stop() {
    const std::lock_guard lock(stopping);
    if (worker.joinable()) worker.join();
  }
};

int main() {
  Service service;
  std::thread watcher([&] { service.stop(); });
  service.stop();
  watcher.join();
}
