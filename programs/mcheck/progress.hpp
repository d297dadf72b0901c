// SPDX-License-Identifier: MIT
// One line on the terminal that tells how far a search is, and takes itself away.
#pragma once

#include <string>

#include "programs/mcheck/conversation.hpp"

namespace mcheck::command {

// How many executions there will be in all, and how long they will take: smoothed, because what has
// been seen of a search is no fair sample of the rest.
class Estimate {
 public:
  void see(const Standing& now);

  // 0: no idea. Never so few that more than 99 % would be done.
  [[nodiscard]] double executions() const { return executions_; }
  [[nodiscard]] double seconds_left() const { return seconds_left_; }

 private:
  double executions_ = 0;
  double seconds_left_ = 0;
};

// "12,345 of about 40,000 executions, 99,000 events, 9.8 s, 1,300 a second, about 22 s left"
[[nodiscard]] std::string progress_text(const Standing& now, const Estimate& estimate);

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
  void show(const Standing& now);

  bool wanted_;
  bool shown_ = false;
  double next_seconds_ = 0.5;  // a quick search needs no line
  Estimate estimate_;
};

}  // namespace mcheck::command
