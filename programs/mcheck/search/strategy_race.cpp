// SPDX-License-Identifier: MIT
#include "programs/mcheck/search/strategy_race.hpp"

#include <poll.h>
#include <time.h>

#include <utility>

#include "engine/trace/results/result_json.hpp"
#include "programs/mcheck/cli/program_abi.hpp"
#include "programs/mcheck/supervise/crash_report.hpp"
#include "programs/mcheck/supervise/signals.hpp"

namespace mcheck::command {
namespace {

constexpr double kHeadStartSeconds = 0.02;  // of processor time
constexpr int kRacePollMs = 5;

double processor_seconds(pid_t process) {
  clockid_t clock = 0;
  timespec used{};
  if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &used) != 0) return 0;
  return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) * 1e-9;
}

class Contender {
 public:
  Contender(const Call& call, const char* strategy, std::shared_ptr<ProtocolSession> started)
      : call_(call), session_(std::move(started)) {
    call_.request.search.strategy = strategy;
    if (session_) {
      session_->send_request(call_);
    } else {
      session_ = std::make_shared<ProtocolSession>(call_);
    }
  }

  [[nodiscard]] int descriptor() const { return session_->descriptor(); }
  [[nodiscard]] double seconds() const { return processor_seconds(session_->process()); }
  [[nodiscard]] bool has_result() const { return result_.has_value(); }
  // Not if the program needs RC11, and this strategy cannot have it.
  [[nodiscard]] bool decides(const options& asked) const {
    if (!result_ || result_->verdict == Verdict::kIncomplete) return false;
    return result_->verdict != Verdict::kVerified || !result_->assumes_sc ||
           asked.memory == memory_model::sc;
  }
  [[nodiscard]] Result take_result() { return std::move(*result_); }

  // A refused request is an error only if the search was to be made in any case.
  void poll(const Schedule& base_schedule, bool may_be_refused) {
    if (result_ || !session_->poll_once(0)) return;
    const SessionEnding ending = session_->finish();
    if (may_be_refused && is_answer(ending, "error")) {
      result_.emplace();
      return;
    }
    throw_if_error_answer(ending, call_.path);
    result_ = is_answer(ending, "result") ? result_from_json(ending.answer["result"])
                                          : result_from_ending(ending, call_, base_schedule);
  }

 private:
  Call call_;
  std::shared_ptr<ProtocolSession> session_;
  std::optional<Result> result_;
};

void wait_for(const Contender& first, const std::optional<Contender>& second) {
  pollfd descriptors[2] = {{.fd = first.has_result() ? -1 : first.descriptor(), .events = POLLIN}};
  const bool both = second && !second->has_result();
  descriptors[1] = {.fd = both ? second->descriptor() : -1, .events = POLLIN};
  ::poll(descriptors, 2, kRacePollMs);
}

}  // namespace

Result race_strategies(const Call& call, const Schedule& base_schedule,
                       std::shared_ptr<ProtocolSession> started) {
  Contender traces(call, "optimal", std::move(started));
  std::optional<Contender> states;
  for (;;) {
    wait_for(traces, states);
    traces.poll(base_schedule, false);
    if (states) states->poll(base_schedule, true);
    if (traces.decides(call.request.search)) return traces.take_result();
    if (states && states->decides(call.request.search)) return states->take_result();
    const bool all_ended = traces.has_result() && (!states || states->has_result());
    // What a search of traces could not decide, one of states may: a loop without an end.
    const bool comparable =
        call.request.search.memory != memory_model::rc11;  // a state would need all versions
    const bool starts = comparable && !states && stop_signal() == 0 &&
                        (traces.has_result() || traces.seconds() > kHeadStartSeconds);
    if (starts) {
      Call second = call;
      second.progress = {};
      states.emplace(second, "states", nullptr);
    } else if (all_ended) {
      return traces.take_result();
    }
  }
}

}  // namespace mcheck::command
