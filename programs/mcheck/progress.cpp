// SPDX-License-Identifier: MIT
#include "programs/mcheck/progress.hpp"

#include <unistd.h>

#include <algorithm>
#include <iostream>

#include "visualize/words.hpp"

namespace mcheck::command {
namespace {

constexpr double kMostDone = 0.99;  // before the end
constexpr double kNewShare = 0.2;   // of what is seen now in what is said

double smoothed(double before, double now) {
  return before == 0 ? now : before + kNewShare * (now - before);
}

}  // namespace

void Estimate::see(const Standing& now) {
  const double mass = std::min(now.mass, kMostDone);
  const double gained = mass - now.mass_before;
  if (mass <= 0 || gained <= 0) return;
  const auto done = static_cast<double>(now.executions);
  executions_ = std::max(smoothed(executions_, done / mass), done / kMostDone);
  seconds_left_ = smoothed(seconds_left_, now.seconds * (1 - mass) / gained);
}

std::string progress_text(const Standing& now, const Estimate& estimate) {
  const bool estimated = estimate.executions() > 0;
  const std::string executions = estimated ? grouped(now.executions) + " of about " +
                                                 about(estimate.executions()) + " executions"
                                           : counted(now.executions, "execution");
  const std::string rate = rate_text(now.executions - now.executions_before, now.seconds);
  return executions + ", " + counted(now.events, "event") + ", " + seconds_text(now.seconds) +
         (rate.empty() ? "" : ", " + rate) +
         (estimated ? ", about " + about_seconds(estimate.seconds_left()) + " left" : "");
}

ProgressLine::ProgressLine(bool wanted) : wanted_(wanted && isatty(STDERR_FILENO) != 0) {}

Progress ProgressLine::callback() {
  if (!wanted_) return {};
  return [this](const Standing& now) { show(now); };
}

void ProgressLine::show(const Standing& now) {
  constexpr double kEverySeconds = 0.2;
  if (now.seconds < next_seconds_) return;
  next_seconds_ = now.seconds + kEverySeconds;
  shown_ = true;
  estimate_.see(now);
  std::cerr << "\r\x1b[K" << progress_text(now, estimate_) << std::flush;
}

void ProgressLine::clear() {
  if (shown_) std::cerr << "\r\x1b[K" << std::flush;
  shown_ = false;
}

}  // namespace mcheck::command
