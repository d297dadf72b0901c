// SPDX-License-Identifier: MIT
// Runs the kernels of a gate in parallel: those that failed last time first, each with its share of
// the remaining time.
#pragma once

#include <chrono>
#include <functional>
#include <list>
#include <string>
#include <vector>

#include "programs/mcheck/gate_cache.hpp"
#include "programs/mcheck/gate_judge.hpp"
#include "programs/mcheck/kernel_run.hpp"

namespace mcheck::command {

class GateRunner {
 public:
  using Tell = std::function<void(const SuiteCase&)>;

  // `folder` is the base of relative program paths. The callback gets each case as it ends.
  GateRunner(const GateFile& gate, std::string folder, const Baseline& baseline, GateCache& cache,
             Tell tell);

  // Returns the cases in the order of the file.
  [[nodiscard]] std::vector<SuiteCase> run();

 private:
  struct Running {
    std::size_t kernel = 0;
    KernelRun run;
    double given = 0;
    std::string key;
  };

  [[nodiscard]] std::vector<std::size_t> order() const;
  [[nodiscard]] double share(const Kernel& kernel, std::size_t waiting) const;
  // Starts a run, or finishes the case at once: with a cached result or an error.
  void start(std::size_t kernel, std::size_t waiting);
  [[nodiscard]] std::string key_of(const Kernel& kernel) const;
  // Whether the cache has a result, for any time limit.
  [[nodiscard]] bool is_answered(const Kernel& kernel) const;
  void wait() const;
  void take_ended();
  void end(std::size_t kernel, std::vector<Result> results, const std::string& trouble);
  // The arguments after `mcheck`, without --time.
  [[nodiscard]] std::vector<std::string> words_of(const Kernel& kernel) const;
  // Returns the number of tests. Throws UsageError if the search does not find the program's
  // canary.
  [[nodiscard]] std::size_t examine(const Kernel& kernel) const;

  const GateFile& gate_;
  std::string folder_;
  const Baseline& baseline_;
  GateCache& cache_;
  Tell tell_;
  std::chrono::steady_clock::time_point begin_;
  unsigned jobs_ = 1;
  std::vector<SuiteCase> cases_;
  std::vector<bool> answered_;  // by kernel, when the gate started
  std::list<Running> running_;
};

}  // namespace mcheck::command
