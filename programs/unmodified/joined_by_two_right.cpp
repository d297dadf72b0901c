// SPDX-License-Identifier: MIT
// A service is stopped by main and, meanwhile, by whoever watches it. Whoever comes second waits
// for the lock, and finds nothing to join.
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
