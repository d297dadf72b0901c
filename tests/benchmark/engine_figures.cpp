// SPDX-License-Identifier: MIT
// The engine's cost of a scheduling point, an execution and a snapshot, measured in this process.
#include <algorithm>
#include <cstddef>
#include <functional>
#include <limits>
#include <mcheck/mcheck.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/runtime/machine/machine.hpp"
#include "engine/search/driver/search.hpp"
#include "tests/benchmark/figures.hpp"
#include "tests/benchmark/round_trip.hpp"

namespace benchmarks {
namespace {

using benchmark::RegisterBenchmark;
using benchmark::State;
using Body = std::function<void()>;

// Threads that add to one variable, each `times` times.
Body additions(int threads, int times) {
  return [=] {
    mcheck::atomic<int> number{0};
    std::vector<mcheck::thread> team;
    for (int i = 0; i < threads; ++i) {
      team.emplace_back([&] {
        for (int k = 0; k < times; ++k) number.fetch_add(1);
      });
    }
    for (mcheck::thread& thread : team) thread.join();
  };
}

// The same after main has written a block of `bytes`, which is saved and restored with each
// snapshot.
Body adds_with_block(std::size_t bytes) {
  return [=] {
    const std::unique_ptr<char[]> block(new char[bytes]());
    additions(2, 6)();
  };
}

// Two threads that read and write data under a lock: each access is checked for races.
Body locked_increments(int times) {
  return [=] {
    mcheck::shared<int> data{0};
    mcheck::mutex lock;
    const auto work = [&] {
      for (int k = 0; k < times; ++k) {
        const std::lock_guard guard(lock);
        data.store(data.load() + 1);
      }
    };
    mcheck::thread one(work);
    mcheck::thread two(work);
    one.join();
    two.join();
  };
}

// Executions that never switch threads, or always, where there is a choice. Reports the shortest
// execution: in the first one the engine's own memory grows, and some repeat the previous one as a
// check.
class StayOrSwitch final : public mcheck::Strategy, public mcheck::RunAhead {
 public:
  explicit StayOrSwitch(bool switches) : switches_(switches) {}

  std::optional<mcheck::Begin> begin_execution() override {
    if (executions_++ == 6) return std::nullopt;
    begin_ = processor_ns();
    return mcheck::Begin{};
  }
  mcheck::Pick pick(const mcheck::View& view) override {
    const bool same = view.alternatives.front().thread == last_;
    const std::uint32_t index = switches_ && same && view.alternatives.size() > 1 ? 1 : 0;
    last_ = view.alternatives[index].thread;
    return {.alternative = index};
  }
  // A thread that never switches can run ahead without asking the strategy.
  [[nodiscard]] std::size_t grant_run_ahead(std::size_t, std::size_t enabled) const override {
    return switches_ && enabled > 1 ? 0 : kAnyNumber;
  }
  void note_run_ahead(std::size_t, std::size_t, std::size_t) override {}
  [[nodiscard]] mcheck::Capabilities capabilities() override { return {.run_ahead = this}; }
  void end_execution(const mcheck::Execution&, mcheck::Ending) override {
    ns_ = std::min(ns_, processor_ns() - begin_);
  }
  [[nodiscard]] bool exhaustive() const override { return false; }
  [[nodiscard]] double ns() const { return ns_; }

