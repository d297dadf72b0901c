// SPDX-License-Identifier: MIT
// Pitfalls of running threads as coroutines; the first argument selects one.
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <set>
#include <thread>

namespace {

// The C library must not assume a single thread: it would count shared_ptr without atomics.
extern "C" char __libc_single_threaded;

void single_threaded() {
  assert(!__libc_single_threaded);
  auto shared = std::make_shared<int>(1);
  std::thread one([copy = shared]() mutable { copy.reset(); });
  std::thread two([copy = shared]() mutable { copy.reset(); });
  one.join();
  two.join();
  assert(shared.use_count() == 1 && !__libc_single_threaded);
}

thread_local int own = 0;

void thread_local_addresses() {
  std::atomic<int*> first{nullptr};
  std::atomic<int*> second{nullptr};
  std::thread one([&] { first = &own; });
  std::thread two([&] { second = &own; });
  one.join();
  two.join();
  assert(std::set<int*>({&own, first, second}).size() == 3);
}

// A stream that is held while others run: they wait, and none waits for ever.
void stream_held() {
  int inside = 0;
  const auto print = [&] {
    flockfile(stdout);
    ++inside;
    std::this_thread::yield();
    assert(inside == 1);
    --inside;
    funlockfile(stdout);
  };
  std::thread other(print);
  print();
  other.join();
}

bool fits(const void* pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer) ==
         static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(pointer));
}

// docs/limits.md: a program that truncates pointers does not work.
void above_4_gigabytes() {
  const int local = 0;
  const auto block = std::make_unique<int>();
  bool any = fits(&local) || fits(block.get());
  std::thread([&] {
    const int there = 0;
    any = any || fits(&there);
  }).join();
  assert(!any);
}

int flag = 0;

void polls_a_plain_flag() {
  std::thread other([] { flag = 1; });
  while (!flag) {
  }
  other.join();
}

std::atomic<int> turn{0};

// GCC 12's library spins before it sleeps: no livelock, and no invisible choice.
void atomic_wait() {
  std::thread other([] {
    turn = 1;
    turn.notify_one();
  });
  turn.wait(0);
  other.join();
}

int plain = 0;

void reads_before_it_writes() {
  std::thread other([] { plain = plain + 1; });
  plain = plain + 1;
  other.join();
}

}  // namespace

int main(int, char** words) {
  struct Part {
    const char* name;
    void (*run)();
  };
  for (const Part& part : {Part{"single_threaded", single_threaded},
                           {"thread_local_addresses", thread_local_addresses},
                           {"stream_held", stream_held},
                           {"above_4_gigabytes", above_4_gigabytes},
                           {"polls_a_plain_flag", polls_a_plain_flag},
                           {"atomic_wait", atomic_wait},
                           {"reads_before_it_writes", reads_before_it_writes}}) {
    if (strcmp(words[1], part.name) != 0) continue;
    part.run();
    return 0;
  }
  return 9;
}
