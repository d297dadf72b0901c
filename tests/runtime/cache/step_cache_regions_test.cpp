// SPDX-License-Identifier: MIT
// Steps that are cached by the few regions that a thread can have read: the content of other
// regions does not matter, and a thread that reads them all the same, or lets the system read them,
// is noticed.
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>
#include <cstdint>
#include <functional>
#include <mcheck/mcheck.hpp>
#include <vector>

#include "engine/platform/processor/raw_copy.hpp"
#include "engine/platform/system/process_time.hpp"
#include "engine/platform/system/system_calls.hpp"
#include "tests/runtime/cache/step_cache_comparison.hpp"

namespace mcheck::step_cache_regions_test {
using mcheck::cached_steps::compare;
using mcheck::cached_steps::compare_all;
using mcheck::cached_steps::kStrategies;

namespace {

volatile int trapped_calls = 0;

void note_call(int, siginfo_t*, void* context) {
  trapped_calls = trapped_calls + 1;
  mcheck::stop_intercepting_system_calls();
  mcheck::retry_system_call(context);
}

// SIGSYS reports the calls, so it needs a handler.
bool can_trap_system_calls(const std::function<void()>& meanwhile = [] {}) {
  struct sigaction notes = {};
  notes.sa_flags = SA_SIGINFO;
  notes.sa_sigaction = note_call;
  struct sigaction before = {};
  sigaction(SIGSYS, &notes, &before);
  const bool can = mcheck::intercept_system_calls();
  if (can) meanwhile();
  mcheck::stop_intercepting_system_calls();
  sigaction(SIGSYS, &before, nullptr);
  return can;
}

// One thread lends a block for a while, and the other reads it now and then.
void lend_and_read(
    const std::function<void()>& before_reading,
    const std::function<void()>& before_lending = [] {}) {
  mcheck::atomic<int*> box{nullptr};
  mcheck::atomic<int> count{0};
  mcheck::thread giver([&] {
    before_lending();
    int* const mine = new int(4);
    box.store(mine);
    for (int i = 0; i < 4; ++i) count.fetch_add(1);
    box.exchange(nullptr);
    delete mine;
  });
  mcheck::thread looker([&] {
    before_reading();
    for (int i = 0; i < 4; ++i) {
      count.fetch_add(1);
      if (int* const given = box.load()) count.fetch_add(*given);
    }
  });
  giver.join();
  looker.join();
}

// Restores the signal state that abandoned executions have changed.
class SignalStateGuard {
 public:
  SignalStateGuard() {
    pthread_sigmask(SIG_SETMASK, nullptr, &blocked_);
    sigaction(SIGSEGV, nullptr, &action_);
    sigaltstack(nullptr, &stack_);
  }
  ~SignalStateGuard() {
    pthread_sigmask(SIG_SETMASK, &blocked_, nullptr);
    sigaction(SIGSEGV, &action_, nullptr);
    sigaltstack(&stack_, nullptr);
  }
  SignalStateGuard(const SignalStateGuard&) = delete;
  SignalStateGuard& operator=(const SignalStateGuard&) = delete;

