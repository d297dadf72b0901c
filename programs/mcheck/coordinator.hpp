// SPDX-License-Identifier: MIT
// A search by several processes. The coordinator explores nothing: it hands out parts of the
// search, adds up what the workers commit, and sees to it that those who have nothing to do get
// something from those who have. What a worker had not committed when it died is done again by
// another, so that every execution counts once, whatever becomes of whom.
//
// Idea     A part is a line of text that only the strategy understands (search/strategy.hpp).
//          Parts that nobody works on wait in a queue; idle workers take from it, and when it is
//          empty a busy one is asked to give something away.
// Limits   A strategy without parts that draws lots is run with another seed in each worker.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/trace/result.hpp"
#include "engine/trace/schedule.hpp"
#include "programs/mcheck/ledger.hpp"
#include "programs/mcheck/worker.hpp"

namespace mcheck::command {

struct Plan {
  Call call;                                     // what every worker is asked
  Schedule subject;                              // program, test, arguments and options
  unsigned jobs = 1;                             // workers
  bool by_seeds = false;                         // otherwise by parts
  double seconds_before = 0;                     // of the time that is allowed, used up before
  std::function<void(const Ledger&)> keep = {};  // about every second; may be empty
};

class Coordinator {
 public:
  Coordinator(const Plan& plan, Ledger ledger);

  // Searches to the end, or to a limit. Throws UsageError and InternalError.
  [[nodiscard]] Result run();
  // Afterwards: whether the result is worth nothing, as more of freed memory is to be had again.
  [[nodiscard]] bool begins_anew() const { return over_ == Over::kReuse; }
  [[nodiscard]] const Ledger& ledger() const { return ledger_; }

 private:
  enum class Over {
    kNotYet,
    kDone,
    kExecutions,
    kFailures,
    kLimits,
    kSeconds,
    kInterrupted,
    kReuse,
    kBroken
  };

  [[nodiscard]] Over why_over() const;
  [[nodiscard]] bool is_all_done() const;
  [[nodiscard]] bool has_to_begin_anew() const;
  [[nodiscard]] bool nobody_may_go_on() const;
  [[nodiscard]] bool has_enough_failures() const;
  [[nodiscard]] bool has_enough_limits() const;

  void hire();
  void deal();
  void feed(Worker& worker);
  void ask_for_more(std::size_t hungry);
  void listen(int wait_ms);
  void bury(std::size_t nth);
  [[nodiscard]] bool was_an_accident(const Worker& worker, const Ending& ending);
  void take(const Commit& commit);
  void keep_if_due();
  void keep_now();
  void show() const;
  void wind_up();

  [[nodiscard]] bool is_limited() const { return plan_.call.request.search.executions > 0; }
  [[nodiscard]] std::uint64_t executions_to_grant() const;
  [[nodiscard]] std::uint64_t next_grant() const;
  [[nodiscard]] Ledger ledger_now() const;
  [[nodiscard]] double seconds() const;
  [[nodiscard]] Result result();
  void judge(Result& result) const;
  [[nodiscard]] std::string why_ended() const;
  [[nodiscard]] std::string stopped_after_executions() const;

  using Clock = std::chrono::steady_clock;

  const Plan& plan_;
  Ledger ledger_;        // of what was committed; what is left stands here only when it begins
  const Counts before_;  // what earlier runs of the command did
  Over over_ = Over::kNotYet;
  std::deque<Beginning> beginnings_;
  std::deque<std::string> queue_;  // parts that nobody has
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<std::vector<std::uint16_t>> deaths_;  // the schedules at which workers were killed
  std::size_t deaths_in_a_row_ = 0;                 // since somebody got anything done
  bool program_died_ = false;
  Clock::time_point started_ = Clock::now();
  Clock::time_point kept_{};
  double keep_seconds_ = 0;
};

}  // namespace mcheck::command
