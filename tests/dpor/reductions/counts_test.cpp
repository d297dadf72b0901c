// SPDX-License-Identifier: MIT
// Programs whose classes of equivalent executions have a closed form: optimal DPOR runs as many
// executions, source DPOR and sleep sets finish as many.
#include <catch2/catch.hpp>

#include "tests/dpor/reductions/explored.hpp"

namespace mcheck::counts_test {
namespace {

using explored::Explored;
using table::Program;
using table::Statement;
using table::Word;
using Thread = std::vector<Statement>;

std::uint64_t factorial(std::uint64_t n) { return n <= 1 ? 1 : n * factorial(n - 1); }

std::uint64_t shuffles(int threads, int each) {
  std::uint64_t count = factorial(static_cast<std::uint64_t>(threads * each));
  for (int t = 0; t < threads; ++t) count /= factorial(static_cast<std::uint64_t>(each));
  return count;
}

std::uint64_t power_of_2(int n) { return std::uint64_t{1} << n; }

Thread repeat(int times, const Thread& part) {
  Thread whole;
  for (int i = 0; i < times; ++i) whole.insert(whole.end(), part.begin(), part.end());
  return whole;
}

Program copies(int threads, const Thread& thread) {
  return {std::vector<Thread>(static_cast<std::size_t>(threads), thread)};
}

// One thread with one task, and some that all have another.
Program one_and(const Thread& one, int others, const Thread& other) {
  Program program = copies(others, other);
  program.threads.insert(program.threads.begin(), one);
  return program;
}

const Thread kAdd = {{Word::kAdd, 0, 0, 1}};
const Thread kStore = {{Word::kStore, 0, 0, 1}};
const Thread kLoad = {{Word::kLoad, 0, 0}};
const Thread kLockPair = {{Word::kLock, 0}, {Word::kUnlock, 0}};
const Thread kReader = {{Word::kReadLock, 0}, {Word::kReadUnlock, 0}};
const Thread kWriter = {{Word::kWriteLock, 0}, {Word::kWriteUnlock, 0}};

void counts(const Program& program, std::uint64_t classes) {
  INFO(table::text(program));
  for (const char* name : {"odpor", "source", "sleep"}) {
    INFO(name);
    const Explored found = explored::explore(program, explored::strategy(name));
    CHECK(found.complete());
    CHECK(found.report.executions == classes);
    CHECK(found.report.classes == classes);
    if (std::string(name) == "odpor") CHECK(found.report.redundant == 0);
  }
}

std::uint64_t deadlocks(const Program& program) {
  return explored::explore(program, explored::strategy("odpor")).stuck.size();
}

}  // namespace

TEST_CASE("T threads of K fetch_add have (TK)!/(K!)^T classes, the orders of all adds") {
  for (int threads = 1; threads <= 3; ++threads) {
    for (int each = 1; threads * each <= 7; ++each) {
      counts(copies(threads, repeat(each, kAdd)), shuffles(threads, each));
    }
  }
}

TEST_CASE("one store and N loads have 2^N classes: each load before or after") {
  for (int loads = 1; loads <= 6; ++loads) {
    counts(one_and(kStore, loads, kLoad), power_of_2(loads));
  }
}

TEST_CASE("two threads that lock five times each have 252 classes, as many as orders") {
  counts(copies(2, repeat(5, kLockPair)), 252);
}

TEST_CASE("threads with nothing in common have one class") {
  counts({{repeat(3, kAdd), {{Word::kAdd, 1, 0, 1}}, kLockPair}}, 1);
}

TEST_CASE("N sections of shared locks have one class: they commute") {
  for (int readers = 1; readers <= 5; ++readers) counts(copies(readers, kReader), 1);
}

TEST_CASE("one writer's section and N readers' have 2^N classes: each before or after") {
  for (int readers = 1; readers <= 5; ++readers) {
    counts(one_and(kWriter, readers, kReader), power_of_2(readers));
  }
}

TEST_CASE("store buffering has 3 classes: not both threads can read 0") {
  counts({{{{Word::kStore, 0, 0, 1}, {Word::kLoad, 1, 0}},
           {{Word::kStore, 1, 0, 1}, {Word::kLoad, 0, 0}}}},
         3);
}

TEST_CASE("N compare_exchange of 0 by 1 have N classes: one succeeds, the others only read") {
  for (int threads = 1; threads <= 5; ++threads) {
    counts(copies(threads, {{Word::kCas, 0, 0, 0, 1}}), static_cast<std::uint64_t>(threads));
  }
}

TEST_CASE("2 and 3 threads that try to lock and unlock have 4 and 21 classes") {
  const Thread tries = {{Word::kTryLock, 0, 0}, {Word::kUnlock, 0}};
  counts(copies(2, tries), 4);
  counts(copies(3, tries), 21);
}

TEST_CASE("two forks and two philosophers have 2^2-1 classes, one of them a deadlock") {
  const Program program = {
      {{{Word::kLock, 0}, {Word::kLock, 1}, {Word::kUnlock, 1}, {Word::kUnlock, 0}},
       {{Word::kLock, 1}, {Word::kLock, 0}, {Word::kUnlock, 0}, {Word::kUnlock, 1}}}};
  counts(program, 3);
  CHECK(deadlocks(program) == 1);
}

TEST_CASE("N philosophers have 2^N-1 classes, one of them a deadlock") {
  using mcheck::Kind;
  for (unsigned n = 2; n <= 6; ++n) {
    script::Program program;
    program.objects.assign(n, {mcheck::ObjectKind::kMutex, {}});
    program.threads.resize(n + 1);
    for (unsigned i = 0; i < n; ++i) {
      program.threads[0].push_back({.operation = {.kind = Kind::kSpawn, .a = i + 1}});
      const auto left = mcheck::ObjectId(1 + i);
      const auto right = mcheck::ObjectId(1 + (i + 1) % n);
      program.threads[i + 1] = {{.operation = {.kind = Kind::kLock, .object = left}},
                                {.operation = {.kind = Kind::kLock, .object = right}},
                                {.operation = {.kind = Kind::kUnlock, .object = right}},
                                {.operation = {.kind = Kind::kUnlock, .object = left}}};
    }
    const Explored found = explored::explore(program, explored::strategy("odpor"));
    CHECK(found.report.executions == power_of_2(static_cast<int>(n)) - 1);
    CHECK(found.classes.size() == found.report.executions);
    CHECK(found.report.redundant == 0);
    CHECK(found.stuck.size() == 1);
  }
}

TEST_CASE("N waiters and a notify_all have 2, 10 and 96 classes") {
  const Thread waiter = {{Word::kLock, 0}, {Word::kWait, 0}, {Word::kUnlock, 0}};
  const std::uint64_t classes[] = {2, 10, 96};
  for (int waiters = 1; waiters <= 3; ++waiters) {
    counts(one_and({{Word::kNotifyAll, 0}}, waiters, waiter), classes[waiters - 1]);
  }
}

// Releases are independent of each other, but the order of a release and an acquire matters. With
// one thread of each kind these are the sequences in which no acquire comes too early.
TEST_CASE("N releases and N acquires of a semaphore have Catalan(N) classes") {
  const std::uint64_t catalan[] = {1, 2, 5, 14, 42};
  for (int n = 1; n <= 5; ++n) {
    counts({{repeat(n, {{Word::kRelease, 0}}), repeat(n, {{Word::kAcquire, 0}})}}, catalan[n - 1]);
  }
}

TEST_CASE("independent choices multiply") {
  const Thread two = {{Word::kChoose, 0, 0, 2}};
  const Thread three = {{Word::kChoose, 0, 0, 3}};
  counts({{two, three, repeat(2, two)}}, 2 * 3 * 4);
}

}  // namespace mcheck::counts_test
