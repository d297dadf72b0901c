// SPDX-License-Identifier: MIT
#include "tests/runtime/data_races/race_programs.hpp"

#include <catch2/catch.hpp>
#include <memory>
#include <vector>

#include <mcheck/mcheck.hpp>

#include "dpor/registry.hpp"
#include "engine/runtime/data_races/accesses.hpp"
#include "engine/runtime/machine/machine.hpp"
#include "engine/search/driver/search.hpp"
#include "tests/support/generators/draw.hpp"

namespace race_programs {
namespace {

using table::Draw;

constexpr std::array kLoads = {Order::kRelaxed, Order::kRelaxed, Order::kConsume, Order::kAcquire,
                               Order::kSeqCst};
constexpr std::array kStores = {Order::kRelaxed, Order::kRelaxed, Order::kRelease, Order::kSeqCst};
constexpr std::array kAll = {Order::kRelaxed, Order::kRelaxed, Order::kAcquire,
                             Order::kRelease, Order::kAcqRel,  Order::kSeqCst};
constexpr std::array kFences = {Order::kAcquire, Order::kRelease, Order::kAcqRel, Order::kSeqCst};

Statement draw_statement(Draw& draw, bool mixed) {
  Statement s;
  s.object = draw.below(2);
  s.value = 1 + draw.below(2);
  if (draw.one_in(3)) s.seen = draw.below(2);
  const int kind = draw.below(mixed ? 16 : 14);
  if (kind < 3) {
    s.what = Do::kLoad;
    s.order = draw.one_of(kLoads);
    s.seen = -1;
  } else if (kind < 6) {
    s.what = Do::kStore;
    s.order = draw.one_of(kStores);
  } else if (kind < 7) {
    s.what = Do::kAdd;
    s.order = draw.one_of(kAll);
  } else if (kind < 8) {
    s.what = Do::kCas;
    s.order = draw.one_of(kAll);
    s.failure = draw.one_of(kLoads);
  } else if (kind < 10) {
    s.what = Do::kFence;
    s.order = draw.one_of(kFences);
    s.seen = -1;
  } else if (kind < 14) {
    s.what = draw.one_in(2) ? Do::kRead : Do::kWrite;
    if (draw.one_in(2)) s.object = 0;
  } else {
    s.what = draw.one_in(2) ? Do::kReadAtomic : Do::kWriteAtomic;
  }
  return s;
}

// One thread publishes data through an atomic, correctly or nearly so; another reads it. A third
// thread may interfere.
Program draw_publication(Draw& draw, bool mixed) {
  const int data = draw.below(2);
  const auto fence = [&] { return Statement{.what = Do::kFence, .order = draw.one_of(kFences)}; };
  std::vector<Statement> writer = {{.what = Do::kWrite, .object = data, .value = 1}};
  if (draw.one_in(2)) writer.push_back(fence());
  writer.push_back({.what = Do::kStore, .order = draw.one_of(kStores), .value = 1});
  if (draw.one_in(3)) writer.push_back({.what = Do::kAdd, .order = draw.one_of(kAll)});
  if (draw.one_in(3)) writer.push_back(draw_statement(draw, mixed));
  std::vector<Statement> reader = {{.what = draw.one_in(4) ? Do::kCas : Do::kLoad,
                                    .order = draw.one_of(kLoads),
                                    .failure = draw.one_of(kLoads)}};
  if (draw.one_in(2)) reader.push_back(fence());
  reader.push_back({.what = draw.one_in(2) ? Do::kRead : Do::kWrite,
                    .object = data,
                    .value = 2,
                    .seen = 1 + draw.below(2)});
  if (draw.one_in(3)) reader.push_back(draw_statement(draw, mixed));
  Program program{.threads = {writer, reader}};
  if (draw.one_in(3)) return program;
  std::vector<Statement>& between = program.threads.emplace_back();
  between.push_back(
      {.what = draw.one_in(2) ? Do::kAdd : Do::kStore, .order = draw.one_of(kStores)});
  between.back().value = 1 + draw.below(2);
  if (draw.one_in(2)) between.insert(between.begin(), fence());
  return program;
}

// Two threads access data under the lock, or nearly so.
Program draw_guarded(Draw& draw, bool mixed) {
  Program program;
  for (int i = 0; i < 2; ++i) {
    std::vector<Statement>& statements = program.threads.emplace_back();
    statements = {{.what = Do::kLock},
                  {.what = draw.one_in(3) ? Do::kRead : Do::kWrite, .value = 1},
                  {.what = Do::kUnlock}};
    const auto at = draw.below(4);
    statements.insert(statements.begin() + at, draw_statement(draw, mixed));
  }
  return program;
}

std::memory_order order_of(Order order) {
  switch (order) {
    case Order::kRelaxed: return std::memory_order_relaxed;
    case Order::kConsume: return std::memory_order_consume;
    case Order::kAcquire: return std::memory_order_acquire;
    case Order::kRelease: return std::memory_order_release;
    case Order::kAcqRel: return std::memory_order_acq_rel;
    case Order::kSeqCst: return std::memory_order_seq_cst;
  }
  return std::memory_order_seq_cst;
}

// What the threads of one execution share.
struct Memory {
  std::array<mcheck::atomic<int>, 2> atomics;
  std::array<int, 2> bytes_of_atomics{};  // which the detector treats as the atomics
  std::array<mcheck::shared<int>, 2> shared{mcheck::shared<int>{0}, mcheck::shared<int>{0}};
  std::array<int, 2> plain{};
  mcheck::mutex guard;
};

class Performer {
 public:
  Performer(const std::vector<Statement>& statements, Memory& memory, Plain plain)
      : statements_(statements), memory_(memory), plain_(plain) {}

