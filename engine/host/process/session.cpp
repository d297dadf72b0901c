// SPDX-License-Identifier: MIT
#include "engine/host/process/session.hpp"

#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>

#include "dpor/registry.hpp"
#include "engine/host/classes/sequential_runs.hpp"
#include "engine/host/conflicts/conflict_search.hpp"
#include "engine/host/orders/changed_orders.hpp"
#include "engine/host/process/program_options.hpp"
#include "engine/host/process/registered_tests.hpp"
#include "engine/host/search/search_worker.hpp"
#include "engine/model/class_test.hpp"
#include "engine/runtime/isolation/kernel_effect.hpp"
#include "engine/trace/protocol/version.hpp"
#include "engine/trace/results/result_json.hpp"

namespace mcheck {
namespace {

int descriptor(const char* name) {
  const char* text = std::getenv(name);
  return text == nullptr ? -1 : std::atoi(text);
}

class Session {
 public:
  explicit Session(std::string program)
      : program_(std::move(program)), channel_(descriptor("MCHECK_CHANNEL")) {
    const int recorder = descriptor("MCHECK_RECORDER");
    if (recorder < 0) return;
    void* memory =
        mmap(nullptr, sizeof(FlightRecord), PROT_READ | PROT_WRITE, MAP_SHARED, recorder, 0);
    close(recorder);
    if (memory == MAP_FAILED) return;
    recorder_ = static_cast<FlightRecord*>(memory);
    recorder_->magic = FlightRecord::kMagic;
    recorder_->version = FlightRecord::kVersion;
  }

  int serve() {
    send_hello();
    for (;;) {
      const std::variant<Json, std::string> parsed = Json::parse(read_line());
      const Json* request = std::get_if<Json>(&parsed);
      const int code = answer_or_refuse(request);
      if (request == nullptr || !(*request)["more"].boolean()) return code;
    }
  }

 private:
  int answer_or_refuse(const Json* request) {
    if (request == nullptr || (*request)["protocol"].integer() != kProtocol) {
      return send_error("the command and the program use different protocols: rebuild both");
    }
    try {
      return answer(*request);
    } catch (const UsageError& error) {
      return send_error(error.text());
    }
  }

  int answer(const Json& request) {
    const std::string command = request["command"].text();
    if (command == "list") {
      send(Json::object().set("type", "list"));
      return 0;
    }
    const options how = options_from_json(request["options"]);
    if (command == "replay") return replay(request, how);
    std::vector<std::string> arguments;
    for (const Json& word : request["arguments"].elements()) arguments.push_back(word.text());
    const RegisteredProgram& test = find_test(program_, request["test"].text());
    const Subject subject = subject_of(program_, test, arguments);
    if (command == "doctor") return doctor(subject, how);
    if (command == "conflicts") return conflicts(request, subject, how);
    if (command == "orders") return orders(subject, how);
    if (!request["shared"].is_null()) return run_worker(request["shared"], subject, how);
    const Watcher watcher{.recorder = recorder_,
                          .on_progress = [this](const Progress& now) { report_progress(now); },
                          .final_states = request["options"]["final_states"].boolean(),
                          .tree = request["options"]["tree"].boolean(),
                          .beside_another = request["options"]["beside_another"].boolean()};
    const bool own = request["options"]["own_search"].boolean();
    return send_result(
        explore_subject(subject, own ? with_test_options(how, test) : how, watcher).result);
  }

  int conflicts(const Json& request, const Subject& subject, const options& how) {
    const Watcher watcher{.recorder = recorder_,
                          .on_progress = [this](const Progress& now) { report_progress(now); }};
    const ConflictList list =
        search_conflicts(subject, how, user_classes_from_json(request["classes"]), watcher);
    send(Json::object().set("type", "conflicts").set("conflicts", to_json(list)));
    return 0;
  }

  int orders(const Subject& subject, const options& how) {
    send(to_json(keep_orders(subject, how)));
    return 0;
  }

  int run_worker(const Json& shared, const Subject& subject, const options& how) {
    if (recorder_ == nullptr) return send_error("a search is shared with a flight recorder only");
    const CoordinatorLink coordinator{
        .recorder = recorder_,
        .commit = [this](const Commit& commit) { send(to_json(commit)); },
        .wait = [this] { return read_assignment(); }};
    change_orders(how);
    run_search_worker(subject, how,
                      {.from_the_start = shared["from_the_start"].boolean(),
                       .executions = shared["executions"].natural()},
                      coordinator);
    return 0;
  }

