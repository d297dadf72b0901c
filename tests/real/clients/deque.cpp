// SPDX-License-Identifier: MIT
// xenium::chase_work_stealing_deque: the owner pops what a thief may steal.
#include <cassert>
#include <thread>
#include <xenium/chase_work_stealing_deque.hpp>

int main() {
  int items[] = {1, 2};
  xenium::chase_work_stealing_deque<int> deque;
  for (int& item : items) (void)deque.try_push(&item);
  int* stolen = nullptr;
  std::thread thief([&] { (void)deque.try_steal(stolen); });
  int sum = 0;
  for (int* item = nullptr; deque.try_pop(item);) sum += *item;
  thief.join();
  if (stolen != nullptr) sum += *stolen;
  assert(sum == 3);
}
