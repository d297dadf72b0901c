// SPDX-License-Identifier: MIT
// One conversation with a checked program, from its start to its end, whatever that is. Never waits
// without a limit: the program's clock runs while we run, so that a suspended machine or a stopped
// command does not count as a hang.
#pragma once

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
  double start = 30;  // seconds until the first sign of life
  double quiet = 7;   // seconds without one later
  double total = 0;   // seconds from start to end; 0: none
};

// Called about ten times a second: executions, events, seconds.
using Progress = std::function<void(std::uint64_t, std::uint64_t, double)>;

struct Call {
  std::string path;
  Output output = Output::kNowhere;
  Request request;
  Limits limits;
  Progress progress;  // may be empty
};

// Starts the program, asks, listens; the program is dead afterwards. Throws UsageError if it cannot
// be started.
[[nodiscard]] Ending converse(const Call& call);

}  // namespace mcheck::command
