// SPDX-License-Identifier: MIT
// xenium::chase_work_stealing_deque: only the owner may pop; here the thief does, too.
#include <cassert>
#include <thread>
#include <xenium/chase_work_stealing_deque.hpp>

int main() {
  int items[] = {1, 2};
  xenium::chase_work_stealing_deque<int> deque;
  for (int& item : items) (void)deque.try_push(&item);
  int* mine = nullptr;
  int* stolen = nullptr;
  std::thread thief([&] { (void)deque.try_pop(stolen); });
  (void)deque.try_pop(mine);
  thief.join();
  assert(mine != stolen);
}
