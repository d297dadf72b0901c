// SPDX-License-Identifier: MIT
// The coordinator's view of one worker process: its protocol session, and the work that would be
// outstanding if it died now.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/trace/protocol/commit.hpp"
#include "programs/mcheck/supervise/protocol_session.hpp"

namespace mcheck::command {

// A search that is not divided into shards yet.
struct WholeSearch {
  std::uint64_t seed = 0;
  std::uint64_t executions = 0;  // 0: no limit
};

class Worker {
 public:
  using OnCommit = std::function<void(const Commit&)>;

  // With a whole search the worker starts it; without, it waits for shards. `executions` limits it,
  // 0 is no limit. Throws UsageError.
  Worker(const Call& call, std::optional<WholeSearch> whole_search, std::uint64_t executions,
         OnCommit on_commit);

  // True when the session has ended.
  bool poll_once() { return session_.poll_once(0); }
  // Continues, with these shards in addition to its own.
  void resume(const std::vector<std::string>& shards, std::uint64_t executions);
  void request_shard();
  void request_stop() { session_.recorder().request_stop(); }
  [[nodiscard]] EstimateKind estimate_kind() const { return session_.recorder().estimate_kind(); }
  [[nodiscard]] SessionEnding finish() { return session_.finish(); }

  [[nodiscard]] int descriptor() const { return session_.descriptor(); }
  // It has committed everything, and waits for resume().
  [[nodiscard]] bool is_waiting() const { return waiting_; }
  [[nodiscard]] bool has_work() const { return whole_search_ || !outstanding_.empty(); }
  [[nodiscard]] bool can_give_shard() const;
  [[nodiscard]] bool is_shard_requested() const { return shard_requested_; }
  [[nodiscard]] const std::optional<WholeSearch>& whole_search() const { return whole_search_; }
  [[nodiscard]] const std::vector<std::string>& outstanding() const { return outstanding_; }
  // Executions that it may still run before it waits, if there is a limit.
  [[nodiscard]] std::uint64_t remaining_executions() const { return remaining_executions_; }

 private:
  using Clock = std::chrono::steady_clock;

  void handle_commit(const Commit& commit);

  OnCommit on_commit_;
  std::optional<WholeSearch> whole_search_;  // set until the first commit
  std::vector<std::string> outstanding_;
  std::uint64_t remaining_executions_;
  bool waiting_ = false;
  bool shard_requested_ = false;
  Clock::time_point last_refusal_{};  // when it last had nothing to give
  ProtocolSession session_;           // last: its callbacks use all members above
};

}  // namespace mcheck::command
