// SPDX-License-Identifier: MIT
// Loops that end, and loops that need not.
#include <atomic>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>

namespace {

std::atomic<int> a{0}, b{0}, turn{0};
std::mutex first_mutex, second_mutex;
int data = 0;

void run(const std::function<void()>& one, const std::function<void()>& other) {
  std::thread thread(one);
  other();
  thread.join();
}

void lock_with_exchange() {
  while (a.exchange(1) != 0) {
  }
  ++data;
  a.store(0);
}

void peterson(std::atomic<int>& own, std::atomic<int>& others, int number) {
  own.store(1);
  turn.store(1 - number);
  while (others.load() != 0 && turn.load() == 1 - number) {
  }
  ++data;
  own.store(0);
}

void check_then_set(std::atomic<int>& own, std::atomic<int>& others) {
  while (others.load() != 0) {
  }
  own.store(1);
  ++data;
  own.store(0);
}

void be_polite(std::atomic<int>& own, std::atomic<int>& others) {
  for (own.store(1); others.load() != 0; own.store(1)) own.store(0);
  own.store(0);
}

void lock_or_give_back(std::mutex& one, std::mutex& other) {
  for (;;) {
    const std::lock_guard lock(one);
    if (!other.try_lock()) continue;
    other.unlock();
    return;
  }
}

void serve() {
  for (;;) a.fetch_xor(1);
}

void wait_for(std::atomic<int>& flag, int value) {
  while (flag.load() != value) {
  }
}

const std::map<std::string, std::function<void()>> loops = {
    {"flag", [] { run([] { a.store(1); }, [] { wait_for(a, 1); }); }},
    {"no flag", [] { run([] { a.store(0); }, [] { wait_for(a, 1); }); }},
    {"spin lock", [] { run(lock_with_exchange, lock_with_exchange); }},
    {"peterson", [] { run([] { peterson(a, b, 0); }, [] { peterson(b, a, 1); }); }},
    {"check then set", [] { run([] { check_then_set(a, b); }, [] { check_then_set(b, a); }); }},
    {"polite", [] { run([] { be_polite(a, b); }, [] { be_polite(b, a); }); }},
    {"try and give back",
     [] {
       run([] { lock_or_give_back(first_mutex, second_mutex); },
           [] { lock_or_give_back(second_mutex, first_mutex); });
     }},
    {"server", [] { run(serve, [] {}); }},
    {"two servers", [] { run(serve, serve); }},
    {"starvation",
     [] {
       run([] { wait_for(a, 1), b.store(1); },
           [] {
             while (b.load() == 0) a.store(1), a.store(0);
           });
     }},
    {"hand over",
     [] {
       run([] { wait_for(a, 1), a.store(2), wait_for(a, 3), a.store(4); },
           [] { a.store(1), wait_for(a, 2), a.store(3), wait_for(a, 4); });
     }},
};

}  // namespace

int main(int count, char** words) {
  const auto loop = count == 2 ? loops.find(words[1]) : loops.end();
  if (loop == loops.end()) return 2;
  loop->second();
}
