// SPDX-License-Identifier: MIT
// xenium::michael_scott_queue with hazard pointers: one thread pushes while two try to pop.
#include <cassert>
#include <thread>
#include <xenium/michael_scott_queue.hpp>
#include <xenium/reclamation/hazard_pointer.hpp>

using reclaimer = xenium::reclamation::hazard_pointer<>;
using queue_of_int = xenium::michael_scott_queue<int, xenium::policy::reclaimer<reclaimer>>;

int main() {
  queue_of_int queue;
  queue.push(1);
  int first = 0;
  int second = 0;
  std::thread producer([&] { queue.push(2); });
  std::thread consumer([&] { (void)queue.try_pop(first); });
  (void)queue.try_pop(second);
  producer.join();
  consumer.join();
  int sum = first + second;
  for (int item = 0; queue.try_pop(item);) sum += item;
  assert(sum == 3);
}
