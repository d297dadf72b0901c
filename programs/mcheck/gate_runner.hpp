// SPDX-License-Identifier: MIT
// Runs the kernels of a gate: some at once, those that failed last time first, each with its share
// of the time that is left.
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

  // Programs are found from the folder. Tells of each kernel as it ends.
  GateRunner(const GateFile& gate, std::string folder, const Baseline& baseline, GateCache& cache,
             Tell tell);

  // The cases in the order of the file.
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
  // Or ends it at once: its answer is there already, or there will be none.
  void start(std::size_t kernel, std::size_t waiting);
  [[nodiscard]] std::string key_of(const Kernel& kernel) const;
  // By the cache, however much time it may have.
  [[nodiscard]] bool is_answered(const Kernel& kernel) const;
  void wait() const;
  void take_ended();
  void end(std::size_t kernel, std::vector<Result> results, const std::string& trouble);
  // As behind `mcheck`, but for the time.
  [[nodiscard]] std::vector<std::string> words_of(const Kernel& kernel) const;
  // How many tests the kernel is of. Throws UsageError: its program cannot be believed.
  [[nodiscard]] std::size_t examine(const Kernel& kernel) const;

  const GateFile& gate_;
  std::string folder_;
  const Baseline& baseline_;
  GateCache& cache_;
  Tell tell_;
  std::chrono::steady_clock::time_point begin_;
  unsigned jobs_ = 1;
  std::vector<SuiteCase> cases_;
  std::vector<bool> answered_;  // by kernel, as the gate begins
  std::list<Running> running_;
};

}  // namespace mcheck::command
