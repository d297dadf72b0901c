// SPDX-License-Identifier: MIT
#include "programs/mcheck/search/strategy_race.hpp"

#include <poll.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <utility>

#include "engine/trace/results/result_json.hpp"
#include "programs/mcheck/cli/invocation.hpp"
#include "programs/mcheck/cli/program_abi.hpp"
#include "programs/mcheck/supervise/crash_report.hpp"
#include "programs/mcheck/supervise/signals.hpp"

namespace mcheck::command {
namespace {

// What a search of traces does alone, about 20 ms. By its work, so that a small search always has
// the same verdict; and by its processor time, if the program takes long for few events.
constexpr std::uint64_t kHeadStartEvents = 50'000;
constexpr double kHeadStartSeconds = 0.25;
constexpr int kRacePollMs = 5;
// For a search of states after one of traces that decided nothing: at least; or as long as that.
constexpr std::chrono::seconds kLeastTimeOfStates{2};
using RaceClock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

double processor_seconds(pid_t process) {
  clockid_t clock = 0;
  timespec used{};
  if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &used) != 0) return 0;
  return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) * 1e-9;
}

// Resident memory; 0 if the process has ended.
std::size_t memory_bytes(pid_t process) {
  std::ifstream statm("/proc/" + std::to_string(process) + "/statm");
  std::size_t all = 0;
  std::size_t resident = 0;
  statm >> all >> resident;
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

// For the states that a search has seen: a quarter of the machine's memory.
std::size_t memory_budget() {
  return static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) *
         static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) / 4;
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
  [[nodiscard]] bool had_head_start() const {
    return session_->recorder().events() > kHeadStartEvents ||
           processor_seconds(session_->process()) > kHeadStartSeconds;
  }
  [[nodiscard]] bool has_result() const { return result_.has_value(); }
  [[nodiscard]] bool has_decided() const {
    return result_ && result_->verdict != Verdict::kIncomplete;
  }
  // Verifies no more than interleavings, where a search of traces knows RC11.
  [[nodiscard]] bool assumes_too_much(const options& asked) const {
    return result_->verdict == Verdict::kVerified && result_->assumes_sc &&
           asked.memory != memory_model::sc;
  }
  // Its process has ended without having searched.
  [[nodiscard]] bool was_refused() const { return result_ && result_->strategy.empty(); }
  [[nodiscard]] Result take_result() { return std::move(*result_); }

  void poll(const Schedule& base_schedule) {
    if (result_ || !session_->poll_once(0)) return;
    const SessionEnding ending = session_->finish();
    throw_if_error_answer(ending, call_.path);
    result_ = is_answer(ending, "result") ? result_from_json(ending.answer["result"])
                                          : result_from_ending(ending, call_, base_schedule);
  }
  // It decides only by an answer that the program gave itself: if its process is killed or cannot
  // start beside the first, or the request is refused, the first goes on alone.
  void poll_second() {
    if (result_) return;
    if (session_->poll_once(0)) {
      const SessionEnding ending = session_->finish();
      result_ = is_answer(ending, "result") ? result_from_json(ending.answer["result"]) : Result();
      if (result_->verdict == Verdict::kNotRepeatable) result_->verdict = Verdict::kIncomplete;
    } else if (memory_bytes(session_->process()) > memory_budget()) {
      session_.reset();  // ends the process
      result_.emplace();
    }
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
  const options& asked = call.request.search;
  // An isolated program is more than its memory; --progress is a search of states in any case.
  const bool comparable = asked.isolate == isolation::automatic && asked.executions == 0 &&
                          asked.progress == guarantee::none && asked.orders.empty() &&
                          !call.request.tree && !call.request.final_states;
  Contender traces(call, "optimal", std::move(started));
  std::optional<Contender> states;
  const RaceClock::time_point begin = RaceClock::now();
  std::optional<RaceClock::time_point> deadline;  // of the states, if traces have decided nothing
  for (;;) {
    wait_for(traces, states);
    traces.poll(base_schedule);
    if (states) states->poll_second();
    if (traces.has_decided()) return traces.take_result();
    if (states && states->has_decided() && !states->assumes_too_much(asked))
      return states->take_result();
    const RaceClock::time_point now = RaceClock::now();
    const bool is_over = asked.seconds > 0 && now - begin >= Seconds(asked.seconds);
    if (traces.has_result() && !deadline) {
      deadline = asked.seconds > 0
                     ? RaceClock::time_point::max()
                     : now + std::max(now - begin, RaceClock::duration(kLeastTimeOfStates));
    }
    const bool all_ended =
        traces.has_result() && (!states || states->has_result() || is_over || now >= *deadline);
    // What a search of traces could not decide, one of states may: a loop without an end.
    const bool starts = comparable && !states && !is_over && stop_signal() == 0 &&
                        (traces.has_result() || traces.had_head_start());
    if (starts) {
      Call second = call;
      second.progress = {};
      second.output = Output::kDiscard;
      second.request.beside_another = true;
      // It checks whether RC11 permits more than interleavings, and decides nothing if it does.
      if (asked.memory == memory_model::rc11)
        second.request.search.memory = memory_model::automatic;
      states.emplace(second, "states", nullptr);
    } else if (all_ended) {
      Result undecided = traces.take_result();
      if (states && !states->was_refused()) undecided.strategy = kRacingStrategies;
      return undecided;
    }
  }
}

}  // namespace mcheck::command
