// SPDX-License-Identifier: MIT
// A count for each thread, constructed when the thread first uses it and destroyed when the thread
// ends, before it can be joined.
//
// Wrong form: thread_local_count.cpp.
#include <atomic>
#include <cassert>
#include <thread>

namespace {

std::atomic<int> made{0};
std::atomic<int> total{0};

struct Count {
  Count() { made.fetch_add(1); }
  ~Count() { total.fetch_add(number); }
  int number = 0;
};

thread_local Count count;

}  // namespace

int main() {
  const auto work = [] {
    ++count.number;
    ++count.number;
    assert(count.number == 2);
  };
  std::thread one(work);
  std::thread two(work);
  one.join();
  two.join();
  assert(made.load() == 2);
  assert(total.load() == 4);
}
