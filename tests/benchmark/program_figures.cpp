// SPDX-License-Identifier: MIT
// The cost of whole programs, each in its own processes: unmodified programs, and searches.
#include <algorithm>
#include <cstring>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include "tests/benchmark/child.hpp"
#include "tests/benchmark/figures.hpp"
#include "tests/benchmark/round_trip.hpp"

namespace benchmarks {
namespace {

using benchmark::Counter;
using benchmark::State;

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream in(line);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

// The cost of `times` operations without the start. One iteration is all of them.
void subject(State& state, const std::vector<std::string>& words, double times, bool smoke) {
  // Takes the last execution: by then the engine's own memory has grown, and it is not run twice,
  // as others are to check that they repeat.
  const bool beside = words[1] == "beside";
  const Environment environment = {{"MCHECK_STRATEGY", beside ? "pct" : "random"},
                                   {"MCHECK_DEPTH", "1"},  // PCT: the running thread continues
                                   {"MCHECK_EXECUTIONS", beside ? "20" : "7"},
                                   {"MCHECK_STEPS", "100000000"},
                                   {"MCHECK_PATIENCE", "60s"}};
  const double trip = round_trip(100'000);
  double least = 0;
  for (auto _ : state) {
    for (int i = 0; i < (smoke ? 1 : 3); ++i) {
      const double ns = run(words, environment).number("ns");
      if (i == 0 || ns < least) least = ns;
    }
    state.SetIterationTime(1e-9 * least);
  }
  state.counters["ns"] = least / times;
  state.counters["trips"] = least / times / trip;
}

struct SearchBenchmark {
  std::string name;
  std::string words;  // the program, in BIN, and its arguments
  bool elapsed = false;
};

// One iteration is the whole search.
void search(State& state, const std::string& bin, const SearchBenchmark& benchmark_case,
            bool smoke) {
  std::vector<std::string> words = words_of(benchmark_case.words);
  const bool by_command = words[0] == "mcheck";
  for (const std::size_t at : {0, 2}) {
    if (at == 0 || by_command) words[at] = bin + "/" + words[at];
  }
  words.insert(words.begin() + (by_command ? 3 : 1), {"--json", "-"});
  Environment environment;
  if (smoke) environment.emplace_back("MCHECK_EXECUTIONS", "10");
  const auto time = benchmark_case.elapsed ? &Cost::elapsed : &Cost::processor;
  const double trip = round_trip(100'000);
  const auto best = [&](const Environment& with) {
    Cost least = run(words, with);
    for (int i = 1; i < (smoke ? 1 : 3); ++i) {
      const Cost again = run(words, with);
      if (again.*time < least.*time) least = again;
    }
    return least;
  };
  Cost cost;
  for (auto _ : state) {
    cost = best(environment);
    state.SetIterationTime(cost.*time);
  }
  // Without the start of the process, unless elapsed time is measured.
  double seconds = cost.*time;
  if (!benchmark_case.elapsed) {
    environment = {{"MCHECK_EXECUTIONS", "1"}};
    seconds = std::max(0.0, seconds - best(environment).processor);
  }
  const double executions = cost.number("executions");
  state.counters["executions"] = executions;
  state.counters["events"] = cost.number("events");
  state.counters["restored"] = cost.number("restored_steps");
  state.counters["rerun"] = cost.number("rerun_steps");
  state.counters["peak_kB"] = cost.peak / 1024;
  state.counters["search_ms"] = 1e3 * seconds;
  state.counters["cpu_ms"] = 1e3 * cost.processor;
  state.counters["per_cpu_s"] = executions / cost.processor;
  state.counters["per_s"] = executions / seconds;
  state.counters["ns"] = 1e9 * seconds / executions;
  state.counters["trips"] = 1e9 * seconds / executions / trip;
}

// Starts the command only where it is needed: for unmodified programs, whose counts only the
// command reports, and for searches by several processes.
std::vector<SearchBenchmark> searches() {
  const std::string explore = "mcheck explore ";
  return {
      {.name = "whole/rmw_3_3", .words = "families --test rmw -- 3 3"},
      {.name = "whole/rmw_3_4", .words = "families --test rmw -- 3 4"},
      {.name = "whole/rmw_4_3", .words = "families --test rmw -- 4 3"},
      {.name = "whole/locks_2_5", .words = "families --test locks -- 2 5"},
      {.name = "whole/locks_2_8", .words = "families --test locks -- 2 8"},
      {.name = "whole/lastzero_12", .words = "families --test lastzero -- 12"},
      {.name = "whole/lastzero_15", .words = "families --test lastzero -- 15"},
      {.name = "whole/readers_15", .words = "families --test readers -- 15"},
      {.name = "whole/fib_bench_4", .words = "families --test fib_bench -- 4"},
      {.name = "whole/ticket_lock_7", .words = "families --test ticket_lock -- 7"},
      {.name = "whole/locked_queue_right_4", .words = "locked_queue_right -- 4"},
      {.name = "whole/ms_queue_right", .words = "ms_queue_right"},
      {.name = "whole/treiber_stack_right", .words = "treiber_stack_right"},
      {.name = "whole/bounded_buffer_right", .words = "bounded_buffer_right"},
      {.name = "whole/unmodified_ms_queue_right", .words = explore + "unmodified/ms_queue_right"},
      {.name = "whole/unmodified_readers_writers_right",
       .words = explore + "unmodified/readers_writers_right"},
      {.name = "door/model", .words = explore + "families --test rmw -- 3 4"},
      {.name = "door/unmodified", .words = explore + "benchmark_subject -- adds 4"},
      {.name = "start/lost_update_right", .words = explore + "lost_update_right", .elapsed = true},
      {.name = "jobs/optimal/1", .words = explore + "families --test rmw -- 4 3", .elapsed = true},
      {.name = "jobs/optimal/2",
       .words = explore + "families --test rmw --jobs 2 -- 4 3",
       .elapsed = true},
      {.name = "jobs/random/1",
       .words = explore + "families --test rmw --strategy random --executions 200000 -- 3 3",
       .elapsed = true},
      {.name = "jobs/random/2",
       .words =
           explore + "families --test rmw --strategy random --executions 200000 --jobs 2 -- 3 3",
       .elapsed = true},
      {.name = "jobs/pct/1",
       .words = explore + "families --test rmw --strategy pct --executions 200000 -- 3 3",
       .elapsed = true},
      {.name = "jobs/pct/2",
       .words = explore + "families --test rmw --strategy pct --executions 200000 --jobs 2 -- 3 3",
       .elapsed = true},
  };
}

}  // namespace

void add_figures(const std::string& bin, bool smoke) {
  const auto add = [](const std::string& name, const auto& measure) {
    benchmark::RegisterBenchmark(name.c_str(), measure)
        ->UseManualTime()
        ->Iterations(1)
        ->Unit(benchmark::kMillisecond);
  };
  for (const char* what : {"reads", "writes", "sweeps", "atomics", "beside", "locks"}) {
    const long times = smoke ? 100 : std::strchr("abl", what[0]) != nullptr ? 20'000 : 20'000'000;
    const std::vector<std::string> words = {bin + "/benchmark_subject", what,
                                            std::to_string(times)};
    add("unmodified/" + words[1],
        [=](State& state) { subject(state, words, static_cast<double>(times), smoke); });
  }
  std::vector<SearchBenchmark> all = searches();
  const auto add_classes = [&](const std::string& family, const std::string& before, int n) {
    const std::string number = std::to_string(n);
    all.push_back({.name = "classes/" + family + "/" + number,
                   .words = "families --test " + family + " -- " + before + number});
  };
  for (const int n : {4, 6, 8, 10}) add_classes("rmw", "2 ", n);
  for (const int n : {4, 6, 8, 9}) add_classes("locks", "2 ", n);
  for (const int n : {5, 8, 11, 14}) add_classes("lastzero", "", n);
  for (const SearchBenchmark& benchmark_case : all) {
    add(benchmark_case.name, [=](State& state) { search(state, bin, benchmark_case, smoke); });
  }
}

}  // namespace benchmarks
