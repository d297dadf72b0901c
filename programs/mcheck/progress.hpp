// SPDX-License-Identifier: MIT
// One line on the terminal that tells how far a search is, and takes itself away.
#pragma once

#include "programs/mcheck/conversation.hpp"

namespace mcheck::command {

class ProgressLine {
 public:
  // Shows nothing unless standard error is a terminal.
  explicit ProgressLine(bool wanted);
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // Valid as long as this lives.
  [[nodiscard]] Progress callback();
  void clear();

 private:
  void show(std::uint64_t executions, std::uint64_t events, double seconds);

  bool wanted_;
  bool shown_ = false;
  double next_seconds_ = 0.5;  // a quick search needs no line
};

}  // namespace mcheck::command
