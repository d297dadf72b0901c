// SPDX-License-Identifier: MIT
#include "programs/mcheck/synth/class_program.hpp"

#include <utility>

#include "engine/trace/results/result_json.hpp"
#include "programs/mcheck/cli/diagnostic.hpp"
#include "programs/mcheck/search/program_client.hpp"
#include "programs/mcheck/search/schedule_options.hpp"
#include "programs/mcheck/supervise/crash_report.hpp"

namespace mcheck::command {
namespace {

constexpr int kAnswerPollMs = 50;

CallOrders orders_from_json(const Json& answer) {
  CallOrders orders;
  for (const Json& call : answer["calls"].elements()) {
    orders.calls.push_back({call["text"].text(), static_cast<int>(call["thread"].integer())});
  }
  for (const Json& outcome : answer["finished"].elements()) {
    CallOrders::Outcome one{.results = outcome["results"].texts()};
    for (const Json& order : outcome["orders"].elements()) {
      std::vector<std::size_t>& numbers = one.orders.emplace_back();
      for (const Json& call : order.elements()) numbers.push_back(call.natural());
    }
    orders.outcomes.push_back(std::move(one));
  }
  for (const Json& failure : answer["failures"].elements()) {
    orders.failures.push_back(failure["kind"].text());
  }
  orders.blocks = answer["blocks"].boolean();
  orders.waits = answer["waits"].boolean();
  orders.uncompared = answer["uncompared"].text();
  orders.incomplete = answer["incomplete"].text();
  orders.count = answer["count"].natural();
  return orders;
}

}  // namespace

SequentialBehaviour CallOrders::behaviour() const {
  if (!is_sane()) return SequentialBehaviour::kFails;
  if (blocks || outcomes.empty()) return SequentialBehaviour::kBlocks;
  for (const Outcome& outcome : outcomes) {
    for (const std::string& result : outcome.results) {
      if (result.starts_with("throws ")) return SequentialBehaviour::kThrows;
    }
  }
  return SequentialBehaviour::kFine;
}

ClassProgram::ClassProgram(Invocation invocation) : invocation_(std::move(invocation)) {}

void ClassProgram::start(const std::string& command, const ClassTest& test) {
  invocation_.arguments = {encode(test)};
  call_ = call_for(invocation_, command, "");
  call_.request.more = true;
  call_.request.search_from_test = false;
  if (!session_) {
    Call idle = call_;
    idle.request.command.clear();
    session_ = std::make_unique<ProtocolSession>(idle);
    if (!wait_for_hello(*session_)) {
      throw UsageError{diagnostic("'" + invocation_.program + "' does not start",
                                  {{"try", invocation_.program}})};
    }
    const std::vector<ListEntry> tests = program_info_from(call_, session_->hello()).tests;
    invocation_.test = tests.empty() ? "" : tests.front().name;
  }
  call_.request.test = *invocation_.test;
  session_->send_request(call_);
  is_busy_ = true;
}

void ClassProgram::start_orders(const ClassTest& test) { start("orders", test); }

void ClassProgram::start_exploration(const ClassTest& test) { start("explore", test); }

bool ClassProgram::poll_once(int wait_ms) { return session_->poll_once(wait_ms); }

CallOrders ClassProgram::take_orders() {
  is_busy_ = false;
  if (session_->is_answered()) {
    const Json answer = session_->answer();
    if (answer["type"].text() == "orders") return orders_from_json(answer);
  }
  const SessionEnding ending = std::exchange(session_, nullptr)->finish();
  throw_if_error_answer(ending, invocation_.program);
  return {.failures = {"crash"}};
}

Result ClassProgram::take_result() {
  is_busy_ = false;
  if (session_->is_answered()) {
    const Json answer = session_->answer();
    if (answer["type"].text() == "result") return result_from_json(answer["result"]);
  }
  const ProgramInfo program = program_info_from(call_, session_->hello());
  const SessionEnding ending = std::exchange(session_, nullptr)->finish();
  throw_if_error_answer(ending, invocation_.program);
  call_.request.more = false;
  return result_from_ending(ending, call_,
                            base_schedule_for(invocation_, program, *invocation_.test));
}

CallOrders ClassProgram::orders(const ClassTest& test) {
  start_orders(test);
  while (!poll_once(kAnswerPollMs)) {
  }
  return take_orders();
}

Result ClassProgram::explore(const ClassTest& test) {
  start_exploration(test);
  while (!poll_once(kAnswerPollMs)) {
  }
  return take_result();
}

std::vector<ClassTable> query_classes(const Invocation& invocation) {
  Call call = call_for(invocation, "list", "");
  const SessionEnding ending = run_session(call);
  throw_if_error_answer(ending, call.path);
  std::vector<ClassTable> tables;
  for (const std::string& table : ending.hello["classes"].texts()) {
    tables.push_back(parse_class_table(table));
  }
  if (tables.empty()) {
    throw UsageError{diagnostic("'" + invocation.program + "' describes no class",
                                {{"usually", "MCHECK_CLASS(type) { … } is missing"},
                                 {"or", "mcheck synth HEADER --class TYPE writes one"}})};
  }
  return tables;
}

}  // namespace mcheck::command
