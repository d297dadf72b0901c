// SPDX-License-Identifier: MIT
// Double-checked locking: the first thread that needs the table creates it under a lock. The test
// before the lock has to acquire what the creator released.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

#include "orders.hpp"

using namespace weak;

namespace {

struct Table {
  std::atomic<int> size{0};
};

Table storage;
std::atomic<Table*> table{nullptr};
std::mutex guard;

Table* get() {
  Table* found = table.load(at("test", kAcquire));
  if (found != nullptr) return found;
  const std::lock_guard lock(guard);
  found = table.load(kRelaxed);
  if (found != nullptr) return found;
  storage.size.store(3, kRelaxed);
  table.store(&storage, at("publish", kRelease));
  return &storage;
}

}  // namespace

int main(int count, char** arguments) {
  choose(count, arguments, {"test", "publish"});
  std::thread other([] { assert(get()->size.load(kRelaxed) == 3); });
  assert(get()->size.load(kRelaxed) == 3);
  other.join();
}
