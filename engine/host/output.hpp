// SPDX-License-Identifier: MIT
// What the program prints in one execution, for the report. In all others it prints to nowhere.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdio>
#include <string>
#include <vector>

#include "engine/runtime/machine.hpp"

namespace mcheck {

// While it lives, standard output and standard error go to one file in memory, so that their order
// is kept. Where there is no such file, they go where they went before.
class CapturedOutput final : public Surroundings {
 public:
  explicit CapturedOutput(Machine& machine);
  ~CapturedOutput() override;
  CapturedOutput(const CapturedOutput&) = delete;
  CapturedOutput& operator=(const CapturedOutput&) = delete;

  void note() override;
  void take_back() override;

  // What was printed so far, with what the program's buffer of standard output still holds; of long
  // output the beginning. REQUIRES: the execution has ended, and its memory was not put back yet.
  [[nodiscard]] std::string text();

  // All of it, to where it would have gone.
  void release();

 private:
  Machine& machine_;
  // Before a step that is tried: how much was written, and what the buffer holds.
  off_t written_ = 0;
  std::vector<std::byte> stream_;
  std::vector<std::byte> buffer_;
  int file_ = -1;
  int kept_[2] = {-1, -1};
};

}  // namespace mcheck
