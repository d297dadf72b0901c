// SPDX-License-Identifier: MIT
#include "dpor/sampling/surw.hpp"

#include <algorithm>

#include "dpor/sampling/probabilities.hpp"
#include "engine/trace/order/dependency.hpp"

namespace mcheck {
namespace {

// Whether it counts as a use of a shared object. Destruction does not: main destroys objects that
// only one other thread used.
bool is_use(const Operation& operation) {
  return touches_object(operation) && operation.kind != Kind::kDestroy;
}

}  // namespace

// --- measuring the program -----------------------------------------------------------------------

void SelectivelyUniformWalk::learn(const Execution& execution, Ending ending) {
  const bool is_complete = ending == Ending::kFinished && !in_fair_suffix();
  if (!is_complete && measured_executions_ > 0) return;
  if (is_complete && !measurements_complete_) {
    measured_executions_ = 0;
    uses_.clear();
  }
  measurements_complete_ = is_complete;
  ++measured_executions_;
  for (const Event& event : execution.events()) {
    const Operation& operation = event.operation;
    if (operation.kind == Kind::kSpawn) starter_[event.result] = event.thread;
    if (event.eager) continue;
    thread_limit_ = std::max(thread_limit_, index(event.thread) + 1);
    ++uses_[kNoObject].counts[event.thread];
    if (interest_ == Interest::kEverything || !is_use(operation)) continue;
    Uses& uses = uses_[operation.object];
    ++uses.counts[event.thread];
    uses.is_changed = uses.is_changed || event.mode != Mode::kRead;
  }
}

std::uint64_t SelectivelyUniformWalk::mean(std::uint64_t counts) const {
  return std::max<std::uint64_t>(1, (counts + measured_executions_ / 2) / measured_executions_);
}

std::vector<std::uint64_t> SelectivelyUniformWalk::means(const Uses& uses) const {
  std::vector<std::uint64_t> all;
  for (const auto& [thread, counts] : uses.counts) all.push_back(mean(counts));
  return all;
}

std::vector<const SelectivelyUniformWalk::Uses*> SelectivelyUniformWalk::shared_objects() const {
  std::vector<const Uses*> found;
  for (const auto& [object, uses] : uses_) {
    if (object != kNoObject && uses.is_changed && uses.counts.size() > 1) found.push_back(&uses);
  }
  return found;
}

// --- one execution -------------------------------------------------------------------------------

void SelectivelyUniformWalk::start() {
  std::ranges::fill(remaining_, 0);
  intended_.reset();
  events_seen_ = 0;
  object_ = kNoObject;
  if (measured_executions_ > 0) draw_interest();
}

void SelectivelyUniformWalk::draw_interest() {
  const Uses* drawn = &uses_[kNoObject];
  if (const std::vector<const Uses*> objects = shared_objects(); !objects.empty()) {
    drawn = objects[random().below(objects.size())];
    for (const auto& [object, uses] : uses_) {
      if (&uses == drawn) object_ = object;
    }
  }
  for (const auto& [thread, counts] : drawn->counts) remaining_[index(thread)] = mean(counts);
}

bool SelectivelyUniformWalk::interesting(const Operation& operation) const {
  if (object_ == kNoObject) return true;
  return is_use(operation) && operation.object == object_;
}

// Remaining interesting operations of the thread, and of those that it has yet to start.
std::uint64_t SelectivelyUniformWalk::remaining_of(const Execution& execution,
                                                   ThreadId thread) const {
  std::uint64_t sum = remaining_[index(thread)];
  for (unsigned i = 1; i < thread_limit_; ++i) {
    ThreadId starter{static_cast<std::uint16_t>(i)};
    if (remaining_[i] == 0 || execution.has_thread(starter)) continue;
    while (!execution.has_thread(starter)) starter = starter_[index(starter)];
    if (starter == thread) sum += remaining_[i];
  }
  return sum;
}

std::optional<ThreadId> SelectivelyUniformWalk::draw_thread(const std::vector<Share>& shares) {
  std::uint64_t total = 0;
  for (const Share& share : shares) total += share.operations;
  if (total == 0) return std::nullopt;
  std::uint64_t at = random().below(total);
  std::size_t drawn = 0;
  while (at >= shares[drawn].operations) at -= shares[drawn++].operations;
  return shares[drawn].thread;
}

// An intended thread that has started others shares what was intended with them.
void SelectivelyUniformWalk::follow_spawns(const Execution& execution) {
  std::vector<ThreadId> candidates;
  if (intended_) candidates.push_back(*intended_);
  for (; events_seen_ < execution.events().size(); ++events_seen_) {
    const Event& event = execution.events()[events_seen_];
    if (event.operation.kind != Kind::kSpawn) continue;
    const ThreadId child{static_cast<std::uint16_t>(event.result)};
    starter_[index(child)] = event.thread;
    if (std::ranges::find(candidates, event.thread) != candidates.end())
      candidates.push_back(child);
  }
  if (candidates.size() < 2) return;
  std::vector<Share> shares;
  for (const ThreadId candidate : candidates)
    shares.push_back({candidate, remaining_of(execution, candidate)});
  intended_ = draw_thread(shares);
}

void SelectivelyUniformWalk::choose_intended(const Execution& execution,
                                             std::span<const EnabledThread> enabled) {
  const auto has_ended = [](const ThreadRecord& record) {
    return record.status == ThreadRecord::Status::kFinished ||
           record.status == ThreadRecord::Status::kStopped;
  };
  follow_spawns(execution);
  if (intended_ && has_ended(execution.thread(*intended_))) intended_.reset();
  if (intended_) return;
  std::vector<Share> shares;
  for (const ThreadRecord& record : execution.threads()) {
    if (has_ended(record)) continue;
    const bool is_enabled =
        std::ranges::find(enabled, record.id, &EnabledThread::thread) != enabled.end();
    const std::uint64_t remaining = remaining_of(execution, record.id);
    shares.push_back({record.id, is_enabled ? std::max<std::uint64_t>(1, remaining) : remaining});
  }
  intended_ = draw_thread(shares);
}

std::size_t SelectivelyUniformWalk::choose(const View& view,
                                           std::span<const EnabledThread> enabled) {
  if (measured_executions_ == 0)
    return enabled.size() == 1 ? 0 : random().below(enabled.size());  // pilot execution
  const Execution& execution = view.execution;
  choose_intended(execution, enabled);
  std::vector<std::size_t> free;
  std::vector<Share> held;
  for (std::size_t i = 0; i < enabled.size(); ++i) {
    const ThreadId thread = enabled[i].thread;
    const bool must_wait =
        intended_ && thread != *intended_ && interesting(execution.thread(thread).pending);
    if (must_wait) {
      held.push_back({thread, std::max<std::uint64_t>(1, remaining_of(execution, thread))});
    } else {
      free.push_back(i);
    }
  }
  if (!free.empty()) return note_chosen(execution, enabled, free[random().below(free.size())]);
  intended_ = draw_thread(held);
  const auto drawn = std::ranges::find(enabled, *intended_, &EnabledThread::thread);
  return note_chosen(execution, enabled, static_cast<std::size_t>(drawn - enabled.begin()));
}

std::size_t SelectivelyUniformWalk::note_chosen(const Execution& execution,
                                                std::span<const EnabledThread> enabled,
                                                std::size_t chosen) {
  const ThreadId thread = enabled[chosen].thread;
  if (interesting(execution.thread(thread).pending)) {
    std::uint64_t& remaining = remaining_[index(thread)];
    if (remaining > 0) --remaining;
    intended_.reset();
  }
  return chosen;
}

// --- remarks -------------------------------------------------------------------------------------

std::vector<std::string> SelectivelyUniformWalk::guarantees() const {
  if (measured_executions_ == 0) return {};
  const std::string if_exact =
      ", if nothing blocks and each thread takes as many steps as in the executions so far";
  if (interest_ == Interest::kEverything) {
    const std::vector<std::uint64_t> steps =
        uses_.contains(kNoObject) ? means(uses_.at(kNoObject)) : std::vector<std::uint64_t>();
    return {"each schedule is equally likely, at least " +
            probability_text(1 / interleaving_count(steps)) + if_exact};
  }
  const std::vector<const Uses*> objects = shared_objects();
  if (objects.empty()) return {"no object is shared and changed, so no order matters"};
  double max_orders = 1;
  for (const Uses* uses : objects)
    max_orders = std::max(max_orders, interleaving_count(means(*uses)));
  const std::string where =
      objects.size() == 1
          ? "on the one object that threads share "
          : "on one shared object of " + std::to_string(objects.size()) + ", drawn each time, ";
  return {where + "each order of the operations is equally likely, at least " +
          probability_text(1 / max_orders) + if_exact};
}

}  // namespace mcheck
