// SPDX-License-Identifier: MIT
// Programs that run tests of classes: processes that answer many requests, one after another. A
// process that dies is started again.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/trace/results/result.hpp"
#include "programs/mcheck/cli/invocation.hpp"
#include "programs/mcheck/supervise/protocol_session.hpp"
#include "programs/mcheck/synth/class_table.hpp"
#include "programs/mcheck/synth/class_test.hpp"
#include "programs/mcheck/synth/test_generator.hpp"

namespace mcheck::command {

// The calls of a test one at a time: see engine/host/classes/sequential_runs.hpp.
struct CallOrders {
  struct CallText {
    std::string text;
    int thread = 0;  // from 1; 0 before the threads, -1 after them
  };
  struct Outcome {
    std::vector<std::string> results;  // of all calls
    // That give them: numbers of calls. A call that waits stands in an order several times.
    std::vector<std::vector<std::size_t>> orders;
  };

  std::vector<CallText> calls;
  std::vector<Outcome> outcomes;
  std::vector<std::string> failures;  // kinds
  bool blocks = false;                // after some calls no thread can go on
  bool waits = false;                 // some call waits in some order
  std::string uncompared;             // then why results are not compared; "": they are
  std::string incomplete;             // why these are not all orders
  std::uint64_t count = 0;

  // Whether only exceptions and complete calls occur.
  [[nodiscard]] bool is_sane() const { return failures.empty() && incomplete.empty(); }
  [[nodiscard]] SequentialBehaviour behaviour() const;
};

// One process.
class ClassProgram {
 public:
  // `invocation`: the program and the options of each exploration.
  explicit ClassProgram(Invocation invocation);

  // Sends the request of a test. REQUIRES: is_idle().
  void start_orders(const ClassTest& test);
  void start_exploration(const ClassTest& test);
  // Sends and receives for at most this time. True if the answer is there.
  bool poll_once(int wait_ms);
  [[nodiscard]] bool is_idle() const { return !is_busy_; }
  [[nodiscard]] int descriptor() const { return session_->descriptor(); }

  // REQUIRES: poll_once() has returned true.
  [[nodiscard]] CallOrders take_orders();
  [[nodiscard]] Result take_result();

  // Both at once.
  [[nodiscard]] CallOrders orders(const ClassTest& test);
  [[nodiscard]] Result explore(const ClassTest& test);
  [[nodiscard]] options& search() { return invocation_.search; }

 private:
  void start(const std::string& command, const ClassTest& test);

  Invocation invocation_;
  std::unique_ptr<ProtocolSession> session_;
  Call call_;
  bool is_busy_ = false;
};

// The tables of the program's classes. Throws UsageError if it has none.
[[nodiscard]] std::vector<ClassTable> query_classes(const Invocation& invocation);

}  // namespace mcheck::command
