// SPDX-License-Identifier: MIT
// One protocol session with a checked program, from its start to its end. Never waits without a
// limit. Measures the program's time only while this process runs, so that a suspended machine or a
// stopped command does not count as a hang.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "engine/base/json.hpp"
#include "programs/mcheck/child.hpp"
#include "programs/mcheck/recorder.hpp"
#include "programs/mcheck/request.hpp"

namespace mcheck::command {

enum class EndKind {
  kAnswered,     // it sent the answer
  kDied,         // it ended without an answer
  kClosed,       // it runs, but has closed its end of the channel
  kHung,         // neither the channel nor the recorder changed
  kOutOfTime,    // the time limit and the grace period are over
  kInterrupted,  // the command received a stop signal
  kGarbled,      // it sent a malformed message
};

struct Ending {
  EndKind kind = EndKind::kDied;
  Json hello;          // null if none was received
  Json answer;         // if kAnswered
  ChildEnd death;      // if kDied
  std::string detail;  // if kMalformed: what is wrong
  double seconds = 0;  // since the start; if kHung: the length of the silence
  Recording recording;
};

struct Limits {
  double start = 30;            // seconds until the first sign of life
  double quiet = 7;             // seconds without one later, in the program's code
  double thinking = 300;        // the same in mcheck's code, as after a long execution
  double total = 0;             // seconds from start to end; 0: none
  double farewell = 0;          // seconds to report partial results after a stop signal
  bool beyond_signals = false;  // the owner ends the session after a stop signal
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
using Progress = std::function<void(const SearchProgress&)>;

struct Call {
  std::string path;
  Output output = Output::kNowhere;
  Request request;
  Limits limits;
  Progress progress;                              // may be empty
  std::function<void(const Json&)> on_message{};  // receives commits; without it they are malformed
};

// A started program and the state of the protocol. Throws UsageError if it cannot be started.
class Conversation {
 public:
  // Without a command no request is sent yet: the program sends its hello and waits.
  explicit Conversation(const Call& call);

  // REQUIRES: no request was sent yet, and the program is that of the call.
  void ask(const Call& call);
  // The program's hello; null until it arrives.
  [[nodiscard]] const Json& hello() const { return ending_.hello; }

  // Sends and receives, and checks the limits, for at most this time. True if the session has
  // ended.
  bool turn(int wait_ms);
  // Sends a message after the request.
  void say(const Json& message);
  // While the program waits for us, its silence is no hang.
  void expect_nothing(bool nothing) { expects_nothing_ = nothing; }
  // Kills the program, and returns how the session ended.
  [[nodiscard]] Ending finish();

  [[nodiscard]] const Recorder& recorder() const { return recorder_; }
  [[nodiscard]] Recorder& recorder() { return recorder_; }
  [[nodiscard]] int descriptor() const { return child_.descriptor(); }  // for poll()

 private:
  void listen(int wait_ms);
  bool end(EndKind kind);
  void hear_last_words();
  void take_messages();
  void take_message(std::string text);
  void garbled(const std::string& what);
  void look_at_the_clock();
  [[nodiscard]] bool has_had_its_say();

  Call call_;
  Recorder recorder_;
  Child child_;
  std::string outgoing_;
  std::string incoming_;
  std::size_t searched_ = 0;  // this prefix of the received text contains no line end
  std::chrono::steady_clock::time_point last_turn_ = std::chrono::steady_clock::now();
  std::uint64_t heartbeat_ = 0;
  double quiet_ = 0;     // seconds, while the program's code ran
  double thinking_ = 0;  // seconds, while mcheck's code ran in it
  bool alive_ = false;
  bool expects_nothing_ = false;
  bool ended_ = false;
  double asked_to_stop_at_ = -1;  // seconds; start of the report's grace period
  Ending ending_;
};

// Starts the program, sends the request and waits for the answer; the program is dead afterwards.
// Throws UsageError if it cannot be started.
[[nodiscard]] Ending converse(const Call& call);
// The same for a started program. REQUIRES: the request was sent.
[[nodiscard]] Ending converse(Conversation& started);

// Waits for the hello of a program without a request; false if the session ends before.
[[nodiscard]] bool introduces_itself(Conversation& started);

}  // namespace mcheck::command
