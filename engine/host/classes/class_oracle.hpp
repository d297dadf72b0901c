// SPDX-License-Identifier: MIT
// What of an execution of a class test is a bug of the class: only what happens in no order of the
// same calls, one call at a time (the oracle of ConTeGe [PG12]).
//
//   results     linearizable [HW90]: some order of the calls gives them, and takes no call before
//               one that had returned when it began; other conditions on request
//               (options::condition)
//   exceptions  a type that no call throws in any order; a special case that has its own name
//   stuck       a deadlock, a livelock and the like, unless in some order the same calls have
//               returned, and no thread can make its next one
//   the rest    a failure of a kind that occurs in no order. A data race never has an explanation.
//
// If a call waits in some order, what it does meanwhile may be visible to other calls, and no order
// of whole calls shows that. Then orders in which it is split explain results and exceptions, too
// (split_calls.hpp), but not what is stuck: a request that is never completed is a lost wake-up.
// Where there are no such orders, results are judged on request only (options::linearizable_waits).
//
// Sound: calls in turns are executions of the test, too. Whatever an order explains is ignored,
// also if the concurrent execution fails for another reason.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "engine/host/classes/sequential_runs.hpp"
#include "engine/model/class_test.hpp"
#include "engine/search/driver/search.hpp"
#include "engine/search/strategy/transitions.hpp"

namespace mcheck {

class ClassOracle final : public CallJudge {
 public:
  // Runs the calls in every order first, if the subject is a class test. Judges all executions
  // while it lives.
  ClassOracle(const Subject& subject, const options& how);
  ClassOracle(const ClassOracle&) = delete;
  ClassOracle& operator=(const ClassOracle&) = delete;
  ~ClassOracle() override;

  // Why executions cannot be judged; empty: they can, or this is no class test.
  [[nodiscard]] const std::string& obstacle() const { return runs_.incomplete; }

  std::optional<Failure> judge(std::span<const mcheck_call_result> results) override;

  // Whether calls in some order fail so, too. REQUIRES: the execution has just failed.
  [[nodiscard]] bool explains(const Failure& failure, const Execution& execution) const;
  // An execution ended with a failure that is explained. What would have come after it is not
  // judged, unless it is stuck for ever.
  void note_explained(const Failure& failure);
  // Why the search has not judged everything; empty: it has.
  [[nodiscard]] std::string unjudged() const;

  // What the verdict does not include; empty: nothing.
  [[nodiscard]] std::string remark() const;

  // Judges each execution for its class, or for itself alone.
  void judge_class(bool whole) { judges_class_ = whole; }
  // The execution of a judged class in which no order explains the results; null: the one that was
  // judged.
  [[nodiscard]] const std::vector<Transition>* schedule_for(const Failure& failure) const;

 private:
  [[nodiscard]] bool judges_results() const {
    return judges_linearizability_ && (runs_.uncompared.empty() || judges_waiting_calls_);
  }
  [[nodiscard]] std::optional<Failure> judge_exceptions(
      std::span<const mcheck_call_result> results) const;

  [[nodiscard]] Failure unexplained(std::span<const mcheck_call_result> results,
                                    bool is_given) const;

  bool is_active_ = false;
  consistency condition_ = consistency::linearizable;
  bool judges_linearizability_ = true;
  bool judges_waiting_calls_ = false;
  bool judges_class_ = true;  // not if the search itself runs every schedule
  SequentialRuns runs_;
  bool has_explained_failure_ = false;  // that ended an execution early
  const std::set<CallOrder> no_orders_{};
  std::map<std::string, std::vector<Transition>> schedules_;  // by message
};

// Of the current exploration. Without a class test, nothing is explained and a failure is as found.
[[nodiscard]] bool is_explained_by_orders(const Failure& failure, const Execution& execution);
// With the schedule of the execution in which no order explains the results.
[[nodiscard]] FoundFailure found_in_class_test(FoundFailure found);

// While it lives, executions are judged for themselves alone.
class SingleExecutionJudgement {
 public:
  SingleExecutionJudgement();
  SingleExecutionJudgement(const SingleExecutionJudgement&) = delete;
  SingleExecutionJudgement& operator=(const SingleExecutionJudgement&) = delete;
  ~SingleExecutionJudgement();
};

// For a single execution.
struct ClassTestReplay {
  ClassTestReplay(const Subject& subject, const options& how) : oracle(subject, how) {}

  ClassOracle oracle;
  SingleExecutionJudgement judgement;
};

// The oracle of the current exploration; null: it explores no class test.
[[nodiscard]] ClassOracle* class_oracle();

}  // namespace mcheck
