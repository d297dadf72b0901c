// SPDX-License-Identifier: MIT
// cleared_vector.cpp with the vector accessed under the lock, too.
#include <mutex>
#include <thread>
#include <vector>

std::vector<int> samples = {1, 2, 3};
std::mutex guard;
int rounds = 0;

int sum() {
  const std::lock_guard lock(guard);
  int total = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) total += samples[i];
  ++rounds;
  return total;
}

void drop() {
  const std::lock_guard lock(guard);
  ++rounds;
  samples.clear();
}

int main() {
  std::thread reader(sum);
  std::thread cleaner(drop);
  reader.join();
  cleaner.join();
}
