// SPDX-License-Identifier: MIT
// One kernel of a gate, run by an mcheck of its own: whatever happens in it happens to it alone.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>
#include <vector>

#include "engine/trace/result.hpp"
#include "programs/mcheck/file_descriptor.hpp"

namespace mcheck::command {

class KernelRun {
 public:
  // Words as behind `mcheck`, `--json` apart; started in that folder. At most so long, or it is
  // ended. Throws InternalError where no process can be had.
  KernelRun(std::vector<std::string> words, const std::string& folder, double seconds);
  ~KernelRun();  // ends what still runs
  KernelRun(KernelRun&& other) noexcept;
  KernelRun& operator=(KernelRun&&) = delete;

  // Becomes readable when it has ended.
  [[nodiscard]] int descriptor() const { return ending_.get(); }
  // Whether it has ended; ends it when its time is long up.
  [[nodiscard]] bool done();
  // Asks for the verdict so far.
  void interrupt() const;

  // REQUIRES: done(). What it found; or nothing, and what it said instead.
  [[nodiscard]] std::vector<Result> results() const;
  [[nodiscard]] std::string trouble() const;
  [[nodiscard]] double seconds() const { return seconds_; }

 private:
  using Clock = std::chrono::steady_clock;

  pid_t process_ = -1;
  FileDescriptor ending_;
  std::string files_;  // a folder of its own, for what it writes
  Clock::time_point started_;
  double limit_ = 0;
  double seconds_ = 0;
  int status_ = 0;
  bool ended_by_us_ = false;
};

}  // namespace mcheck::command
