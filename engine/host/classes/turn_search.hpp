// SPDX-License-Identifier: MIT
// Runs the calls of a class test in turns, in every order. Its executions say what is right, and
// are not judged. Owners of locks, recursive locks and thread-locals mean what they mean in the
// concurrent test, as each call runs in its own thread.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "engine/host/classes/sequential_runs.hpp"
#include "engine/model/class_test.hpp"
#include "engine/search/execution/execution.hpp"
#include "engine/search/strategy/strategy.hpp"

namespace mcheck {

// Takes what the calls gave back, and each execution.
class TurnRecorder : public CallJudge {
 public:
  explicit TurnRecorder(SequentialRuns& runs) : runs_(runs) {}

  std::optional<Failure> judge(std::span<const mcheck_call_result> results) final;
  void end_execution(const Execution& execution, Ending ending,
                     const std::optional<Failure>& failure);

 protected:
  // The results are null if the execution did not come to its end, or failed.
  virtual void add(const Execution& execution, const std::optional<Failure>& failure,
                   const CallResults* results) = 0;

  SequentialRuns& runs_;  // NOLINT: of all recorders

 private:
  std::optional<CallResults> results_;
};

// Why these are not all executions; "": they are.
[[nodiscard]] std::string search_turns(const Subject& subject, const options& how, Turns turns,
                                       TurnRecorder& recorder);

}  // namespace mcheck
