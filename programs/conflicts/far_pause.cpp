// SPDX-License-Identifier: MIT
// The two uses of `route` are hundreds of locks apart in either thread: whoever comes later has
// always taken the lock after the other gave it, unless a thread stands still right behind its use
// for as long as the other needs for all of its way.
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
  route[7] = 1;  // planted 1 a
  travel(150);
}

void driver() {
  travel(200);
  route.erase(7);  // planted 1 b
  travel(200);
}

int main() {
  std::thread first(planner);
  std::thread second(driver);
  first.join();
  second.join();
}
