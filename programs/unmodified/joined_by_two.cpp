// SPDX-License-Identifier: MIT
// Main and a watcher stop a service at the same time. Each finds its worker joinable and joins it:
// the second joins a thread that is already joined, unless it tests after the first join has
// returned.
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
