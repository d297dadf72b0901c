// SPDX-License-Identifier: MIT
// far_pause.cpp with the map accessed under the lock.
#include <map>
#include <mutex>
#include <thread>

std::map<int, int> route;
std::mutex guard;
int traffic = 0;

void travel(int stops) {
  for (int i = 0; i < stops; ++i) {
    const std::lock_guard lock(guard);
    ++traffic;
  }
}

void planner() {
  travel(150);
  {
    const std::lock_guard lock(guard);
    route[7] = 1;
  }
  travel(150);
}

void driver() {
  travel(200);
  {
    const std::lock_guard lock(guard);
    route.erase(7);
  }
  travel(200);
}

int main() {
  std::thread first(planner);
  std::thread second(driver);
  first.join();
  second.join();
}
