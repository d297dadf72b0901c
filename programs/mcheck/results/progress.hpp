// SPDX-License-Identifier: MIT
// Shows the progress of a search on standard error: one line that is overwritten and finally
// erased, or, without a terminal, a log with lines at doubling intervals. Standard output is for
// the report.
#pragma once

#include <string>

#include "engine/trace/results/estimate.hpp"
#include "programs/mcheck/supervise/protocol_session.hpp"

namespace mcheck::command {

// Estimates the total number of executions and the remaining time. Smoothed, because the explored
// part of a search is not a random sample of it.
class Estimate {
 public:
  void update(const SearchProgress& now);

  // 0: unknown. Always larger than the executions so far: at most 99 % are done.
  [[nodiscard]] double executions() const { return executions_; }
  [[nodiscard]] double seconds_left() const { return seconds_left_; }
  // The interval of the estimate. REQUIRES: executions() > 0.
  [[nodiscard]] EstimatedRange range() const { return estimated_range(done_, executions_, kind_); }
  [[nodiscard]] double seconds_left_for(double executions) const;
  // The explored share of the estimated executions.
  [[nodiscard]] double share() const { return done_ / executions_; }

 private:
  double done_ = 0;
  double executions_ = 0;
  double seconds_left_ = 0;
  EstimateKind kind_ = EstimateKind::kUsual;
};

// "12,345 of about 40,000 executions, 1,300 a second, 17 steps, bound 2, 4 workers, 9.8 s, about 22
// s left"; while the estimate is uncertain: "300 of 4,800 to 120,000 executions, …, 3 s to 2 min
// left, judged by 1.2% of them", or "300 of 900 or more executions, …, 3 s or more left". A
// negative bound means none.
[[nodiscard]] std::string progress_text(const SearchProgress& now, const Estimate& estimate,
                                        int bound);

// The same with the expected end, if that is certain and within a day. If it does not fit into the
// columns, the least important parts are left out.
[[nodiscard]] std::string progress_line(const SearchProgress& now, const Estimate& estimate,
                                        int bound, std::size_t columns = std::string::npos);

// The time of day after that many seconds: "14:03", on another day "Tue 14:03".
[[nodiscard]] std::string clock_text(double seconds_from_now);

// The times of log lines: after 10 s, 20 s, 40 s …
class LogSchedule {
 public:
  [[nodiscard]] bool is_due(double seconds);

 private:
  double next_ = 10;
};

enum class ProgressTarget { kNone, kLine, kLog };

// A line would mix with the program's output, and needs a terminal that supports escapes.
[[nodiscard]] ProgressTarget progress_target(bool quiet, bool verbose);

class ProgressLine {
 public:
  ProgressLine(ProgressTarget target, int bound) : target_(target), bound_(bound) {}
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // The callback refers to this object.
  [[nodiscard]] ProgressCallback callback();
  void clear();

 private:
  void show(const SearchProgress& now);

  ProgressTarget target_;
  int bound_;
  bool shown_ = false;
  double next_seconds_ = 0.5;  // a quick search shows no line
  LogSchedule log_schedule_;
  Estimate estimate_;
};

}  // namespace mcheck::command
