// SPDX-License-Identifier: MIT
// An unmodified program of a user, with a data race.
#include <thread>
bool ready = false;
int data = 0;
int main() {
  std::thread maker([] {
    data = 42;
    ready = true;
  });
  const int seen = ready ? data : 42;
  maker.join();
  return seen == 42 ? 0 : 1;
}
