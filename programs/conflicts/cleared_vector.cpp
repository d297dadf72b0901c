// SPDX-License-Identifier: MIT
// One thread reads a vector while another clears it. In most schedules an unrelated critical
// section of both threads happens to order the two accesses.
#include <mutex>
#include <thread>
#include <vector>

std::vector<int> samples = {1, 2, 3};
std::mutex guard;
int rounds = 0;

void count_round() {
  const std::lock_guard lock(guard);
  ++rounds;
}

int sum() {
  int total = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) total += samples[i];  // planted 1 a
  count_round();
  return total;
}

void drop() {
  count_round();
  samples.clear();  // planted 1 b
}

int main() {
  std::thread reader(sum);
  std::thread cleaner(drop);
  reader.join();
  cleaner.join();
}
