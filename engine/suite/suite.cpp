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

#include "engine/host/exploration.hpp"
#include "engine/host/program_options.hpp"
#include "engine/host/programs.hpp"
#include "engine/host/session.hpp"
#include "engine/host/silence.hpp"
#include "engine/host/start.hpp"
#include "engine/host/streams.hpp"
#include "engine/model/outside.hpp"
#include "engine/model/program.hpp"
#include "engine/runtime/perform.hpp"
#include "engine/suite/in_copy.hpp"
#include "engine/trace/result_json.hpp"
#include "engine/world/entry.hpp"
#include "visualize/summary.hpp"

namespace mcheck::suite {
namespace {

// Requests of the command are answered before the suite's main() runs.
[[gnu::constructor(102)]] void answer_command() {
  if (!called_by_command()) return;
  call_instead_of_main(
      [](Main, int count, char** words, char**) { return start_host(count, words); });
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

struct Asked {
  const Test& test;
  options how;
  std::string program;
  std::optional<Schedule> schedule;  // to replay
  std::optional<std::size_t> stop_at{};
  FlightRecord* recorder = nullptr;
};

// Runs in the child. An error in the request is answered with a text, a result with an object.
std::string answer(const Asked& asked) {
  keep_streams_outside();
  std::optional<Silence> silence;
  if (std::getenv("MCHECK_VERBOSE") == nullptr) silence.emplace();
  try {
    if (asked.test.prepare() != nullptr) asked.test.prepare()();
    const Subject subject{.program = asked.program,
                          .test = asked.test.word(),
                          .arguments = {},
                          .body = asked.test.body()};
    const Result result =
        asked.schedule ? replay_subject(subject, with_schedule(asked.how, *asked.schedule),
                                        *asked.schedule, asked.stop_at, asked.recorder)
                       : explore_subject(subject, asked.how, {.recorder = asked.recorder}).result;
    return to_json(result).dump();
  } catch (const UsageError& error) {
    return Json(error.text()).dump();
  }
}

// A result, or the error in the request.
std::variant<Result, std::string> read_answer(const std::string& text) {
  const auto parsed = Json::parse(text);
  const Json* json = std::get_if<Json>(&parsed);
  if (json == nullptr) return "the copy of the process told something that cannot be read";
  if (json->is_object()) return result_from_json(*json);
  return json->text();
}

FailureReport report_of_death(int status) {
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
  failure.message = std::string("the program was ended by SIG") + sigabbrev_np(number);
  return failure;
}

// The schedule of the execution in which the child died; one more run up to there records its
// steps.
Result result_of_death(const Asked& died, int status) {
  const FlightRecord& record = *died.recorder;
  Schedule schedule{.program = died.program,
                    .test = died.test.word(),
                    .arguments = {},
                    .spurious = died.how.spurious,
                    .timeouts = died.how.timeouts};
  if (died.how.steps != options{}.steps) schedule.steps = died.how.steps;
  schedule.ignore_races = died.how.ignore_races;
  schedule.ignore_leaks = died.how.ignore_leaks;
  schedule.strict_misuse = died.how.strict_misuse;
  schedule.fail_at_steps = died.how.fail_at_steps;
  schedule.reuse_rooms = died.how.reuse == reusing::choice ? kAllRooms : record.reuse_rooms;
  schedule.chosen.assign(record.chosen, record.chosen + record.length);
  Result result;
  result.program = died.program;
  result.test = died.test.word();
  result.strategy = died.how.strategy;
  result.bound = died.how.bound;
  result.executions = record.executions;
  result.events = record.events;
  result.verdict = Verdict::kBug;
  FailureReport failure = report_of_death(status);
  failure.schedule = to_token(schedule);
  failure.execution = record.executions + 1;
  Asked again = died;
  again.schedule = schedule;
  again.stop_at = schedule.chosen.size();
  again.recorder = nullptr;
  const CopyEnded told = in_copy([&] { return answer(again); });
  if (told.answered) {
    auto traced = read_answer(told.answer);
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

outcome told(const Result& result, bool replayed) {
  const char* pass = std::getenv("MCHECK_UNDECIDED");
  const bool may_pass = pass != nullptr && std::strcmp(pass, "pass") == 0;
  standing stands = standing::failed;
  if (result.verdict == Verdict::kVerified) stands = standing::passed;
  if (result.verdict == Verdict::kIncomplete && may_pass) stands = standing::undecided;
  const SummaryStyle style{.program = program_invocation_name, .replayed = replayed};
  return {.standing = stands, .message = report_of(result, style)};
}

bool is_taken(const char* word) {
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
  for (int number = 2; is_taken(text_) && number < 10'000; ++number) {
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
    Asked asked{.test = test,
                .how = options_from_environment(test.how()),
                .program = own_name(program_invocation_name),
                .schedule = {},
                .recorder = recorder.get()};
    asked.schedule = schedule_for(test, asked.program);
    const CopyEnded ended = in_copy([&] { return answer(asked); });
    if (!ended.answered && !ended.answer.empty()) return refused(ended.answer);
    if (!ended.answered) return told(result_of_death(asked, ended.status), false);
    const auto read = read_answer(ended.answer);
    if (const auto* wrong = std::get_if<std::string>(&read)) return refused(*wrong);
    return told(std::get<Result>(read), asked.schedule.has_value());
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
  if (!on_model_thread()) refuse_outside(("an assertion fails: " + why).c_str());
  mcheck::fail(FailureKind::kCheck, why);
}

}  // namespace mcheck::suite
