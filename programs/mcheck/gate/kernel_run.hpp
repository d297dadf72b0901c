// SPDX-License-Identifier: MIT
// Runs one kernel of a gate in an mcheck process of its own, so that a crash affects only that
// kernel.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>
#include <vector>

#include "engine/trace/results/result.hpp"
#include "programs/mcheck/supervise/file_descriptor.hpp"

namespace mcheck::command {

struct KernelOutcome {
  std::vector<Result> results;
  // Of a class: the program that runs its tests, relative to the gate's folder; and if no violation
  // was found, what was covered. Then there are no results.
  std::string program{};
  std::string coverage{};

  [[nodiscard]] bool is_empty() const { return results.empty() && coverage.empty(); }
};

class KernelRun {
 public:
  // `words` are the arguments after `mcheck`, without --json; the process starts in `folder` and is
  // killed after the time limit. Throws InternalError if no process can be created.
  KernelRun(std::vector<std::string> words, const std::string& folder, double seconds);
  ~KernelRun();  // kills a running process
  KernelRun(KernelRun&& other) noexcept;
  KernelRun& operator=(KernelRun&&) = delete;

  // A pidfd: readable when the process has ended.
  [[nodiscard]] int descriptor() const { return pidfd_.get(); }
  // Whether the process has ended. Kills it if it exceeds its limit by far.
  [[nodiscard]] bool has_ended();
  // Requests the verdict so far.
  void interrupt() const;

  // REQUIRES: has_ended(). The outcome; or an empty one, and then the error message.
  [[nodiscard]] KernelOutcome outcome() const;
  [[nodiscard]] std::string error() const;
  [[nodiscard]] double seconds() const { return seconds_; }

 private:
  using Clock = std::chrono::steady_clock;

  pid_t process_ = -1;
  FileDescriptor pidfd_;
  std::string output_folder_;  // temporary, for output files
  Clock::time_point started_;
  double limit_ = 0;
  double seconds_ = 0;
  int status_ = 0;
  bool timed_out_ = false;
};

}  // namespace mcheck::command
