// SPDX-License-Identifier: MIT
#include <thread>

int add_one();

int main() {
  std::thread other(add_one);
  add_one();
  other.join();
}