  void run() {
    for (const Statement& s : statements_) {
      if (s.seen < 0 || s.seen == last_) perform(s);
    }
  }

 private:
  void perform(const Statement& s) {
    const auto at = static_cast<std::size_t>(s.object);
    switch (s.what) {
      case Do::kFence: return mcheck::atomic_thread_fence(order_of(s.order));
      case Do::kLock: return memory_.guard.lock();
      case Do::kUnlock: return memory_.guard.unlock();
      case Do::kRead:
      case Do::kWrite: return access(at, s.what == Do::kWrite, s.value);
      case Do::kReadAtomic:
      case Do::kWriteAtomic:
        return report_access(&memory_.bytes_of_atomics.at(at), s.what == Do::kWriteAtomic);
      case Do::kLoad:
      case Do::kStore:
      case Do::kAdd:
      case Do::kCas: break;
    }
    const bool writes = perform_atomic(s, memory_.atomics.at(at));
    if (plain_ != Plain::kHooks) return;
    mcheck::atomic_access(&memory_.bytes_of_atomics.at(at), sizeof(int), writes, here());
  }

  // Returns whether it writes.
  bool perform_atomic(const Statement& s, mcheck::atomic<int>& x) {
    if (s.what == Do::kLoad) last_ = x.load(order_of(s.order));
    if (s.what == Do::kStore) x.store(s.value, order_of(s.order));
    if (s.what == Do::kAdd) x.fetch_add(1, order_of(s.order));
    if (s.what != Do::kCas) return s.what != Do::kLoad;
    int expected = 0;
    const bool done =
        x.compare_exchange_strong(expected, 1, order_of(s.order), order_of(s.failure));
    last_ = expected;
    return done;
  }

  void access(std::size_t at, bool write, int value) {
    if (plain_ == Plain::kHooks) return report_access(&memory_.plain.at(at), write);
    mcheck::shared<int>& data = memory_.shared.at(at);
    if (write) {
      data = value;
    } else {
      (void)data.load();
    }
  }

  static void report_access(const int* address, bool write) {
    mcheck::plain_access(address, sizeof *address, write, here());
  }
  static const void* here() { return __builtin_return_address(0); }

  const std::vector<Statement>& statements_;
  Memory& memory_;
  Plain plain_;
  int last_ = 0;
};

void run(const Program& program, Plain plain) {
  Memory memory;
  std::vector<mcheck::thread> threads;
  threads.reserve(program.threads.size());
  for (const auto& statements : program.threads) {
    threads.emplace_back([&] { Performer(statements, memory, plain).run(); });
  }
  for (mcheck::thread& thread : threads) thread.join();
}

const char* name_of(Order order) {
  constexpr std::array kNames = {"relaxed", "consume", "acquire", "release", "acq_rel", "seq_cst"};
  return kNames.at(static_cast<std::size_t>(order));
}

}  // namespace

Program draw_program(std::uint64_t seed, bool mixed) {
  Draw draw(seed);
  if (draw.one_in(8)) return draw_guarded(draw, mixed);
  if (draw.one_in(2)) return draw_publication(draw, mixed);
  Program program;
  const int threads = draw.one_in(3) ? 3 : 2;
  const int most = threads == 3 ? 3 : 5;
  for (int i = 0; i < threads; ++i) {
    std::vector<Statement>& statements = program.threads.emplace_back();
    const int count = 1 + draw.below(most);
    for (int k = 0; k < count; ++k) statements.push_back(draw_statement(draw, mixed));
    if (!draw.one_in(5)) continue;
    const int from = draw.below(count);
    const int to = from + 1 + draw.below(count - from);
    statements.insert(statements.begin() + to, {.what = Do::kUnlock});
    statements.insert(statements.begin() + from, {.what = Do::kLock});
  }
  return program;
}

std::string text_of(const Program& program) {
  constexpr std::array kNames = {"load",  "store",        "add",           "cas",  "fence", "read",
                                 "write", "read plainly", "write plainly", "lock", "unlock"};
  std::string text;
  for (const auto& statements : program.threads) {
    text += "thread\n";
    for (const Statement& s : statements) {
      text += "  " + (s.seen < 0 ? "" : "if seen " + std::to_string(s.seen) + ": ");
      text += kNames.at(static_cast<std::size_t>(s.what));
      const bool plain = s.what == Do::kRead || s.what == Do::kWrite;
      if (s.what < Do::kLock && s.what != Do::kFence) {
        text += std::string(" ") + (plain ? "pq" : "xy")[s.object];
      }
      if (s.what == Do::kStore) text += " " + std::to_string(s.value);
      if (s.what <= Do::kFence) text += std::string(" ") + name_of(s.order);
      if (s.what == Do::kCas) text += std::string(" ") + name_of(s.failure);
      text += "\n";
    }
  }
  return text;
}

bool finds_race(const Program& program, Plain plain, const char* strategy) {
  mcheck::Identities identities;
  mcheck::Machine machine([&] { run(program, plain); }, {});
  if (plain == Plain::kHooks) machine.watch_plain_accesses(true);
  mcheck::Execution execution(identities);
  const auto pause = [&](const mcheck::SearchReport&) { return machine.needs_more_records(); };
  mcheck::SearchReport report;
  do {
    const auto chosen = mcheck::find_strategy(strategy)->make({});
    report =
        mcheck::Search(execution, machine, *chosen, {.seconds = 60, .steps = 1000, .pause = pause})
            .explore();
  } while (report.stop == mcheck::SearchReport::Stop::kPaused);
  if (report.failures.empty()) {
    CHECK(report.stop == mcheck::SearchReport::Stop::kExhausted);
    return false;
  }
  INFO(report.failures[0].failure.message);
  CHECK(report.failures[0].failure.kind == mcheck::FailureKind::kRace);
  return true;
}

}  // namespace race_programs
