// SPDX-License-Identifier: MIT
// Runs the kernels of a gate in parallel: those that failed last time first, each with its share of
// the remaining time.
#pragma once

#include <chrono>
#include <functional>
#include <list>
#include <string>
#include <vector>

#include "programs/mcheck/gate/gate_cache.hpp"
#include "programs/mcheck/gate/gate_status.hpp"
#include "programs/mcheck/gate/kernel_run.hpp"

namespace mcheck::command {

class GateRunner {
 public:
  using OnCaseEnd = std::function<void(const SuiteCase&)>;

  // `folder` is the base of relative program paths. The callback gets each case as it ends.
  GateRunner(const GateFile& gate, std::string folder, const Baseline& baseline, GateCache& cache,
             OnCaseEnd on_case_end);

  // Returns the cases in the order of the file.
  [[nodiscard]] std::vector<SuiteCase> run();

 private:
  struct Running {
    std::size_t kernel = 0;
    KernelRun run;
    double granted_seconds = 0;
    std::string key;
  };

  [[nodiscard]] std::vector<std::size_t> order() const;
  [[nodiscard]] double time_share(const Kernel& kernel, std::size_t waiting) const;
  // Starts a run, or finishes the case at once: with a cached result or an error.
  void start(std::size_t kernel, std::size_t waiting);
  [[nodiscard]] std::string key_of(const Kernel& kernel) const;
  // Whether the cache has a result, for any time limit.
  [[nodiscard]] bool is_cached(const Kernel& kernel) const;
  void wait() const;
  void collect_ended();
  void end(std::size_t kernel, std::vector<Result> results, const std::string& error);
  // The arguments after `mcheck`, without --time.
  [[nodiscard]] std::vector<std::string> words_of(const Kernel& kernel) const;
  // Returns the number of tests. Throws UsageError if the search does not find the program's
  // canary.
  [[nodiscard]] std::size_t count_tests_after_canary(const Kernel& kernel) const;

  const GateFile& gate_;
  std::string folder_;
  const Baseline& baseline_;
  GateCache& cache_;
  OnCaseEnd on_case_end_;
  std::chrono::steady_clock::time_point begin_;
  unsigned jobs_ = 1;
  std::vector<SuiteCase> cases_;
  std::vector<bool> cached_;  // by kernel, when the gate started
  std::list<Running> running_;
};

}  // namespace mcheck::command
