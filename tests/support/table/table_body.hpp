// SPDX-License-Identifier: MIT
// A table program as a real program: threads, mutexes and atomics of the model library, to be
// explored. Header only, because only tests that link the model library can use it.
#pragma once

#include <array>
#include <memory>
#include <mutex>
#include <vector>

#include <mcheck/mcheck.hpp>

#include "tests/support/table/table.hpp"

namespace table {

// What the threads share.
struct Shared {
  std::array<mcheck::atomic<int>, kObjects> x{};
  std::array<mcheck::mutex, kObjects> mutex;
  std::array<mcheck::shared_mutex, kObjects> shared;
  std::vector<std::array<int, kRegisters>> r;  // of each thread, once it has ended
  std::array<mcheck::condition_variable, kObjects> condition;
  mcheck::counting_semaphore<99> permits0{0};
  mcheck::counting_semaphore<99> permits1{0};

  mcheck::counting_semaphore<99>& permits(std::size_t i) { return i == 0 ? permits0 : permits1; }
};

class Worker {
 public:
  Worker(Shared& shared, const std::vector<Statement>& statements, std::size_t number)
      : shared_(shared), statements_(statements), number_(number) {}

  void operator()() {
    for (std::size_t at = 0; at < statements_.size(); ++at) {
      const Statement& s = statements_[at];
      if (s.word == Word::kSkipIfNot) {
        if (r_[reg(s)] != s.v) at += static_cast<std::size_t>(s.w);
      } else if (s.word == Word::kGoto) {
        at = static_cast<std::size_t>(s.v) - 1;  // may wrap
      } else if (!lock_word(s)) {
        memory_word(s);
      }
    }
    shared_.r[number_] = r_;
  }

 private:
  static std::size_t reg(const Statement& s) { return static_cast<std::size_t>(s.reg); }

  bool lock_word(const Statement& s) {
    const auto o = static_cast<std::size_t>(s.object);
    switch (s.word) {
      case Word::kLock: shared_.mutex[o].lock(); return holds_[o] = true;
      case Word::kUnlock:
        if (std::exchange(holds_[o], false)) shared_.mutex[o].unlock();
        return true;
      case Word::kTryLock:
        holds_[o] = shared_.mutex[o].try_lock() || holds_[o];
        r_[reg(s)] = holds_[o] ? 1 : 0;
        return true;
      case Word::kReadLock: shared_.shared[o].lock_shared(); return reads_[o] = true;
      case Word::kReadUnlock:
        if (std::exchange(reads_[o], false)) shared_.shared[o].unlock_shared();
        return true;
      case Word::kWriteLock: shared_.shared[o].lock(); return writes_[o] = true;
      case Word::kWriteUnlock:
        if (std::exchange(writes_[o], false)) shared_.shared[o].unlock();
        return true;
      case Word::kWait:
        if (holds_[0]) {
          std::unique_lock<mcheck::mutex> lock(shared_.mutex[0], std::adopt_lock);
          shared_.condition[o].wait(lock);
          lock.release();
        }
        return true;
      case Word::kNotify: shared_.condition[o].notify_one(); return true;
      case Word::kNotifyAll: shared_.condition[o].notify_all(); return true;
      default: return false;
    }
  }

  void memory_word(const Statement& s) {
    const auto o = static_cast<std::size_t>(s.object);
    int& r = r_[reg(s)];
    mcheck::atomic<int>& x = shared_.x[o];
    switch (s.word) {
      case Word::kLoad: r = x.load(); break;
      case Word::kStore: x.store(s.v); break;
      case Word::kAdd: r = x.fetch_add(s.v); break;
      case Word::kExchange: r = x.exchange(s.v); break;
      case Word::kCas: {
        int expected = s.v;
        r = x.compare_exchange_strong(expected, s.w) ? 1 : 0;
        break;
      }
      case Word::kAwait:  // the library has no such operation: it spins
        while (x.load() != s.v) {
        }
        break;
      case Word::kAcquire: shared_.permits(o).acquire(); break;
      case Word::kRelease: shared_.permits(o).release(); break;
      case Word::kTryAcquire: r = shared_.permits(o).try_acquire() ? 1 : 0; break;
      case Word::kChoose: r = mcheck::choose(s.v); break;
      case Word::kProgress: mcheck::progress(); break;
      default: break;
    }
  }

  Shared& shared_;
  const std::vector<Statement>& statements_;
  std::size_t number_;
  std::array<int, kRegisters> r_{};
  std::array<bool, kObjects> holds_{}, reads_{}, writes_{};
};

// Returns the threads' registers. Shared objects are never destroyed: a thread may have ended while
// it holds a lock, which is not what is tested here, and leaks end with the restored program
// memory.
inline std::vector<std::array<int, kRegisters>>& run(const Program& program) {
  Shared& shared = *new Shared;
  shared.r.resize(program.threads.size());
  std::vector<mcheck::thread> threads;
  for (const std::vector<Statement>& statements : program.threads) {
    threads.emplace_back(Worker(shared, statements, threads.size()));
  }
  for (mcheck::thread& thread : threads) thread.join();
  return shared.r;
}

// Runs it, and fails for about one in five of the possible results of its threads.
inline auto checked(const Program& program, int seed) {
  return [&program, seed] {
    int sum = seed;
    for (const auto& registers : run(program)) {
      for (const int value : registers) sum = sum * 3 + value;
    }
    mcheck::check(sum % 5 != 0, "no multiple of five");
  };
}

}  // namespace table
