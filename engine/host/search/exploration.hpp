// SPDX-License-Identifier: MIT
// Explores one test body, from options to a Result: the search, then a replay of each failure from
// the start with source locations, so that what is reported is what replays.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/fingerprint.hpp"
#include "engine/include/mcheck/explore.hpp"
#include "engine/trace/protocol/flight_record.hpp"
#include "engine/trace/protocol/schedule.hpp"
#include "engine/trace/results/conflict_list.hpp"
#include "engine/trace/results/result.hpp"

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
  bool final_states = false;     // list the final states of all executions
  bool tree = false;             // record the tree of a small search
  bool source_locations = true;  // of the failures' events; 0.1 s each
  // Another process searches the same program: ends with UsageError before the program changes
  // what both can see, as files.
  bool beside_another = false;
};

// A wrong request: an unknown strategy, a schedule of another program. Caught once in main.
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

// Runs one schedule. With `stop_at` only that many of its choices are taken, and the thread of the
// last one is not resumed: for the schedule of a program that crashed. `classes` are for a schedule
// that leads to a conflict.
[[nodiscard]] Result replay_subject(const Subject& subject, const options& how,
                                    const Schedule& schedule, std::optional<std::size_t> stop_at,
                                    FlightRecord* recorder,
                                    const std::vector<UserClass>& classes = {});

// Whether the program repeats itself, with lines for `mcheck doctor`.
bool examine_subject(const Subject& subject, const options& how, std::vector<std::string>& lines);

}  // namespace mcheck
