// SPDX-License-Identifier: MIT
// Two seats are locked together, and two more while these are held, in the other order: each call
// of std::lock finds an order for its own two, and there is none for the four.
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
