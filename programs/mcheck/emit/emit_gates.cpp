// SPDX-License-Identifier: MIT
#include "programs/mcheck/emit/emit_gates.hpp"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <set>

#include "engine/base/utf8.hpp"
#include "engine/trace/failures/failure_id.hpp"
#include "programs/mcheck/cli/diagnostic.hpp"
#include "programs/mcheck/emit/gates_text.hpp"
#include "programs/mcheck/emit/minimal_orders.hpp"
#include "programs/mcheck/emit/test_text.hpp"
#include "programs/mcheck/results/report.hpp"
#include "visualize/model/wording.hpp"

namespace mcheck::command {
namespace {

// Far more than what a schedule leaves open if it forces a failure.
constexpr std::uint64_t kMaxExecutionsOfAttempt = 5'000;
constexpr double kMaxSecondsOfAttempt = 3;

constexpr const char* kAttempt = "the orders tried";

bool same_failure(const FailureReport& a, const FailureReport& b) {
  const bool has_fixed_message = a.kind == FailureKind::kCheck || a.kind == FailureKind::kAssertion;
  return a.kind == b.kind && (!has_fixed_message || a.message == b.message);
}

// Explores the program under schedule files.
class Explorer {
 public:
  Explorer(const Invocation& invocation, const ProgramInfo& program, const Result& replayed)
      : invocation_(exploration_of(invocation, program)),
        program_(program),
        test_(replayed.test),
        wanted_(replayed.failures.front()) {
    invocation_.search.executions = kMaxExecutionsOfAttempt;
    invocation_.search.seconds = kMaxSecondsOfAttempt;
    invocation_.search.stop_after = 0;
    invocation_.search.minimise = 0;
    invocation_.final_states = true;
    invocation_.search.schedule_file = kAttempt;
  }

  // Whether each execution that follows the schedule has the failure, and some execution does.
  bool forces(const std::string& statements) {
    invocation_.search.schedule = kScheduleVersion + statements + "\n";
    last_ = explore(invocation_, program_, test_, {});
    const auto is_wanted = [&](const FailureReport& each) { return same_failure(each, wanted_); };
    const auto fails = [](const FinalState& each) { return each.ended != "finished"; };
    if (!last_.complete || last_.failures.empty() || !last_.final_states) return false;
    return std::ranges::all_of(last_.failures, is_wanted) &&
           std::ranges::all_of(*last_.final_states, fails);
  }

  // Of the last schedule: whether some thread has reached the location on this line of it.
  [[nodiscard]] bool reached(std::size_t line) const {
    const std::string at = std::string(kAttempt) + ":" + std::to_string(line) + ":";
    return std::ranges::none_of(last_.unreached, [&](const std::string& sentence) {
      return sentence.find("the location at " + at) != std::string::npos;
    });
  }

 private:
  Invocation invocation_;
  ProgramInfo program_;
  std::string test_;
  const FailureReport& wanted_;
  Result last_;
};

std::string header(const Invocation& invocation, const Result& replayed) {
  const FailureReport& failure = replayed.failures.front();
  const std::string id = id_of(failure.kind);
  return "# Each execution of " + one_line(replayed.program) +
         " that follows these orders fails: " + id + " " + failure_noun(failure.kind) +
         ".\n# From " + one_line(invocation.schedule) +
         "; places in comments are of that execution.\n";
}

// Names that only a report can give: of objects on the heap, and in them. False: there are none.
// REQUIRES: the last schedule was that of last_that_fit().
bool drop_unknown_objects(StepOrders& found, const Explorer& explorer) {
  std::set<std::string> unknown;
  std::size_t line = 1;
  for (const std::size_t step : steps_of(last_that_fit(found.orders))) {
    const std::string& object = found.steps[step].object;
    if (!explorer.reached(++line) && !object.empty()) unknown.insert(object);
  }
  drop_objects(found, unknown);
  return !unknown.empty();
}

[[noreturn]] void refuse_path(const std::string& path, const std::string& error) {
  throw UsageError{diagnostic("cannot write '" + path + "': " + error,
                              {{"try", "--emit-gates with another path"}})};
}

void write_text(const Invocation& invocation, const std::string& text, std::size_t orders) {
  const std::string& path = invocation.emit_gates;
  if (path == "-") {
    std::cout << text << std::flush;
    return;
  }
  const std::string error = write_file(path, text);
  if (!error.empty()) refuse_path(path, error);
  std::cout << "gates:    " << shell_word(path) << " forces it with " << counted(orders, "order")
            << "\n"
            << std::flush;
}

// The schedule of the replay was written by hand.
void require_other_file(const Invocation& invocation) {
  std::error_code missing;
  const bool is_same =
      std::filesystem::equivalent(invocation.emit_gates, invocation.search.schedule_file, missing);
  if (is_same && !missing) refuse_path(invocation.emit_gates, "it is the file of --schedule");
}

}  // namespace

bool emit_gates(const Invocation& invocation, const ProgramInfo& program, const Result& replayed) {
  require_other_file(invocation);
  if (replayed.failures.empty()) {
    std::cerr << diagnostic("no schedule file was written: the replay did not fail", {});
    return false;
  }
  Explorer explorer(invocation, program, replayed);
  StepOrders found = step_orders(replayed.failures.front());
  const ForcesFailure forces = [&](const std::vector<StepOrder>& some) {
    return explorer.forces(gates_text(found, some));
  };
  auto orders = minimal_orders(found, forces);
  if (!orders && drop_unknown_objects(found, explorer)) orders = minimal_orders(found, forces);
  if (!orders) {
    std::cerr << diagnostic(
        "no schedule file was written: under the orders of all steps, some executions do not fail",
        {{"usually",
          "the failure also needs a timeout, a spurious wake-up or another choice, or "
          "more than 32 steps"},
         {"try", "mcheck replay, which repeats the choices, too"}});
    return false;
  }
  const std::string text = header(invocation, replayed) + kScheduleVersion + "impossible passes\n" +
                           gates_text(found, *orders);
  write_text(
      invocation,
      invocation.emit_as == TestFramework::kNone ? text : test_text(invocation, replayed, text),
      orders->size());
  return true;
}

}  // namespace mcheck::command