 private:
  sigset_t blocked_{};
  struct sigaction action_ {};
  stack_t stack_{};
};

void count_many(mcheck::atomic<int>& count) {
  for (int i = 0; i < 5; ++i) count.fetch_add(1);
}

}  // namespace

TEST_CASE("which threads have read, or finished, does not affect another thread's steps") {
  const auto body = [] {
    mcheck::atomic<int> x{0};
    std::vector<mcheck::thread> threads;
    threads.emplace_back([&] { x.store(1); });
    for (int i = 0; i < 10; ++i) threads.emplace_back([&] { (void)x.load(); });
    for (mcheck::thread& thread : threads) thread.join();
  };
  const std::uint64_t known = compare(body, {.strategy = "trust", .behaviour = {}});
  if (mcheck::kAddressSanitizer || !can_trap_system_calls()) return;
  CHECK(known > 5000);  // of 1,024 executions; 700 if all memory is in the key
}

TEST_CASE("a thread that reads another thread's memory is noticed") {
  compare_all([] { lend_and_read([] {}); });
  compare_all([] {
    mcheck::atomic<const int*> box{nullptr};
    mcheck::atomic<int> sum{0};
    mcheck::thread outer([&] {
      int mine = 1;
      mcheck::thread inner([&] {
        for (int i = 0; i < 4; ++i) sum.fetch_add(mine);
        mine = 2;
        box.store(&mine);
      });
      sum.fetch_add(1);
      if (const int* const told = box.load()) mcheck::check(*told == 2, "told");
      sum.fetch_add(1);
      inner.join();
      mcheck::check(mine == 2, "changed");
    });
    sum.fetch_add(3);
    outer.join();
  });
}

// Few regions are tried once the table has filled a little: in a late execution.
TEST_CASE("a system call on another thread's memory works as usual") {
  static const int sink = memfd_create("sink", 0);
  const auto body = [] {
    mcheck::atomic<int> count{0};
    mcheck::atomic<char*> box{nullptr};
    mcheck::atomic<int> sent{0};
    mcheck::thread taker([&] {
      int seen = 0;
      for (int i = 0; i < 5; ++i) seen = seen * 16 + count.fetch_add(1);
      if (seen != 0x13579) return;
      if (char* const taken = box.exchange(nullptr)) {
        if (pwrite(sink, taken, 64, 0) == 64) sent.store(1);
        delete[] taken;
      }
    });
    mcheck::thread giver([&] {
      delete[] box.exchange(new char[64]{});
      count_many(count);
    });
    taker.join();
    giver.join();
    delete[] box.load();
    mcheck::check(sent.load() == 0, "it is never sent");
  };
  for (const char* strategy : {"dfs", "trust", "odpor"}) {
    compare(body, {.strategy = strategy});
    CHECK(mcheck::cached_steps::search(body, {.strategy = strategy}, true).failing > 0);
  }
}

TEST_CASE("a thread that blocks signals, or handles them itself, is searched as usual") {
  const SignalStateGuard kept;
  compare_all([] {
    sigset_t before;
    lend_and_read([&] {
      sigset_t all;
      sigfillset(&all);
      pthread_sigmask(SIG_SETMASK, &all, &before);
    });
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  });
  compare_all([] {
    struct sigaction before;
    struct sigaction none = {};
    none.sa_handler = SIG_DFL;
    lend_and_read([&] { sigaction(SIGSEGV, &none, &before); });
    sigaction(SIGSEGV, &before, nullptr);
  });
  compare_all([] {
    static std::array<char, 64 << 10> room;
    const stack_t mine = {.ss_sp = room.data(), .ss_flags = 0, .ss_size = room.size()};
    stack_t before = {};
    lend_and_read([] {}, [&] { sigaltstack(&mine, &before); });
    sigaltstack(&before, nullptr);
  });
}

TEST_CASE("a tick that the program has blocked is not delivered once the search is over") {
  const SignalStateGuard kept;
  const auto waits_for_a_tick = [] {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, nullptr);
    sigset_t waiting;
    do sigpending(&waiting);
    while (sigismember(&waiting, SIGALRM) == 0);
  };
  const mcheck::summary found = mcheck::explore(waits_for_a_tick, {.patience = 1});
  CHECK(found.verdict == mcheck::verdict::verified);
  // Now it is no longer blocked.
}

TEST_CASE("a thread's function is copied as often as the standard says") {
  struct Counted {
    explicit Counted(mcheck::atomic<int>& where) : destructions(&where) {}
    Counted(const Counted& other) : destructions(other.destructions) {}
    ~Counted() { destructions->fetch_add(1); }
    mcheck::atomic<int>* destructions;
  };
  compare_all([] {
    mcheck::atomic<int> destructions{0};
    {
      const Counted mine(destructions);
      mcheck::thread one([mine] { (void)mine; });
      one.join();
    }
    mcheck::check(destructions.load() == 3, "mine, the closure's, and the thread's");
  });
}

TEST_CASE("a large closure does not lie on the thread's stack") {
  struct Large {
    std::array<char, 400'000> bytes{};
  };
  static const Large large;
  compare_all([] {
    mcheck::atomic<int> sum{0};
    const auto work = [&](const Large& it) {
      std::array<volatile char, 600'000> local;
      local[7] = it.bytes[7];
      sum.fetch_add(local[7] + 1);
    };
    mcheck::thread one(work, large);
    one.join();
    mcheck::check(sum.load() == 1, "sum");
  });
}

// The watchdog reads it at any time.
TEST_CASE("a read of the processor time is not reported as a call of the program") {
  trapped_calls = 0;
  int during_time_reads = 0;
  const bool can = can_trap_system_calls([&during_time_reads] {
    (void)mcheck::process_time();
    during_time_reads = trapped_calls;
    (void)getppid();
  });
  CHECK(during_time_reads == 0);
  CHECK(trapped_calls == (can ? 1 : 0));
}

}  // namespace mcheck::step_cache_regions_test
