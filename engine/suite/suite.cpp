// SPDX-License-Identifier: MIT
#include <mcheck/suite.hpp>

#include <sys/mman.h>
#include <sys/wait.h>

#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <optional>
#include <string_view>
#include <utility>

#include "engine/host/process/program_options.hpp"
#include "engine/host/process/registered_tests.hpp"
#include "engine/host/process/session.hpp"
#include "engine/host/process/silenced_streams.hpp"
#include "engine/host/process/start.hpp"
#include "engine/host/process/stream_buffers.hpp"
#include "engine/host/search/exploration.hpp"
#include "engine/memory/startup/entry.hpp"
#include "engine/model/outside_program.hpp"
#include "engine/model/program.hpp"
#include "engine/runtime/machine/perform.hpp"
#include "engine/suite/run_in_fork.hpp"
#include "engine/trace/results/result_json.hpp"
#include "visualize/text/report.hpp"

namespace mcheck::suite {
namespace {

// Requests of the command are answered before the suite's main() runs.
[[gnu::constructor(102)]] void answer_command() {
  if (!called_by_command()) return;
  replace_main([](Main, int count, char** words, char**) { return start_host(count, words); });
}

// The flight recorder: shared memory that outlives the child process that writes it.
class Recorder {
 public:
  Recorder() {
    void* memory = mmap(nullptr, sizeof(FlightRecord), PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory != MAP_FAILED) record_ = new (memory) FlightRecord;
  }
  ~Recorder() {
    if (record_ != nullptr) munmap(record_, sizeof(FlightRecord));
  }
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  [[nodiscard]] FlightRecord* get() const { return record_; }

