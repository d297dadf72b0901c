// SPDX-License-Identifier: MIT
#include "programs/mcheck/emit/convert_sleeps.hpp"

#include <algorithm>
#include <iostream>
#include <optional>
#include <set>

#include "engine/base/utf8.hpp"
#include "engine/trace/failures/failure_id.hpp"
#include "programs/mcheck/cli/diagnostic.hpp"
#include "programs/mcheck/emit/gates_text.hpp"
#include "programs/mcheck/emit/minimal_orders.hpp"
#include "programs/mcheck/results/report.hpp"
#include "visualize/model/column_layout.hpp"
#include "visualize/model/wording.hpp"

namespace mcheck::command {
namespace {

constexpr double kMaxSecondsWithout = 10;     // of a search without the orders
constexpr double kMaxSecondsUnderOrders = 3;  // of one with some orders

// The remark of SubjectSearch; empty if there is none.
std::string schedule_of_sleeps(const Result& result) {
  const std::string label = kScheduleOfSleeps;
  for (const std::string& remark : result.remarks) {
    if (remark.starts_with(label)) return remark.substr(label.size());
  }
  return "";
}

bool all_followed(const Result& result) {
  return result.unreached.empty() &&
         std::ranges::none_of(result.remarks, [](const std::string& remark) {
           return remark.starts_with("gates:") || remark.starts_with("schedule:");
         });
}

std::string places_of_sleeps(const std::vector<TraceStep>& trace) {
  std::vector<std::string> places;
  for (const TraceStep& step : trace) {
    const std::string place = place_text(step.file, step.line);
    const bool is_new = std::ranges::find(places, place) == places.end();
    if (step.operation == "yield" && !place.empty() && is_new) places.push_back(place);
  }
  return listed(places);
}

// The orders whose second step comes after a sleep of its thread: what the sleep waits for.
std::vector<StepOrder> orders_by_sleeps(const StepOrders& found) {
  std::vector<StepOrder> orders;
  for (const StepOrder& order : found.orders) {
    const auto begin = found.steps.begin();
    const bool follows_sleep = std::any_of(
        begin, begin + static_cast<std::ptrdiff_t>(order.second), [&](const auto& step) {
          return step.operation == "yield" && step.thread == found.steps[order.second].thread;
        });
    if (follows_sleep) orders.push_back(order);
  }
  return orders;
}

class Conversion {
 public:
  Conversion(const Invocation& invocation, ProgramInfo& program, const std::string& test)
      : invocation_(invocation), program_(program), test_(test) {}

  int run() {
    const Result free = explored("", kMaxSecondsWithout);
    if (free.verdict == Verdict::kVerified) {
      print("The sleeps of test " + test_ + " order nothing that matters: without them all " +
            counted(free.executions, "execution") + " pass. Remove them.");
      return 0;
    }
    const Result asleep = ordered_by_sleeps();
    const std::string token = schedule_of_sleeps(asleep);
    if (!asleep.failures.empty() || token.empty()) {
      print("Test " + test_ + " fails even if sleeps alone order its threads" +
            (asleep.failures.empty() ? ": " + asleep.reason
                                     : ": " + failure_noun(asleep.failures.front().kind)) +
            ". There is no order to convert.");
      return exit_code(Verdict::kBug);
    }
    Invocation replayed = invocation_;
    replayed.schedule = token;
    const Result traced = trace_of(replayed, program_);
    if (traced.failures.empty()) return give_up();
    return convert(free, traced.failures.front());
  }

 private:
  Result explored(const std::string& schedule, double seconds) {
    Invocation exploration = invocation_;
    exploration.search.schedule = schedule;
    exploration.search.schedule_file = "the orders tried";
    exploration.search.seconds = seconds;
    exploration.search.minimise = 0;
    return explore(exploration, program_, test_, {});
  }

  Result ordered_by_sleeps() {
    Invocation single = invocation_;
    single.search.order_by_sleeps = true;
    single.search.strategy = "random";
    single.search.executions = 1;
    single.search.timeouts = false;
    single.search.minimise = 0;
    single.search_from_test = false;
    return explore(single, program_, test_, {});
  }

  int convert(const Result& free, const FailureReport& traced) {
    StepOrders found = step_orders(traced);
    found.decisive.clear();
    std::uint64_t executions = 0;
    const ForcesFailure passes = [&](const std::vector<StepOrder>& orders) {
      const std::string text = kScheduleVersion + gates_text(found, orders) + "\n";
      const Result result = explored(text, kMaxSecondsUnderOrders);
      const bool is_proof = result.verdict == Verdict::kVerified && all_followed(result);
      if (is_proof) executions = result.executions;
      return is_proof;
    };
    StepOrders by_sleeps = found;
    by_sleeps.orders = orders_by_sleeps(found);
    auto orders = minimal_orders(by_sleeps, passes);
    if (!orders) orders = minimal_orders(found, passes);
    if (!orders) return give_up();
    const std::string why =
        free.failures.empty() ? free.reason : failure_noun(free.failures.front().kind);
    print("With sleeps as the only order test " + test_ + " passes; without them it may fail (" +
          why + "). " + counted(orders->size(), "order") +
          " of events in their place: " + counted(executions, "execution") +
          " under this file, no bound, all pass. Remove the sleeps at " +
          places_of_sleeps(traced.trace) + ".");
    write("# In the place of the sleeps of " + one_line(program_.program) + ", test " + test_ +
          ".\n" + kScheduleVersion + gates_text(found, *orders));
    return 0;
  }

  int give_up() const {
    std::cerr << diagnostic("no orders of events were found that replace the sleeps of " + test_,
                            {{"usually", "a sleep that polls, or a wait with a time limit"},
                             {"try", "docs/guide/gates.md: From sleeps to events"}});
    return exit_code(Verdict::kIncomplete);
  }

  void print(const std::string& text) const {
    if (invocation_.emit_gates != "-") std::cout << paragraphs(text, 0) << std::flush;
  }

  void write(const std::string& text) const {
    const std::string& path = invocation_.emit_gates;
    if (path.empty() || path == "-") {
      std::cout << text << std::flush;
      return;
    }
    const std::string error = write_file(path, text);
    if (error.empty()) {
      std::cout << "gates:    " << shell_word(path) << "\n" << std::flush;
      return;
    }
    throw UsageError{diagnostic("cannot write '" + path + "': " + error,
                                {{"try", "--emit-gates with another path"}})};
  }

  const Invocation& invocation_;
  ProgramInfo& program_;
  std::string test_;
};

}  // namespace

int convert_sleeps(const Invocation& invocation, ProgramInfo program,
                   const std::vector<std::string>& tests) {
  if (tests.size() > 1 && !invocation.emit_gates.empty()) {
    throw UsageError{diagnostic("a schedule file is for one test, and there are several",
                                {{"known", listed(tests)}, {"try", "--test " + tests.front()}})};
  }
  int code = 0;
  for (const std::string& test : tests)
    code = std::max(code, Conversion(invocation, program, test).run());
  return code;
}

}  // namespace mcheck::command
