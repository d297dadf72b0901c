// SPDX-License-Identifier: MIT
// A sequence lock with relaxed data: the number is odd while the writer writes. The reader reads
// the number, the data and the number again, and uses the data if both numbers are equal and even.
// [Boehm, Can seqlocks get along with programming language memory models?, MSPC 2012]
#include <atomic>
#include <cassert>
#include <thread>

#include "orders.hpp"

using namespace weak;

namespace {

std::atomic<unsigned> number{0};
std::atomic<int> left{0};
std::atomic<int> right{0};

void set(int value) {
  number.store(1, kRelaxed);
  // A reader of new data sees that the number is odd.
  if (!is_weak("begin")) std::atomic_thread_fence(kRelease);
  left.store(value, kRelaxed);
  right.store(value, kRelaxed);
  number.store(2, at("end", kRelease));  // a reader of the even number sees all data
}

void look() {
  const unsigned before = number.load(at("first", kAcquire));
  const int l = left.load(kRelaxed);
  const int r = right.load(kRelaxed);
  if (!is_weak("again")) std::atomic_thread_fence(kAcquire);
  const unsigned after = number.load(kRelaxed);
  if (before == after && before % 2 == 0) assert(l == r);
}

}  // namespace

int main(int count, char** arguments) {
  choose(count, arguments, {"begin", "end", "first", "again"});
  std::thread writer([] { set(1); });
  look();
  writer.join();
}
