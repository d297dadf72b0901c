// SPDX-License-Identifier: MIT
// In each thread hundreds of critical sections come before and after the use of `route`, so that
// the lock orders the two uses in nearly every schedule: they are unordered only if one thread is
// preempted right after its use until the other has reached its own.
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
