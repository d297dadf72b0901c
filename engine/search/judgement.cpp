// SPDX-License-Identifier: MIT
#include "engine/search/judgement.hpp"

#include "engine/search/run.hpp"
#include "engine/search/state_graph.hpp"

namespace mcheck {
namespace {

template <class Take>
void for_each(const ThreadSet& threads, Take take) {
  for (unsigned i = 0; i < threads.size(); ++i) take(threads.at(i));
}

bool is_within(const ThreadSet& some, const ThreadSet& all) {
  bool within = true;
  for_each(some, [&](ThreadId thread) { within = within && all.has(thread); });
  return within;
}

std::string names_of(const Execution& execution, const ThreadSet& threads) {
  std::string text;
  for (unsigned i = 0; i < threads.size(); ++i) {
    if (i > 0) text += i + 1 == threads.size() ? " and " : ", ";
    text += execution.thread_text(threads.at(i));
  }
  return text;
}

bool is_in_operation(const ThreadRecord& record) {
  return record.id != kMainThread && record.status == ThreadRecord::Status::kReady;
}

}  // namespace

std::optional<Failure> Judgement::arrive() {
  if (states_.size() != execution_.steps()) return std::nullopt;
  const std::optional<Fingerprint> all = state_of_all(execution_, executor_);
  if (!all) return std::nullopt;
  State& state = states_.emplace_back();
  state.all = *all;
  state.events = execution_.events().size();
  for (const ThreadRecord& record : execution_.threads()) {
    if (execution_.ways(record) > 0) state.able.add(record.id);
  }
  if (execution_.steps() != judging_.step) return std::nullopt;
  if (judging_.by != JudgedBy::kCircle) return no_progress();
  // A cycle in which others wait for a thread whose assumption is false is no livelock.
  return execution_.stops().empty() ? fair_circle() : std::nullopt;
}

std::optional<Judgement::Circle> Judgement::circle_from(std::size_t from) const {
  if (states_[from].all != states_.back().all) return std::nullopt;
  Circle circle{.begin = states_[from].events, .steps = states_.size() - 1 - from};
  for (std::size_t i = from; i < states_.size(); ++i) {
    for_each(states_[i].able, [&](ThreadId thread) { circle.able.add(thread); });
  }
  for (const Event& event : execution_.events().subspan(circle.begin)) {
    circle.moved.add(event.thread);
  }
  return circle;
}

// "after 6 steps everything is as it was: T1 fails to try_lock `b`, …"
std::string Judgement::round_text(const Circle& circle) const {
  std::string text = "after " + std::to_string(circle.steps) + " steps everything is as it was";
  std::string failed;
  for (const Event& event : execution_.events().subspan(circle.begin)) {
    if (!event.failed) continue;
    const std::string one = execution_.thread_text(event.thread) + "'s " +
                            name_of(event.operation) + " of `" +
                            execution_.object_text(event.operation.object) + "` fails";
    if (failed.find(one) == std::string::npos) failed += (failed.empty() ? ": " : ", ") + one;
  }
  return text + failed;
}

// The threads whose operations fail, or that are blocked for the whole cycle by an object that
// others use again and again.
ThreadSet Judgement::unsatisfied(const Circle& circle) const {
  ThreadSet list;
  const std::span<const Event> events = execution_.events().subspan(circle.begin);
  for (const Event& event : events) {
    if (event.failed) list.add(event.thread);
  }
  for (const ThreadRecord& record : execution_.threads()) {
    const bool waits = record.status == ThreadRecord::Status::kReady &&
                       record.pending.kind != Kind::kJoin && !circle.able.has(record.id);
    if (!waits) continue;
    for (const Event& event : events) {
      const bool changes = event.version_after != kNone;
      if (changes && event.operation.object == record.pending.object) list.add(record.id);
    }
  }
  return list;
}

std::optional<Failure> Judgement::fair_circle() const {
  for (std::size_t from = states_.size() - 1; from > 0; --from) {
    const std::optional<Circle> circle = circle_from(from - 1);
    if (!circle || !is_within(circle->able, circle->moved)) continue;
    const ThreadSet without = unsatisfied(*circle);
    ThreadSet content;
    for_each(circle->moved, [&](ThreadId thread) {
      if (!without.has(thread)) content.add(thread);
    });
    const bool starves = !without.empty() && !content.empty();
    std::string text =
        starves
            ? names_of(execution_, without) + " never gets on while " +
                  names_of(execution_, content) + " goes round for ever, and all have their turn"
            : names_of(execution_, circle->moved) + " go round for ever, each in its turn";
    return Failure{.kind = starves ? FailureKind::kStarvation : FailureKind::kLivelock,
                   .thread = (starves ? without : circle->moved).at(0),
                   .message = text + ": " + round_text(*circle)};
  }
  return std::nullopt;
}

std::optional<Failure> Judgement::no_progress() const {
  const bool alone = judging_.by == JudgedBy::kObstructionFree;
  const std::string what = alone ? "not obstruction-free: " : "not lock-free: ";
  for (const ThreadRecord& record : execution_.threads()) {
    if (!is_in_operation(record) || states_.back().able.has(record.id)) continue;
    return Failure{.kind = FailureKind::kNotLockFree,
                   .thread = record.id,
                   .message = what + describe_blocked(execution_, record) +
                              ": if the others stop here, it never completes"};
  }
  for (std::size_t from = states_.size() - 1; from > 0; --from) {
    const std::optional<Circle> circle = circle_from(from - 1);
    if (!circle || (alone && circle->moved.size() > 1)) continue;
    if (circle->moved.size() == 1 && circle->moved.has(kMainThread)) continue;
    const bool one = circle->moved.size() == 1;
    return Failure{.kind = FailureKind::kNotLockFree,
                   .thread = circle->moved.at(0),
                   .message = what + names_of(execution_, circle->moved) +
                              (one ? " goes round, and completes nothing: "
                                   : " go round, and none of them completes anything: ") +
                              round_text(*circle)};
  }
  return std::nullopt;
}

}  // namespace mcheck
