// SPDX-License-Identifier: MIT
#include "programs/mcheck/worker.hpp"

#include <algorithm>

namespace mcheck::command {
namespace {

// After a worker had nothing to give away, it is not asked again for this long.
constexpr std::chrono::milliseconds kRespite(10);

Call worker_call(Call call, const std::optional<Beginning>& beginning, std::uint64_t executions,
                 std::function<void(const Json&)> on_message) {
  call.request.shared = Shared{.from_the_start = beginning.has_value(), .executions = executions};
  if (beginning) call.request.search.seed = beginning->seed;
  call.limits.beyond_signals = true;
  call.limits.total = 0;
  call.progress = nullptr;
  call.on_message = std::move(on_message);
  return call;
}

}  // namespace

Worker::Worker(const Call& call, std::optional<Beginning> beginning, std::uint64_t executions,
               OnCommit on_commit)
    : on_commit_(std::move(on_commit)),
      beginning_(beginning),
      x(executions),
      conversation_(worker_call(call, beginning, executions,
                                [this](const Json& json) { take(commit_from_json(json)); })) {}

void Worker::take(const Commit& commit) {
  beginning_.reset();
  outstanding_ = commit.outstanding;
  waits_ = commit.waits;
  x = waits_ ? 0 : x - std::min(x, commit.counts.executions);
  conversation_.expect_nothing(waits_);
  if (asked_ && (!commit.given.empty() || waits_ || !conversation_.recorder().is_to_give_away())) {
    asked_ = false;
    if (commit.given.empty()) refused_ = Clock::now();
  }
  on_commit_(commit);
}

void Worker::go_on(const std::vector<std::string>& parts, std::uint64_t executions) {
  outstanding_.insert(outstanding_.end(), parts.begin(), parts.end());
  x = executions;
  waits_ = asked_ = false;
  conversation_.recorder().ask_to_give_away(false);
  conversation_.expect_nothing(false);
  Json message = Json::object();
  message.set("type", "go").set("parts", Json::of(parts)).set("executions", executions);
  conversation_.say(message);
  static_cast<void>(conversation_.turn(0));
}

void Worker::ask_to_give_away() {
  asked_ = true;
  conversation_.recorder().ask_to_give_away(true);
}

bool Worker::can_be_asked() const {
  return !waits_ && !asked_ && Clock::now() - refused_ > kRespite;
}

}  // namespace mcheck::command
