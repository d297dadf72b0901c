// SPDX-License-Identifier: MIT
#include "programs/mcheck/results/progress.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <iostream>
#include <vector>

#include "visualize/model/wording.hpp"

namespace mcheck::command {
namespace {

constexpr double kMaxDoneShare = 0.99;  // before the search ends
constexpr double kSmoothing = 0.2;      // weight of the newest value

double smoothed(double before, double now) {
  return before == 0 ? now : before + kSmoothing * (now - before);
}

// Columns of the terminal: a longer text would wrap and could not be erased. Reserves columns for
// the ^C that the terminal echoes.
std::size_t usable_columns() {
  constexpr unsigned kCtrlC = 2;
  winsize size = {};
  const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > kCtrlC + 1;
  return known ? size.ws_col - kCtrlC - 1U : std::string::npos;
}

bool supports_escapes() {
  const char* terminal = std::getenv("TERM");
  return terminal != nullptr && *terminal != '\0' && std::strcmp(terminal, "dumb") != 0;
}

// One part of the line. If there are too few columns, parts of the highest rank are left out first.
struct ProgressPart {
  int rank;
  std::string text;
};

std::string joined_parts(const std::vector<ProgressPart>& parts, int most) {
  std::string text;
  for (const ProgressPart& part : parts) {
    if (part.rank > most || part.text.empty()) continue;
    text += (text.empty() ? "" : ", ") + part.text;
  }
  return text;
}

constexpr int kLastRank = 9;

// "about 40,000", or "4,800 to 120,000"
std::string total_text(const Estimate& estimate) {
  const EstimatedRange range = estimate.range();
  if (range.is_narrow()) return "about " + approximate(estimate.executions());
  if (!range.is_bounded_above()) return approximate(range.least) + " or more";
  return approximate(range.least) + " to " + approximate(range.most);
}

std::string remaining_text(const Estimate& estimate) {
  const EstimatedRange range = estimate.range();
  if (range.is_narrow()) return approximate_seconds(estimate.seconds_left());
  const std::string least = approximate_seconds(estimate.seconds_left_for(range.least));
  if (!range.is_bounded_above()) return least + " or more";
  return least + " to " + approximate_seconds(estimate.seconds_left_for(range.most));
}

std::vector<ProgressPart> parts_of(const SearchProgress& now, const Estimate& estimate, int bound) {
  const bool estimated = estimate.executions() > 0;
  std::vector<ProgressPart> parts = {
      {0, estimated ? grouped(now.executions) + " of " + total_text(estimate) + " executions"
                    : counted(now.executions, "execution")}};
  if (now.classes > 0) {
    parts.push_back({5, grouped(now.classes) + (now.classes == 1 ? " class" : " classes")});
  }
  parts.push_back({4, rate_text(now.executions - now.executions_before, now.seconds)});
  if (now.depth > 0) parts.push_back({8, counted(now.depth, "choice") + " deep"});
  if (bound >= 0) parts.push_back({6, "bound " + std::to_string(bound)});
  if (now.workers > 1) parts.push_back({7, std::to_string(now.workers) + " workers"});
  parts.push_back({estimated ? 3 : 1, seconds_text(now.seconds)});
  if (!estimated) return parts;
  const char* sign = estimate.range().is_narrow() ? "about " : "";
  parts.push_back({1, sign + remaining_text(estimate) + " left"});
  if (!estimate.range().is_narrow()) {
    parts.push_back({2, "judged by " + approximate_percent(estimate.share()) + " of them"});
  }
  return parts;
}

bool is_end_certain(const Estimate& estimate) {
  constexpr double kDay = 86400;
  return estimate.executions() > 0 && estimate.range().is_narrow() &&
         estimate.seconds_left() < kDay;
}

}  // namespace

void Estimate::update(const SearchProgress& now) {
  const double mass = std::min(now.mass, kMaxDoneShare);
  const double gained = mass - now.mass_before;
  if (mass <= 0 || gained <= 0) return;
  const auto done = static_cast<double>(now.executions);
  done_ = std::max(done, 1.0);
  kind_ = now.kind;
  executions_ = std::max(smoothed(executions_, done / mass), done / kMaxDoneShare);
  seconds_left_ = smoothed(seconds_left_, now.seconds * (1 - mass) / gained);
}

double Estimate::seconds_left_for(double executions) const {
  const double left = executions_ - done_;
  return left <= 0 ? seconds_left_ : seconds_left_ * (executions - done_) / left;
}

std::string progress_text(const SearchProgress& now, const Estimate& estimate, int bound) {
  return joined_parts(parts_of(now, estimate, bound), kLastRank);
}

std::string progress_line(const SearchProgress& now, const Estimate& estimate, int bound,
                          std::size_t columns) {
  std::vector<ProgressPart> parts = parts_of(now, estimate, bound);
  if (is_end_certain(estimate)) parts.push_back({2, "done " + clock_text(estimate.seconds_left())});
  for (int most = kLastRank; most > 0; --most) {
    std::string text = joined_parts(parts, most);
    if (text.size() <= columns) return text;
  }
  std::string least = grouped(now.executions);
  if (estimate.executions() > 0) {
    least += " of " + total_text(estimate);
    const std::string left = ", " + remaining_text(estimate) + " left";
    if (least.size() + left.size() <= columns) return least + left;
  }
  return least.substr(0, columns);
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

bool LogSchedule::is_due(double seconds) {
  if (seconds < next_) return false;
  while (next_ <= seconds) next_ *= 2;
  return true;
}

ProgressTarget progress_target(bool quiet, bool verbose) {
  if (quiet) return ProgressTarget::kNone;
  const bool line = isatty(STDERR_FILENO) != 0 && supports_escapes() && !verbose;
  return line ? ProgressTarget::kLine : ProgressTarget::kLog;
}

ProgressCallback ProgressLine::callback() {
  if (target_ == ProgressTarget::kNone) return {};
  return [this](const SearchProgress& now) { show(now); };
}

void ProgressLine::show(const SearchProgress& now) {
  constexpr double kEverySeconds = 0.2;
  if (now.seconds < next_seconds_) return;
  next_seconds_ = now.seconds + kEverySeconds;
  estimate_.update(now);
  if (target_ == ProgressTarget::kLog) {
    if (log_schedule_.is_due(now.seconds)) {
      std::cerr << "mcheck: " << progress_line(now, estimate_, bound_) << "\n" << std::flush;
    }
    return;
  }
  shown_ = true;
  std::cerr << "\r\x1b[K" << progress_line(now, estimate_, bound_, usable_columns()) << std::flush;
}

void ProgressLine::clear() {
  if (shown_) std::cerr << "\r\x1b[K" << std::flush;
  shown_ = false;
}

}  // namespace mcheck::command
