// SPDX-License-Identifier: MIT
// Runs the kernels of a gate in parallel: those that failed last time first, each with its share of
// the remaining time.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <list>
#include <string>
#include <vector>

#include "programs/mcheck/gate/gate_cache.hpp"
#include "programs/mcheck/gate/gate_status.hpp"
#include "programs/mcheck/gate/kernel_run.hpp"
#include "programs/mcheck/search/program_client.hpp"

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
    std::string key;  // of a header's class: only when it has ended
    std::filesystem::file_time_type started;
  };

  [[nodiscard]] std::vector<std::size_t> order() const;
  [[nodiscard]] double time_share(const Kernel& kernel, std::size_t waiting) const;
  // Starts a run, or finishes the case at once: with a cached result or an error.
  void start(std::size_t kernel, std::size_t waiting);
  [[nodiscard]] std::string key_of(const Kernel& kernel) const;
  // Of a class that this program tests; "" if what it was compiled from is unknown, or has changed
  // since then.
  [[nodiscard]] std::string key_of_class(const Kernel& kernel, const std::string& program,
                                         std::filesystem::file_time_type then) const;
  // Whether the cache has a result, for any time limit.
  [[nodiscard]] bool is_cached(const Kernel& kernel) const;
  void wait() const;
  void collect_ended();
  void end(std::size_t kernel, KernelOutcome outcome, const std::string& error);
  // The arguments after `mcheck`, without --time.
  [[nodiscard]] std::vector<std::string> words_of(const Kernel& kernel) const;
  // Searches the program's canary. Throws UsageError if it is not found.
  [[nodiscard]] ProgramInfo require_canary(const std::string& program) const;
  // What went wrong, or "".
  [[nodiscard]] std::string error_of(const Running& ended, const KernelOutcome& outcome) const;

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
