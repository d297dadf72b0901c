// SPDX-License-Identifier: MIT
// A worker returns the value that it has read, and main accepts either value.
// Wrong form: thread_result.cpp.
#include <pthread.h>

#include <atomic>
#include <cassert>
#include <cstdint>

namespace {

std::atomic<int> limit{1};

void* look(void*) { return reinterpret_cast<void*>(static_cast<std::intptr_t>(limit.load())); }

}  // namespace

int main() {
  pthread_t worker{};
  pthread_create(&worker, nullptr, look, nullptr);
  limit.store(2);
  void* seen = nullptr;
  pthread_join(worker, &seen);
  assert(reinterpret_cast<std::intptr_t>(seen) <= 2);
}
