// SPDX-License-Identifier: MIT
// Right programs whose verdicts need different assumptions; the first argument selects one.
#include <poll.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <ctime>
#include <mutex>
#include <string_view>
#include <thread>

static std::atomic<int> flag;
static std::atomic<int> other;
static std::mutex guard;
static int plain;

namespace {

template <class First, class Second>
void together(First first, Second second) {
  std::thread thread(first);
  second();
  thread.join();
}

// Weaker memory orders can make a difference here.
void orders(std::string_view what) {
  if (what == "locks") {
    const auto add = [] {
      const std::lock_guard lock(guard);
      ++plain;
    };
    together(add, add);
  }
  if (what == "sequential") {
    together([] { flag = 1, (void)other.load(); }, [] { other = 1, (void)flag.exchange(2); });
  }
  if (what == "weak store") {
    together([] { flag.store(1, std::memory_order_release); }, [] { (void)flag.load(); });
  }
  if (what == "weak failure") {
    together([] { flag = 1; },
             [] {
               int expected = 0;
               flag.compare_exchange_strong(expected, 2, std::memory_order_seq_cst,
                                            std::memory_order_relaxed);
             });
  }
  if (what == "permits") {
    static sem_t permits;
    sem_init(&permits, 0, 0);
    together([] { sem_post(&permits); },
             [] {
               int count = 0;
               sem_getvalue(&permits, &count);
             });
  }
  if (what == "weak fence") {
    together([] { std::atomic_thread_fence(std::memory_order_acquire); }, [] { flag = 1; });
  }
}

alignas(16) std::uint64_t words[2];

// Of words[0], in two threads.
void sizes(std::string_view what) {
  auto* const half = reinterpret_cast<std::uint32_t*>(words) + 1;
  const auto writes_half = [half] { __atomic_store_n(half, 1, __ATOMIC_SEQ_CST); };
  const auto writes_whole = [] { __atomic_store_n(&words[0], 1, __ATOMIC_SEQ_CST); };
  const auto reads_whole = [] { (void)__atomic_load_n(&words[0], __ATOMIC_SEQ_CST); };
  const auto reads_half = [half] { (void)__atomic_load_n(half, __ATOMIC_SEQ_CST); };
  if (what == "half and whole") together(writes_half, writes_whole);
  if (what == "half and look") together(writes_half, reads_whole);
  if (what == "two looks") together(reads_half, reads_whole);
  if (what == "beside each other") {
    together(writes_half, [half] { __atomic_store_n(half - 1, 1, __ATOMIC_SEQ_CST); });
  }
  if (what == "one after the other") {
    std::thread(writes_half).join();
    writes_whole();
  }
  if (what == "half and two words") {
    __extension__ using Both = unsigned __int128;
    together(writes_whole, [] {
      const Both both = __atomic_load_n(reinterpret_cast<Both*>(words), __ATOMIC_SEQ_CST);
      if (both > 1) abort();
    });
  }
}

// Calls that mcheck models in part.
void calls(std::string_view what) {
  if (what == "alarm") alarm(3600);
  if (what == "crash handler") signal(SIGSEGV, SIG_IGN);
  if (what == "poll") poll(nullptr, 0, 1);
  if (what == "thread-specific") {
    const auto create = [] {
      pthread_key_t key{};
      pthread_key_create(&key, nullptr);
    };
    std::thread thread(create);
    create();
    thread.join();
  }
  if (what == "one clock" || what == "two clocks") {
    std::thread thread([&] {
      if (what == "two clocks") std::time(nullptr);
    });
    std::time(nullptr);
    thread.join();
  }
  if (what == "flockfile") {
    flockfile(stdout);
    funlockfile(stdout);
  }
  if (what == "raise") {
    signal(SIGUSR1, [](int) {});
    raise(SIGUSR1);
  }
}

}  // namespace

int main(int count, char** words_given) {
  const std::string_view what = count > 1 ? words_given[1] : "";
  orders(what);
  sizes(what);
  calls(what);
  return 0;
}
