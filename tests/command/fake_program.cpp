// SPDX-License-Identifier: MIT
// A program that speaks the protocol of docs/protocol.md without exploring anything: each of its
// tests answers, or misbehaves, in one way. FAKE_PROGRAM in the environment changes the start
// instead.
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>
#include <functional>
#include <iostream>
#include <map>
#include <string>

#include "engine/base/json.hpp"
#include "engine/trace/protocol/flight_record.hpp"
#include "engine/trace/protocol/schedule.hpp"
#include "engine/trace/results/result_json.hpp"

extern "C" {
[[gnu::section("mcheck_abi"), gnu::used]] const unsigned mcheck_abi = 1;
}

namespace mcheck {
namespace {

int descriptor(const char* variable) {
  const char* text = std::getenv(variable);
  return text == nullptr ? -1 : std::atoi(text);
}

int channel() { return descriptor("MCHECK_CHANNEL"); }

FlightRecord& record() {
  static void* const memory = mmap(nullptr, sizeof(FlightRecord), PROT_READ | PROT_WRITE,
                                   MAP_SHARED, descriptor("MCHECK_RECORDER"), 0);
  return *static_cast<FlightRecord*>(memory);
}

void send_text(std::string text) {
  while (!text.empty()) {
    const ssize_t bytes = send(channel(), text.data(), text.size(), MSG_NOSIGNAL);
    if (bytes <= 0) _exit(9);
    text.erase(0, static_cast<std::size_t>(bytes));
  }
}

void send_line(const Json& message) { send_text(message.dump() + "\n"); }

Json message_of_type(const char* type) {
  Json json = Json::object();
  json.set("type", type);
  return json;
}

Json receive_request() {
  std::string line;
  char c = 0;
  while (read(channel(), &c, 1) == 1 && c != '\n') line += c;
  const auto parsed = Json::parse(line);
  return std::get<Json>(parsed);
}

[[noreturn]] void wait_forever() {
  for (;;) pause();
}

void crash() {
  signal(SIGSEGV, SIG_DFL);  // a sanitizer's handler would turn it into an exit
  raise(SIGSEGV);
}

// Four executions are complete, and the fifth has made four choices.
void start_exploring() {
  FlightRecord& shared = record();
  shared.exploring = 1;
  shared.in_program = 1;
  shared.executions = 4;
  shared.events = 30;
  shared.heartbeat = 1;
  const std::uint16_t choices[] = {0, 1, 0, 2};
  for (int i = 0; i < 4; ++i) shared.chosen[i] = choices[i];
  shared.length = 4;
}

TraceStep step(const char* thread, const char* why, bool preemption) {
  TraceStep made;
  made.thread = thread;
  made.operation = "lock";
  made.object = "guard";
  made.file = "fake.cpp";
  made.line = 7;
  made.why = why;
  made.preemption = preemption;
  return made;
}

Result base_result(const Json& request) {
  Result result;
  result.program = "fake_program";
  result.test = request["test"].text();
  result.arguments = request["arguments"].texts();
  result.strategy = request["options"]["strategy"].text();
  result.bound = static_cast<int>(request["options"]["bound"].integer(-1));
  result.executions = 5;
  result.events = 40;
  result.seconds = 0.01;
  result.verdict = Verdict::kVerified;
  return result;
}

void send_result(const Result& result, int code) {
  send_line(message_of_type("result").set("result", to_json(result)));
  _exit(code);
}

void send_trace(const Json& request) {
  Result result = base_result(request);
  result.verdict = Verdict::kBug;
  FailureReport failure;
  failure.message = "stopped where it was asked to";
  failure.schedule = request["schedule"].text();
  failure.trace = {step("main", "", false), step("T1", "preempts main", true)};
  result.failures.push_back(failure);
  send_result(result, 1);
}

void send_bug(const Json& request) {
  Result result = base_result(request);
  result.verdict = Verdict::kBug;
  FailureReport failure;
  failure.kind = FailureKind::kDeadlock;
  failure.message = "nobody can go on";
  failure.execution = 5;
  Schedule schedule;
  schedule.program = "fake_program";
  schedule.test = "bug";
  schedule.chosen = {0, 1};
  failure.schedule = to_token(schedule);
  failure.trace = {step("main", "", false), step("T1", "preempts main", true)};
  failure.threads = {{"main", "blocked", "lock", "guard", {"T1"}, "fake.cpp", 9, "body"}};
  result.failures.push_back(failure);
  send_result(result, 1);
}

void send_verdict(const Json& request, Verdict verdict, const char* reason) {
  Result result = base_result(request);
  result.verdict = verdict;
  result.reason = reason;
  send_result(result, exit_code(verdict));
}

using Behaviour = std::function<void(const Json&)>;

using Behaviours = std::map<std::string, Behaviour>;

// Runs `end` in the middle of an execution.
Behaviour during_execution(const std::function<void()>& end) {
  return [end](const Json&) {
    start_exploring();
    end();
  };
}

void send_heartbeats_forever() {
  for (;;) {
    record().heartbeat = record().heartbeat + 1;
    usleep(10'000);
  }
}

// The child process keeps the channel open.
void leave_orphan() {
  if (fork() == 0) wait_forever();
  _exit(3);
}

Behaviours endings() {
  return {
      {"crash", during_execution(crash)},
      {"kill", during_execution([] { raise(SIGKILL); })},
      {"exit", during_execution([] { _exit(3); })},
      {"hang", during_execution([] { wait_forever(); })},
      {"thinks", during_execution([] {
         record().in_program = kInEngine;
         wait_forever();
       })},
      {"works", during_execution(send_heartbeats_forever)},
      {"orphan", during_execution(leave_orphan)},
      {"close", during_execution([] {
         close(channel());
         wait_forever();
       })},
      {"half", during_execution([] {
         send_text("{\"type\":\"res");
         _exit(0);
       })},
      {"abort", during_execution([] {
         record().in_program = 0;
         std::abort();
       })},
  };
}

const Behaviours& behaviours() {
  static const Behaviours table = [] {
    Behaviours all = endings();
    all["verified"] = [](const Json& request) { send_verdict(request, Verdict::kVerified, ""); };
    all["incomplete"] = [](const Json& request) {
      send_verdict(request, Verdict::kIncomplete, "spent");
    };
    all["unrepeatable"] = [](const Json& request) {
      send_verdict(request, Verdict::kNotRepeatable, "a clock");
    };
    all["bug"] = send_bug;
    all["talks"] = [](const Json& request) {
      std::cout << "words of the program\n" << std::flush;
      send_verdict(request, Verdict::kVerified, "");
    };
    all["garbage"] = [](const Json&) {
      send_text("what is this\n");
      wait_forever();
    };
    all["early"] = [](const Json&) { _exit(5); };
    all["error"] = [](const Json&) {
      send_line(message_of_type("error").set("message", "mcheck: no"));
    };
    all["internal"] = [](const Json&) {
      send_line(message_of_type("internal").set("message", "broken"));
    };
    return all;
  }();
  return table;
}

void say_hello() {
  const char* mode = std::getenv("FAKE_PROGRAM");
  const std::string mode_name = mode == nullptr ? "" : mode;
  if (mode_name == "dies") crash();
  if (mode_name == "silent") wait_forever();
  Json tests = Json::array();
  for (const char* name : {"works", "verified"}) {
    if (mode_name == "stops") tests.add(Json::object().set("name", name).set("description", name));
  }
  for (const auto& [name, behaviour] : behaviours()) {
    if (mode_name == "stops") break;
    const bool all = mode_name != "two" || name == "verified" || name == "bug";
    if (all) tests.add(Json::object().set("name", name).set("description", "does " + name));
  }
  Json strategies = Json::array();
  strategies.add(Json::object().set("name", "auto").set("description", "the default"));
  strategies.add(Json::object().set("name", "optimal").set("description", "all classes"));
  strategies.add(Json::object().set("name", "dfs").set("description", "depth first"));
  strategies.add(Json::object().set("name", "random").set("description", "draws lots"));
  Json hello = message_of_type("hello");
  hello.set("protocol", mode_name == "foreign" ? 99 : 1).set("version", "0.1.0");
  hello.set("program", "fake_program").set("tests", tests).set("strategies", strategies);
  send_line(hello);
}

int serve() {
  say_hello();
  const Json request = receive_request();
  const std::string command = request["command"].text();
  const std::string test = request["test"].text();
  if (command == "list") return send_line(message_of_type("list")), 0;
  if (command == "doctor") {
    Json message = message_of_type("doctor");
    message.set("lines", Json::of({"ran one schedule twice: the same"})).set("ok", test != "bug");
    return send_line(message), 0;
  }
  if (!request["stop_at"].is_null()) send_trace(request);
  if (test == "mcheck::canary") send_verdict(request, Verdict::kVerified, "");  // misses the canary
  const auto behaviour = behaviours().find(test);
  if (behaviour != behaviours().end()) behaviour->second(request);
  return 2;
}

}  // namespace
}  // namespace mcheck

int main() {
  if (mcheck::channel() < 0) {
    std::cout << "a fake program, for tests of the command\n";
    return 0;
  }
  return mcheck::serve();
}
