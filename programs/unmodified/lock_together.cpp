// SPDX-License-Identifier: MIT
// Each thread locks two seats together and, while it holds them, two more, in opposite orders: a
// call of std::lock avoids a deadlock among its own two locks, but not among all four.
//
// Repaired: lock_together_right.cpp.
#include <mutex>
#include <thread>

namespace {

std::mutex seats[4];

void sit(int first_row) {
  for (const int row : {first_row, 2 - first_row}) std::lock(seats[row], seats[row + 1]);
  for (std::mutex& seat : seats) seat.unlock();
}

}  // namespace

int main() {
  std::thread other([] { sit(0); });
  sit(2);
  other.join();
}