  // A closed connection ends the search.
  Assignment read_assignment() {
    const std::variant<Json, std::string> parsed = Json::parse(read_line());
    const Json* message = std::get_if<Json>(&parsed);
    if (message == nullptr || (*message)["type"].text() != "go") return {.end = true};
    return {.shards = (*message)["parts"].texts(),
            .executions = (*message)["executions"].natural()};
  }

  int replay(const Json& request, const options& how) {
    const ReplayTarget found = find_schedule(program_, request["schedule"].text());
    const Subject subject = subject_of(program_, *found.test, found.schedule.arguments);
    std::optional<std::size_t> stop_at;
    if (!request["stop_at"].is_null()) stop_at = request["stop_at"].natural();
    return send_result(replay_subject(subject, with_schedule(how, found.schedule), found.schedule,
                                      stop_at, recorder_,
                                      user_classes_from_json(request["classes"])));
  }

  int doctor(const Subject& subject, const options& how) {
    std::vector<std::string> lines;
    const bool ok = examine_subject(subject, how, lines);
    Json list = Json::array();
    for (const std::string& line : lines) list.add(line);
    send(Json::object().set("type", "doctor").set("lines", list).set("ok", ok));
    return ok ? 0 : exit_code(Verdict::kNotRepeatable);
  }

  int send_result(const Result& result) {
    send(Json::object().set("type", "result").set("result", to_json(result)));
    return exit_code(result.verdict);
  }

  int send_error(const std::string& message) {
    send(Json::object().set("type", "error").set("message", message));
    return 2;
  }

  void send_hello() {
    Json tests = Json::array();
    for (const RegisteredProgram* test = first_program(); test != nullptr; test = test->next) {
      Json entry = Json::object().set("name", test->name).set("description", test->description);
      const std::string strategy = preferred_strategy(*test);
      if (!strategy.empty()) entry.set("strategy", strategy);
      tests.add(std::move(entry));
    }
    Json known = Json::array();
    for (const StrategyEntry& entry : strategies()) {
      known.add(Json::object()
                    .set("name", entry.name)
                    .set("description", entry.description)
                    .set("shares", sharing_mode(entry)));
    }
    send(Json::object()
             .set("type", "hello")
             .set("protocol", kProtocol)
             .set("version", kVersion)
             .set("program", program_)
             .set("tests", tests)
             .set("writes_at_start", writes_files_at_start())
             .set("classes", class_tables())
             .set("strategies", known));
  }

  // Of class tests: the operations of each class.
  static Json class_tables() {
    Json tables = Json::array();
    for (const char* table : registered_class_tables()) tables.add(table);
    return tables;
  }

  // How processes can share a search: not at all, each with a seed of its own, or by shards.
  static const char* sharing_mode(const StrategyEntry& entry) {
    if (entry.make({})->capabilities().divisible != nullptr) return "parts";
    return entry.endless ? "seeds" : "";
  }

  void report_progress(const Progress& now) {
    send(Json::object()
             .set("type", "progress")
             .set("executions", now.executions)
             .set("events", now.events)
             .set("seconds", now.seconds));
  }

  void send(const Json& message) {
    message.dump(false, [this](std::string_view piece) { send_text(piece); });
    send_text("\n");
  }

  void send_text(std::string_view text) {
    while (!text.empty()) {
      const ssize_t now = ::send(channel_, text.data(), text.size(), MSG_NOSIGNAL);
      if (now <= 0) _exit(70);  // the command is gone
      text.remove_prefix(static_cast<std::size_t>(now));
    }
  }

  std::string read_line() {
    std::size_t end = 0;
    while ((end = incoming_.find('\n', end)) == std::string::npos) {
      end = incoming_.size();
      char bytes[65536];
      const ssize_t count = ::read(channel_, bytes, sizeof bytes);
      if (count <= 0) return "";
      incoming_.append(bytes, static_cast<std::size_t>(count));
    }
    std::string line = incoming_.substr(0, end);
    incoming_.erase(0, end + 1);
    return line;
  }

  std::string program_;
  int channel_;
  std::string incoming_;
  FlightRecord* recorder_ = nullptr;
};

}  // namespace

bool called_by_command() { return descriptor("MCHECK_CHANNEL") >= 0; }

int serve_command(const std::string& program) { return Session(program).serve(); }

}  // namespace mcheck
