// SPDX-License-Identifier: MIT
// One protocol session with a checked program, from its start to its end. Never waits without a
// limit. Measures the program's time only while this process runs, so that a suspended machine or a
// stopped command does not count as a hang.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "engine/base/json.hpp"
#include "programs/mcheck/supervise/child.hpp"
#include "programs/mcheck/supervise/recorder.hpp"
#include "programs/mcheck/supervise/request.hpp"

namespace mcheck::command {

enum class EndKind {
  kAnswered,     // it sent the answer
  kDied,         // it ended without an answer
  kClosed,       // it runs, but has closed its end of the channel
  kHung,         // neither the channel nor the recorder changed
  kOutOfTime,    // the time limit and the grace period are over
  kInterrupted,  // the command received a stop signal
  kMalformed,    // it sent a malformed message
};

struct SessionEnding {
  EndKind kind = EndKind::kDied;
  Json hello;            // null if none was received
  Json answer;           // if kAnswered
  ChildExit child_exit;  // if kDied
  std::string detail;    // if kMalformed: what is wrong
  double seconds = 0;    // since the start; if kHung: the length of the silence
  Recording recording;
};

struct Limits {
  double start = 30;             // seconds until the first sign of life
  double program_silence = 7;    // seconds without one later, in the program's code
  double engine_silence = 300;   // the same in mcheck's code, as after a long execution
  double total = 0;              // seconds from start to end; 0: none
  double report_grace = 0;       // seconds to report partial results after a stop signal
  bool ignores_signals = false;  // the owner ends the session after a stop signal
};

// The progress of a search.
struct SearchProgress {
  std::uint64_t executions = 0;
  std::uint64_t events = 0;
  double seconds = 0;      // since this command began it
  double mass = 0;         // the finished share of the search; 0: unknown
  double mass_before = 0;  // the share that was finished before this command
  std::uint64_t executions_before = 0;
  std::uint64_t classes = 0;  // distinct classes; 0: not counted
  std::uint32_t depth = 0;    // choices in the current execution; 0: unknown
  unsigned workers = 1;
  EstimateKind kind = EstimateKind::kUsual;  // of the estimate that the mass gives
};

// Called about ten times a second.
using ProgressCallback = std::function<void(const SearchProgress&)>;

struct Call {
  std::string path;
  Output output = Output::kDiscard;
  Request request;
  Limits limits;
  ProgressCallback progress;                      // may be empty
  std::function<void(const Json&)> on_message{};  // receives commits; without it they are malformed
};

// A started program and the state of the protocol. Throws UsageError if it cannot be started.
class ProtocolSession {
 public:
  // Without a command no request is sent yet: the program sends its hello and waits.
  explicit ProtocolSession(const Call& call);

  // REQUIRES: no request was sent yet, or the last one was answered and announced more; the program
  // is that of the call.
  void send_request(const Call& call);
  // The program's hello; null until it arrives.
  [[nodiscard]] const Json& hello() const { return ending_.hello; }

  // Sends and receives, and checks the limits, for at most this time. True if the session has
  // ended.
  bool poll_once(int wait_ms);
  // Sends a message after the request.
  void send(const Json& message);
  // While the program waits for us, its silence is no hang.
  void allow_silence(bool allowed) { silence_allowed_ = allowed; }
  // The answer to the last request.
  [[nodiscard]] const Json& answer() const { return ending_.answer; }
  [[nodiscard]] bool is_answered() const { return ended_ && ending_.kind == EndKind::kAnswered; }
  // Kills the program, and returns how the session ended.
  [[nodiscard]] SessionEnding finish();

  [[nodiscard]] const Recorder& recorder() const { return recorder_; }
  [[nodiscard]] Recorder& recorder() { return recorder_; }
  [[nodiscard]] int descriptor() const { return child_.descriptor(); }  // for poll()
  [[nodiscard]] pid_t process() const { return child_.process(); }

 private:
  void exchange(int wait_ms);
  bool end(EndKind kind);
  void drain_messages();
  void handle_messages();
  void handle_message(std::string text);
  void reject_message(const std::string& what);
  void check_limits();
  [[nodiscard]] bool is_report_grace_over();

  Call call_;
  Recorder recorder_;
  Child child_;
  std::string outgoing_;
  std::string incoming_;
  std::size_t scanned_ = 0;  // this prefix of the received text contains no line end
  std::chrono::steady_clock::time_point last_poll_ = std::chrono::steady_clock::now();
  std::uint64_t heartbeat_ = 0;
  double program_silence_ = 0;  // seconds, while the program's code ran
  double engine_silence_ = 0;   // seconds, while mcheck's code ran in it
  bool was_alive_ = false;
  bool silence_allowed_ = false;
  bool ended_ = false;
  double stop_requested_at_ = -1;  // seconds; start of the report's grace period
  SessionEnding ending_;
};

// Starts the program, sends the request and waits for the answer; the program is dead afterwards.
// Throws UsageError if it cannot be started.
[[nodiscard]] SessionEnding run_session(const Call& call);
// The same for a started program. REQUIRES: the request was sent.
[[nodiscard]] SessionEnding run_session(ProtocolSession& started);

// Waits for the hello of a program without a request; false if the session ends before.
[[nodiscard]] bool wait_for_hello(ProtocolSession& started);

}  // namespace mcheck::command