 private:
  FlightRecord* record_ = nullptr;
};

struct TestRequest {
  const Test& test;
  options how;
  std::string program;
  std::optional<Schedule> schedule;  // to replay
  std::optional<std::size_t> stop_at{};
  FlightRecord* recorder = nullptr;
};

// Runs in the child. An error in the request is answered with a text, a result with an object.
std::string answer(const TestRequest& request) {
  keep_stream_buffers_outside();
  std::optional<SilencedStreams> silence;
  if (std::getenv("MCHECK_VERBOSE") == nullptr) silence.emplace();
  try {
    if (request.test.prepare() != nullptr) request.test.prepare()();
    const Subject subject{.program = request.program,
                          .test = request.test.word(),
                          .arguments = {},
                          .body = request.test.body()};
    const Result result =
        request.schedule
            ? replay_subject(subject, with_schedule(request.how, *request.schedule),
                             *request.schedule, request.stop_at, request.recorder)
            : explore_subject(subject, request.how, {.recorder = request.recorder}).result;
    return to_json(result).dump();
  } catch (const UsageError& error) {
    return Json(error.text()).dump();
  }
}

// A result, or the error in the request.
std::variant<Result, std::string> read_answer(const std::string& text) {
  const auto parsed = Json::parse(text);
  const Json* json = std::get_if<Json>(&parsed);
  if (json == nullptr) return "the forked child process sent a malformed answer";
  if (json->is_object()) return result_from_json(*json);
  return json->text();
}

FailureReport report_of_crash(int status) {
  FailureReport failure;
  if (!WIFSIGNALED(status)) {
    failure.kind = FailureKind::kExit;
    failure.message =
        "the program ended the process with _exit(" + std::to_string(WEXITSTATUS(status)) + ")";
    return failure;
  }
  const int number = WTERMSIG(status);
  const bool from_outside = number == SIGKILL || number == SIGTERM || number == SIGINT;
  failure.kind = from_outside ? FailureKind::kKilled : FailureKind::kCrash;
  failure.message = std::string("the program was killed by SIG") + sigabbrev_np(number);
  return failure;
}

// The schedule of the execution in which the child died; one more run up to there records its
// steps.
Result result_of_crash(const TestRequest& crashed, int status) {
  const FlightRecord& record = *crashed.recorder;
  Schedule schedule{.program = crashed.program,
                    .test = crashed.test.word(),
                    .arguments = {},
                    .spurious = crashed.how.spurious,
                    .timeouts = crashed.how.timeouts};
  if (crashed.how.steps != options{}.steps) schedule.steps = crashed.how.steps;
  schedule.ignore_races = crashed.how.ignore_races;
  schedule.ignore_leaks = crashed.how.ignore_leaks;
  schedule.strict_misuse = crashed.how.strict_misuse;
  schedule.weak_memory = crashed.how.memory == memory_model::rc11 || record.weak_memory != 0;
  schedule.fail_at_steps = crashed.how.fail_at_steps;
  schedule.reuse_size_classes =
      crashed.how.reuse == reusing::choice ? kAllSizeClasses : record.reuse_size_classes;
  schedule.chosen.assign(record.chosen, record.chosen + record.length);
  Result result;
  result.program = crashed.program;
  result.test = crashed.test.word();
  result.strategy = crashed.how.strategy;
  result.bound = crashed.how.bound;
  result.weak_memory = schedule.weak_memory;
  result.executions = record.executions;
  result.events = record.events;
  result.verdict = Verdict::kBug;
  FailureReport failure = report_of_crash(status);
  failure.schedule = to_token(schedule);
  failure.execution = record.executions + 1;
  TestRequest again = crashed;
  again.schedule = schedule;
  again.stop_at = schedule.chosen.size();
  again.recorder = nullptr;
  const ForkResult traced_run = run_in_fork([&] { return answer(again); });
  if (traced_run.answered) {
    auto traced = read_answer(traced_run.answer);
    if (auto* to_there = std::get_if<Result>(&traced); to_there && !to_there->failures.empty()) {
      failure.trace = std::move(to_there->failures.front().trace);
      failure.threads = std::move(to_there->failures.front().threads);
    }
  }
  if (!failure.trace.empty()) failure.thread = failure.trace.back().thread;
  result.failures.push_back(std::move(failure));
  return result;
}

// The schedule to replay, if it is of this test.
std::optional<Schedule> schedule_for(const Test& test, const std::string& program) {
  const char* text = std::getenv("MCHECK_REPLAY");
  if (text == nullptr || *text == '\0') return std::nullopt;
  const auto token = parse_token(text);
  if (const auto* wrong = std::get_if<std::string>(&token)) {
    throw UsageError("MCHECK_REPLAY is no schedule: " + *wrong);
  }
  if (std::get<Token>(token).name != token_name(program, test.word())) return std::nullopt;
  auto schedule = resolve(std::get<Token>(token), program, test.word());
  if (const auto* wrong = std::get_if<std::string>(&schedule)) {
    throw UsageError("MCHECK_REPLAY cannot be replayed: " + *wrong);
  }
  return std::get<Schedule>(std::move(schedule));
}

outcome outcome_of(const Result& result, bool replayed) {
  const char* pass = std::getenv("MCHECK_UNDECIDED");
  const bool may_pass = pass != nullptr && std::strcmp(pass, "pass") == 0;
  standing stands = standing::failed;
  if (result.verdict == Verdict::kVerified) stands = standing::passed;
  if (result.verdict == Verdict::kIncomplete && may_pass) stands = standing::undecided;
  const ReportStyle style{.program = program_invocation_name, .replayed = replayed};
  return {.standing = stands, .message = report_of(result, style)};
}

bool is_name_taken(const char* word) {
  for (const RegisteredProgram* test = first_program(); test != nullptr; test = test->next) {
    if (std::strcmp(test->name, word) == 0) return true;
  }
  return false;
}

outcome refused(const std::string& why) {
  return {.standing = standing::failed, .message = "mcheck: " + why};
}

}  // namespace

Word::Word(const char* name) {
  int length = 0;
  for (const char* at = name; *at != '\0' && length < kLongest; ++at) {
    const bool plain = std::isalnum(static_cast<unsigned char>(*at)) != 0;
    if (plain) text_[length++] = *at;
    if (!plain && length > 0 && text_[length - 1] != '_') text_[length++] = '_';
  }
  for (int number = 2; is_name_taken(text_) && number < 10'000; ++number) {
    std::snprintf(text_ + length, sizeof text_ - static_cast<std::size_t>(length), "_%d", number);
  }
}

Test::Test(const char* name, Function in_each, Options own, Function before)
    : word_(name),
      body_(in_each),
      options_(own),
      prepare_(before),
      registration_(word_.text(), in_each, name, before) {}

outcome run(const Test& test) {
  try {
    const Recorder recorder;
    TestRequest request{.test = test,
                        .how = options_from_environment(test.how()),
                        .program = executable_name(program_invocation_name),
                        .schedule = {},
                        .recorder = recorder.get()};
    request.schedule = schedule_for(test, request.program);
    const ForkResult fork_result = run_in_fork([&] { return answer(request); });
    if (!fork_result.answered && !fork_result.answer.empty()) return refused(fork_result.answer);
    if (!fork_result.answered)
      return outcome_of(result_of_crash(request, fork_result.status), false);
    const auto read = read_answer(fork_result.answer);
    if (const auto* wrong = std::get_if<std::string>(&read)) return refused(*wrong);
    return outcome_of(std::get<Result>(read), request.schedule.has_value());
  } catch (const UsageError& error) {
    return refused(error.text());
  }
}

std::string in_ascii(const std::string& message) {
  constexpr std::pair<std::string_view, std::string_view> kPlain[] = {
      {"─", "-"}, {"‖", "|"}, {"◆", "*"}, {"✗", "x"}, {"└", "`"},
      {"→", ">"}, {"…", "."}, {"×", "x"}, {"│", "|"}, {"·", "."}};
  std::string text = message;
  for (const auto& [sign, plain] : kPlain) {
    for (std::size_t at = text.find(sign); at != std::string::npos; at = text.find(sign, at + 1)) {
      text.replace(at, sign.size(), plain);
    }
  }
  return text;
}

void fail(const std::string& why) {
  if (!on_model_thread()) refuse_outside_program(("an assertion fails: " + why).c_str());
  mcheck::fail(FailureKind::kCheck, why);
}

}  // namespace mcheck::suite
