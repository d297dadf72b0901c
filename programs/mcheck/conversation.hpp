// SPDX-License-Identifier: MIT
// One conversation with a checked program, from its start to its end, whatever that is. Never waits
// without a limit: the program's clock runs while we run, so that a suspended machine or a stopped
// command does not count as a hang.
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
  kAnswered,     // it said what was asked
  kDied,         // it ended, one way or another, without an answer
  kClosed,       // it runs on, but has closed its end of the channel
  kHung,         // neither the channel nor the recorder moved
  kOutOfTime,    // the budget and the grace are used up
  kInterrupted,  // we were asked to stop
  kGarbled,      // it sent what is no message
};

struct Ending {
  EndKind kind = EndKind::kDied;
  Json hello;          // null if it never came
  Json answer;         // if kAnswered
  ChildEnd death;      // if kDied
  std::string detail;  // if kGarbled: what is wrong with it
  double seconds = 0;  // since the start; if kHung: how long it was quiet
  Recording recording;
};

struct Limits {
  double start = 30;            // seconds until the first sign of life
  double quiet = 7;             // seconds without one later, in the program
  double thinking = 300;        // the same between its steps: after a long execution, say
  double total = 0;             // seconds from start to end; 0: none
  double farewell = 0;          // seconds to tell what it has, once we are asked to stop
  bool beyond_signals = false;  // when we are asked to stop, somebody else will end it
};

// How far a search is.
struct SearchProgress {
  std::uint64_t executions = 0;
  std::uint64_t events = 0;
  double seconds = 0;      // since this command began it
  double mass = 0;         // the share of the search that is finished; 0: no idea
  double mass_before = 0;  // of that, before this command began
  std::uint64_t executions_before = 0;
  std::uint64_t classes = 0;  // different executions; 0: not counted
  std::uint32_t depth = 0;    // choices in the execution in progress; 0: unknown
  unsigned workers = 1;
  EstimateKind kind = EstimateKind::kUsual;  // of what the mass leads to
};

// Called about ten times a second.
using Progress = std::function<void(const SearchProgress&)>;

struct Call {
  std::string path;
  Output output = Output::kNowhere;
  Request request;
  Limits limits;
  Progress progress;                              // may be empty
  std::function<void(const Json&)> on_message{};  // for commits; without it they are no messages
};

// A program that has been started and asked. Throws UsageError if it cannot be started.
class Conversation {
 public:
  // Without a command nothing is asked yet: the program introduces itself, and waits.
  explicit Conversation(const Call& call);

  // REQUIRES: nothing was asked yet, and the program is the call's.
  void ask(const Call& call);
  // What the program said of itself; null as long as it has not.
  [[nodiscard]] const Json& hello() const { return ending_.hello; }

  // Sends, hears and looks for so long at most; true if that was the last turn.
  bool turn(int wait_ms);
  // Says something more than the request.
  void say(const Json& message);
  // While it waits for us it need not show that it lives.
  void expect_nothing(bool nothing) { expects_nothing_ = nothing; }
  // Sees to it that the program is dead, and tells how it ended.
  [[nodiscard]] Ending finish();

  [[nodiscard]] const Recorder& recorder() const { return recorder_; }
  [[nodiscard]] Recorder& recorder() { return recorder_; }
  [[nodiscard]] int descriptor() const { return child_.descriptor(); }  // to wait for

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
  std::size_t searched_ = 0;  // so much of what came holds no line end
  std::chrono::steady_clock::time_point last_turn_ = std::chrono::steady_clock::now();
  std::uint64_t heartbeat_ = 0;
  double quiet_ = 0;     // seconds, while the program was at work
  double thinking_ = 0;  // and while mcheck was, in it
  bool alive_ = false;
  bool expects_nothing_ = false;
  bool ended_ = false;
  double asked_to_stop_at_ = -1;  // seconds; it has that long to tell what it has found
  Ending ending_;
};

// Starts the program, asks, listens; the program is dead afterwards. Throws UsageError if it cannot
// be started.
[[nodiscard]] Ending converse(const Call& call);
// The same with a program that was started, and to be asked this.
[[nodiscard]] Ending converse(Conversation& started);

// Hears a program introduce itself that was not asked yet; false if it never does.
[[nodiscard]] bool introduces_itself(Conversation& started);

}  // namespace mcheck::command
