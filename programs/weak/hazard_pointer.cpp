// SPDX-License-Identifier: MIT
// A hazard pointer [Michael, 2004]: a reader announces the record that it will read, and makes sure
// that it is still the current one. The writer does not reclaim a record that is announced.
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
std::atomic<Record*> hazard{nullptr};

void look() {
  Record* record = current.load(kRelaxed);
  while (true) {
    hazard.store(record, kRelaxed);
    if (!is_weak("announce")) std::atomic_thread_fence(kSeqCst);
    Record* again = current.load(kAcquire);
    if (again == record) break;
    record = again;
  }
  assert(record->value.load(kRelaxed) > 0);
  hazard.store(nullptr, kRelease);
}

void replace() {
  new_record.value.store(2, kRelaxed);
  Record* old = current.exchange(&new_record, at("publish", kRelease));
  if (!is_weak("scan")) std::atomic_thread_fence(kSeqCst);
  if (hazard.load(kAcquire) != old) old->value.store(kReclaimed, kRelaxed);
}

}  // namespace

int main(int count, char** arguments) {
  choose(count, arguments, {"announce", "publish", "scan"});
  std::thread writer(replace);
  look();
  writer.join();
}
