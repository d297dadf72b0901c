// SPDX-License-Identifier: MIT
#include "programs/mcheck/progress.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <iostream>

#include "visualize/words.hpp"

namespace mcheck::command {
namespace {

constexpr double kMostDone = 0.99;  // before the end
constexpr double kNewShare = 0.2;   // of what is seen now in what is said

double smoothed(double before, double now) {
  return before == 0 ? now : before + kNewShare * (now - before);
}

// What does not fit into a row could not be taken away. All of it is ASCII.
std::string one_row(const std::string& text) {
  winsize size = {};
  const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
  return known ? text.substr(0, size.ws_col - 1U) : text;
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

std::string progress_text(const Standing& now, const Estimate& estimate, int bound) {
  const bool estimated = estimate.executions() > 0;
  std::string text = estimated ? grouped(now.executions) + " of about " +
                                     about(estimate.executions()) + " executions"
                               : counted(now.executions, "execution");
  if (now.classes > 0) text += ", " + grouped(now.classes) + " different";
  const std::string rate = rate_text(now.executions - now.executions_before, now.seconds);
  if (!rate.empty()) text += ", " + rate;
  if (now.depth > 0) text += ", " + counted(now.depth, "choice") + " deep";
  if (bound >= 0) text += ", bound " + std::to_string(bound);
  if (now.workers > 1) text += ", " + std::to_string(now.workers) + " workers";
  text += ", " + seconds_text(now.seconds);
  return text + (estimated ? ", about " + about_seconds(estimate.seconds_left()) + " left" : "");
}

std::string clock_text(double seconds_from_now) {
  const std::time_t now = std::time(nullptr);
  const std::time_t then = now + static_cast<std::time_t>(seconds_from_now);
  std::tm today = {};
  std::tm day = {};
  localtime_r(&now, &today);
  localtime_r(&then, &day);
  const bool same = today.tm_year == day.tm_year && today.tm_yday == day.tm_yday;
  char text[64];
  const std::size_t size =
      std::strftime(text, sizeof text, same ? "%H:%M" : "%a %e %b, %H:%M", &day);
  return {text, size};
}

bool LogTimes::is_due(double seconds) {
  if (seconds < next_) return false;
  while (next_ <= seconds) next_ *= 2;
  return true;
}

ProgressPlace place_for_progress(bool quiet, bool verbose) {
  if (quiet) return ProgressPlace::kNowhere;
  return isatty(STDERR_FILENO) != 0 && !verbose ? ProgressPlace::kLine : ProgressPlace::kLog;
}

Progress ProgressLine::callback() {
  if (place_ == ProgressPlace::kNowhere) return {};
  return [this](const Standing& now) { show(now); };
}

// A guess that is more than a year off is none.
std::string ProgressLine::text(const Standing& now) const {
  constexpr double kYear = 365.0 * 86400;
  const double left = estimate_.seconds_left();
  const bool known = estimate_.executions() > 0 && left < kYear;
  return progress_text(now, estimate_, bound_) + (known ? ", done " + clock_text(left) : "");
}

void ProgressLine::show(const Standing& now) {
  constexpr double kEverySeconds = 0.2;
  if (now.seconds < next_seconds_) return;
  next_seconds_ = now.seconds + kEverySeconds;
  estimate_.see(now);
  if (place_ == ProgressPlace::kLog) {
    if (log_times_.is_due(now.seconds)) std::cerr << "mcheck: " << text(now) << "\n" << std::flush;
    return;
  }
  shown_ = true;
  std::cerr << "\r\x1b[K" << one_row(text(now)) << std::flush;
}

void ProgressLine::clear() {
  if (shown_) std::cerr << "\r\x1b[K" << std::flush;
  shown_ = false;
}

}  // namespace mcheck::command
