// SPDX-License-Identifier: MIT
// A service is stopped by main and, meanwhile, by whoever watches it. Each finds its worker
// joinable and joins it: the second joins a thread that has been joined, unless it looks late
// enough.
//
// Right form: joined_by_two_right.cpp.
#include <thread>

struct Service {
  std::thread worker{[] {}};

  void stop() {
    if (worker.joinable()) worker.join();
  }
};

int main() {
  Service service;
  std::thread watcher([&] { service.stop(); });
  service.stop();
  watcher.join();
}
