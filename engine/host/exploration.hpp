// SPDX-License-Identifier: MIT
// One exploration of one body, from options to a Result: the search, then each failure once more,
// from the start and with places noted, so that what is reported is what replays.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/fingerprint.hpp"
#include "engine/include/mcheck/explore.hpp"
#include "engine/trace/conflict_list.hpp"
#include "engine/trace/flight_record.hpp"
#include "engine/trace/result.hpp"
#include "engine/trace/schedule.hpp"

namespace mcheck {

struct Subject {
  std::string program;  // base name of the executable
  std::string test;
  std::vector<std::string> arguments;
  std::function<void()> body;
};

struct Progress {
  std::uint64_t executions = 0;
  std::uint64_t events = 0;
  double seconds = 0;
};

struct Watcher {
  FlightRecord* recorder = nullptr;  // may be null
  std::function<void(const Progress&)> on_progress;
  bool fingerprint_traces = false;
  bool final_states = false;  // list what all executions ended with
  bool tree = false;          // write down what a small search does
  bool source_places = true;  // of the failures' events; costs a tenth of a second each
};

// The request is wrong: an unknown strategy, a schedule of something else. Caught once in main.
class UsageError {
 public:
  explicit UsageError(std::string text) : text_(std::move(text)) {}
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
};

struct Explored {
  Result result;
  Fingerprint traces;
};

// Throws UsageError.
[[nodiscard]] Explored explore_subject(const Subject& subject, const options& how,
                                       const Watcher& watcher);

// Runs one schedule. With `stop_at`, only that many choices of it, and the thread that made the
// last one does not go on: for the schedule of a program that died. The classes are for a schedule
// that leads to a conflict.
[[nodiscard]] Result replay_subject(const Subject& subject, const options& how,
                                    const Schedule& schedule, std::optional<std::size_t> stop_at,
                                    FlightRecord* recorder,
                                    const std::vector<UserClass>& classes = {});

// Does the program repeat itself? Lines for people; false if it does not.
bool examine_subject(const Subject& subject, const options& how, std::vector<std::string>& lines);

}  // namespace mcheck
