// SPDX-License-Identifier: MIT
#include "programs/mcheck/search/worker.hpp"

#include <algorithm>

namespace mcheck::command {
namespace {

// After a worker had nothing to give away, it is not asked again for this long.
constexpr std::chrono::milliseconds kRetryDelay(10);

Call worker_call(Call call, const std::optional<WholeSearch>& whole_search,
                 std::uint64_t executions, std::function<void(const Json&)> on_message) {
  call.request.shared = Shared{.whole_search = whole_search.has_value(), .executions = executions};
  if (whole_search) call.request.search.seed = whole_search->seed;
  call.limits.ignores_signals = true;
  call.limits.total = 0;
  call.progress = nullptr;
  call.on_message = std::move(on_message);
  return call;
}

}  // namespace

Worker::Worker(const Call& call, std::optional<WholeSearch> whole_search, std::uint64_t executions,
               OnCommit on_commit)
    : on_commit_(std::move(on_commit)),
      whole_search_(whole_search),
      remaining_executions_(executions),
      session_(worker_call(call, whole_search, executions,
                           [this](const Json& json) { handle_commit(commit_from_json(json)); })) {}

void Worker::handle_commit(const Commit& commit) {
  whole_search_.reset();
  outstanding_ = commit.outstanding;
  waiting_ = commit.is_waiting;
  remaining_executions_ =
      waiting_ ? 0
               : remaining_executions_ - std::min(remaining_executions_, commit.counts.executions);
  session_.allow_silence(waiting_);
  if (shard_requested_ &&
      (!commit.shards_given.empty() || waiting_ || !session_.recorder().is_shard_requested())) {
    shard_requested_ = false;
    if (commit.shards_given.empty()) last_refusal_ = Clock::now();
  }
  on_commit_(commit);
}

void Worker::resume(const std::vector<std::string>& shards, std::uint64_t executions) {
  outstanding_.insert(outstanding_.end(), shards.begin(), shards.end());
  remaining_executions_ = executions;
  waiting_ = shard_requested_ = false;
  session_.recorder().request_shard(false);
  session_.allow_silence(false);
  Json message = Json::object();
  message.set("type", "go").set("parts", Json::of(shards)).set("executions", executions);
  session_.send(message);
  static_cast<void>(session_.poll_once(0));
}

void Worker::request_shard() {
  shard_requested_ = true;
  session_.recorder().request_shard(true);
}

bool Worker::can_give_shard() const {
  return !waiting_ && !shard_requested_ && Clock::now() - last_refusal_ > kRetryDelay;
}

}  // namespace mcheck::command
