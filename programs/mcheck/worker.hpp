// SPDX-License-Identifier: MIT
// The coordinator's view of one worker process: its protocol session, and the work that would be
// outstanding if it died now.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/trace/commit.hpp"
#include "programs/mcheck/conversation.hpp"

namespace mcheck::command {

// A search that is not divided into shards yet.
struct Beginning {
  std::uint64_t seed = 0;
  std::uint64_t executions = 0;  // 0: no limit
};

class Worker {
 public:
  using OnCommit = std::function<void(const Commit&)>;

  // With a whole search the worker starts it; without, it waits for shards. `executions` limits it,
  // 0 is no limit. Throws UsageError.
  Worker(const Call& call, std::optional<Beginning> beginning, std::uint64_t executions,
         OnCommit on_commit);

  // True when the session has ended.
  bool turn() { return conversation_.turn(0); }
  // Continues, with these shards in addition to its own.
  void go_on(const std::vector<std::string>& parts, std::uint64_t executions);
  void ask_to_give_away();
  void ask_to_stop() { conversation_.recorder().ask_to_stop(); }
  [[nodiscard]] EstimateKind estimate_kind() const {
    return conversation_.recorder().estimate_kind();
  }
  [[nodiscard]] Ending finish() { return conversation_.finish(); }

  [[nodiscard]] int descriptor() const { return conversation_.descriptor(); }
  // It has committed everything, and waits for resume().
  [[nodiscard]] bool waits() const { return waits_; }
  [[nodiscard]] bool has_work() const { return beginning_ || !outstanding_.empty(); }
  [[nodiscard]] bool can_be_asked() const;
  [[nodiscard]] bool is_asked() const { return asked_; }
  [[nodiscard]] const std::optional<Beginning>& beginning() const { return beginning_; }
  [[nodiscard]] const std::vector<std::string>& outstanding() const { return outstanding_; }
  // Executions that it may still run before it waits, if there is a limit.
  [[nodiscard]] std::uint64_t granted() const { return x; }

 private:
  using Clock = std::chrono::steady_clock;

  void take(const Commit& commit);

  OnCommit on_commit_;
  std::optional<Beginning> beginning_;  // set until the first commit
  std::vector<std::string> outstanding_;
  std::uint64_t x;
  bool waits_ = false;
  bool asked_ = false;
  Clock::time_point refused_{};  // when it last had nothing to give
  Conversation conversation_;    // last: its callbacks use all members above
};

}  // namespace mcheck::command
