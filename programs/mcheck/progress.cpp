// SPDX-License-Identifier: MIT
#include "programs/mcheck/progress.hpp"

#include <unistd.h>

#include <iostream>

#include "visualize/words.hpp"

namespace mcheck::command {

ProgressLine::ProgressLine(bool wanted) : wanted_(wanted && isatty(STDERR_FILENO) != 0) {}

Progress ProgressLine::callback() {
  if (!wanted_) return {};
  return [this](std::uint64_t executions, std::uint64_t events, double seconds) {
    show(executions, events, seconds);
  };
}

void ProgressLine::show(std::uint64_t executions, std::uint64_t events, double seconds) {
  constexpr double kEverySeconds = 0.2;
  if (seconds < next_seconds_) return;
  next_seconds_ = seconds + kEverySeconds;
  shown_ = true;
  const std::string rate = rate_text(executions, seconds);
  std::cerr << "\r\x1b[K" << counted(executions, "execution") << ", " << counted(events, "event")
            << ", " << seconds_text(seconds) << (rate.empty() ? "" : ", " + rate) << std::flush;
}

void ProgressLine::clear() {
  if (shown_) std::cerr << "\r\x1b[K" << std::flush;
  shown_ = false;
}

}  // namespace mcheck::command
