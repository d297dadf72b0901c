// SPDX-License-Identifier: MIT
// Publication as in read-copy-update: a reader says that it reads and follows the pointer. The
// writer publishes a new record, and reclaims the old one if no reader can have it.
#include <atomic>
#include <cassert>
#include <thread>

#include "orders.hpp"

using namespace weak;

namespace {

constexpr int kReclaimed = -1;

struct Record {
  std::atomic<int> value;
};

Record old_record{1};
Record new_record{0};
std::atomic<Record*> current{&old_record};
std::atomic<bool> reads{false};

void look() {
  reads.store(true, kRelaxed);
  if (!is_weak("enter")) std::atomic_thread_fence(kSeqCst);
  const Record* record = current.load(at("follow", kAcquire));
  assert(record->value.load(kRelaxed) > 0);
  reads.store(false, kRelease);
}

void replace() {
  new_record.value.store(2, kRelaxed);
  current.store(&new_record, at("publish", kRelease));
  if (!is_weak("synchronize")) std::atomic_thread_fence(kSeqCst);
  if (!reads.load(kAcquire)) old_record.value.store(kReclaimed, kRelaxed);
}

}  // namespace

int main(int count, char** arguments) {
  choose(count, arguments, {"enter", "follow", "publish", "synchronize"});
  std::thread writer(replace);
  look();
  writer.join();
}