 private:
  bool switches_;
  int executions_ = 0;
  double begin_ = 0;
  double ns_ = std::numeric_limits<double>::infinity();
  mcheck::ThreadId last_{};
};

// Never destroyed, as all coroutines of mcheck.
mcheck::Coroutine& round_trip_coroutine() {
  static std::vector<std::byte> stack(std::size_t{64} << 10);
  static mcheck::Coroutine* coroutine = nullptr;
  if (coroutine == nullptr) {
    const auto suspend_forever = [](void* self) {
      for (;;) (*static_cast<mcheck::Coroutine**>(self))->suspend();
    };
    coroutine = mcheck::Coroutine::create(stack.data(), stack.data() + stack.size(),
                                          suspend_forever, static_cast<void*>(&coroutine));
  }
  return *coroutine;
}

// ns of each iteration, and the same in round trips, which were measured in the same run.
void set_counters(State& state, double ns, double trip) {
  state.counters["ns"] = ns / static_cast<double>(state.iterations());
  state.counters["trips"] = state.counters["ns"] / trip;
}

// One iteration is one addition, the only kind of scheduling point here.
void points(State& state, int threads, bool switches, int times) {
  const double trip = round_trip(100'000);
  const Body body = additions(threads, times / threads);
  double sum = 0;
  while (state.KeepRunningBatch(times)) {
    mcheck::Identities identities;
    mcheck::Machine machine(body, {});
    mcheck::Execution execution(identities);
    StayOrSwitch strategy(switches);
    mcheck::SearchOptions options;
    options.steps = 1'000'000'000;
    (void)mcheck::Search(execution, machine, strategy, options).explore();
    sum += strategy.ns();
    state.SetIterationTime(1e-9 * strategy.ns());
  }
  set_counters(state, sum, trip);
}

// One iteration is one execution.
void executions(State& state, const Body& body, const mcheck::options& how) {
  const double trip = round_trip(100'000);
  const mcheck::summary all = mcheck::explore(body, how);
  const double begin = processor_ns();
  while (state.KeepRunningBatch(static_cast<benchmark::IterationCount>(all.executions))) {
    (void)mcheck::explore(body, how);
  }
  set_counters(state, processor_ns() - begin, trip);
  const double events = static_cast<double>(all.events) / static_cast<double>(all.executions);
  state.counters["executions"] = static_cast<double>(all.executions);
  state.counters["events"] = static_cast<double>(all.events);
  state.counters["ns_event"] = state.counters["ns"] / events;
  state.counters["per_s"] = 1e9 / state.counters["ns"];
}

mcheck::options limited(const char* strategy, std::uint64_t executions) {
  return {.strategy = strategy, .executions = executions, .steps = 100'000, .patience = 60};
}

void add_executions(const std::string& name, const Body& body, const mcheck::options& how) {
  RegisterBenchmark(name.c_str(), [=](State& state) { executions(state, body, how); });
}

void add_lengths(bool smoke) {
  for (const int times : {5, 10, 20, 50, 100, 200}) {
    if (smoke && times > 5) break;
    const std::string length = "/" + std::to_string(2 * times);
    const Body body = additions(2, times);
    // In depth-first order the first executions branch early, and backtrack far.
    add_executions("length/dfs" + length, body, limited("dfs", smoke ? 5 : 20'000));
    const std::uint64_t some = smoke ? 5 : static_cast<std::uint64_t>(20'000 / times);
    mcheck::options again = limited("dfs", some);
    again.backtrack = mcheck::backtracking::rerun;
    add_executions("length/dfs_rerun" + length, body, again);
    add_executions("length/random" + length, body, limited("random", some));
  }
}

}  // namespace

void add_figures(const std::string& /*bin*/, bool smoke) {
  RegisterBenchmark("trip/own", [](State& state) {
    const double trip = round_trip(1'000'000);
    mcheck::Coroutine& coroutine = round_trip_coroutine();
    const double begin = processor_ns();
    for (auto _ : state) coroutine.resume();
    set_counters(state, processor_ns() - begin, trip);
  });
  const int times = smoke ? 100 : 20'000;
  RegisterBenchmark("point/alone", [=](State& state) { points(state, 1, false, times); })
      ->UseManualTime()
      ->MinTime(0.1);
  RegisterBenchmark("point/stays", [=](State& state) { points(state, 2, false, times); })
      ->UseManualTime()
      ->MinTime(0.1);
  RegisterBenchmark("point/switches", [=](State& state) { points(state, 2, true, times); })
      ->UseManualTime()
      ->MinTime(0.1);

  const Body three = additions(3, smoke ? 1 : 4);
  for (const char* strategy : {"dfs", "optimal", "trust", "odpor"}) {
    add_executions("strategy/" + std::string(strategy), three, {.strategy = strategy});
  }
  const std::uint64_t some = smoke ? 5 : 5000;
  for (const char* strategy : {"random", "pct", "pos"}) {
    add_executions("strategy/" + std::string(strategy), three, limited(strategy, some));
  }
  for (const std::size_t kilobytes : {0, 4, 16, 64, 256, 1024}) {
    mcheck::options how{.strategy = "dfs", .backtrack = mcheck::backtracking::restore};
    add_executions("saved/" + std::to_string(kilobytes) + "k", adds_with_block(kilobytes << 10),
                   how);
    if (smoke) break;
  }
  add_lengths(smoke);
  mcheck::options how = limited("dfs", some);
  add_executions("races/report", locked_increments(20), how);
  how.ignore_races = true;
  add_executions("races/ignore", locked_increments(20), how);
}

}  // namespace benchmarks
