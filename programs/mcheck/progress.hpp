// SPDX-License-Identifier: MIT
// How far a search is: one line on the terminal that takes itself away, or, where there is none, a
// line at times that double. On standard error: standard output is for the report.
#pragma once

#include <string>

#include "engine/trace/estimate.hpp"
#include "programs/mcheck/conversation.hpp"

namespace mcheck::command {

// How many executions there will be in all, and how long they will take: smoothed, because what has
// been seen of a search is no fair sample of the rest.
class Estimate {
 public:
  void see(const SearchProgress& now);

  // 0: no idea. Never so few that more than 99 % would be done.
  [[nodiscard]] double executions() const { return executions_; }
  [[nodiscard]] double seconds_left() const { return seconds_left_; }
  // Between what they lie. REQUIRES: there is an idea.
  [[nodiscard]] EstimatedRange range() const { return estimated_range(done_, executions_, kind_); }
  [[nodiscard]] double seconds_left_for(double executions) const;
  // Of all executions, those that it rests on.
  [[nodiscard]] double share() const { return done_ / executions_; }

 private:
  double done_ = 0;
  double executions_ = 0;
  double seconds_left_ = 0;
  EstimateKind kind_ = EstimateKind::kUsual;
};

// "12,345 of about 40,000 executions, 1,300 a second, 17 steps, bound 2, 4 workers, 9.8 s, about 22
// s left"; while that is uncertain: "300 of 4,800 to 120,000 executions, …, 3 s to 2 min left,
// judged by 1.2% of them", or "300 of 900 or more executions, …, 3 s or more left". A bound below 0
// is none.
[[nodiscard]] std::string progress_text(const SearchProgress& now, const Estimate& estimate,
                                        int bound);

// The same, and when it will be done, if that is within a day and certain; in so many columns, with
// what matters least left out.
[[nodiscard]] std::string progress_line(const SearchProgress& now, const Estimate& estimate,
                                        int bound, std::size_t room = std::string::npos);

// "14:03", or of another day "Tue 14:03": when it will be so many seconds later.
[[nodiscard]] std::string clock_text(double seconds_from_now);

// The times at which a log gets a line: after 10 s, 20 s, 40 s …
class LogTimes {
 public:
  [[nodiscard]] bool is_due(double seconds);

 private:
  double next_ = 10;
};

enum class ProgressPlace { kNowhere, kLine, kLog };

// The line would be in the way of what the program prints, and a terminal that knows no escapes
// could not take it away.
[[nodiscard]] ProgressPlace place_for_progress(bool quiet, bool verbose);

class ProgressLine {
 public:
  ProgressLine(ProgressPlace place, int bound) : place_(place), bound_(bound) {}
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // Valid as long as this lives.
  [[nodiscard]] Progress callback();
  void clear();

 private:
  void show(const SearchProgress& now);

  ProgressPlace place_;
  int bound_;
  bool shown_ = false;
  double next_seconds_ = 0.5;  // a quick search needs no line
  LogTimes log_times_;
  Estimate estimate_;
};

}  // namespace mcheck::command
