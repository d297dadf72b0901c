// SPDX-License-Identifier: MIT
#include "dpor/surw.hpp"

#include <algorithm>

#include "dpor/chances.hpp"
#include "engine/trace/dependency.hpp"

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
  const bool sound = ending == Ending::kFinished && !in_tail();
  if (!sound && runs_ > 0) return;
  if (sound && !sound_) {
    runs_ = 0;
    uses_.clear();
  }
  sound_ = sound;
  ++runs_;
  for (const Event& event : execution.events()) {
    const Operation& operation = event.operation;
    if (operation.kind == Kind::kSpawn) parent_[event.result] = event.thread;
    if (event.eager) continue;
    known_ = std::max(known_, index(event.thread) + 1);
    ++uses_[kNoObject].times[event.thread];
    if (interest_ == Interest::kEverything || !is_use(operation)) continue;
    Uses& uses = uses_[operation.object];
    ++uses.times[event.thread];
    uses.changed = uses.changed || event.mode != Mode::kRead;
  }
}

std::uint64_t SelectivelyUniformWalk::mean(std::uint64_t times) const {
  return std::max<std::uint64_t>(1, (times + runs_ / 2) / runs_);
}

std::vector<std::uint64_t> SelectivelyUniformWalk::means(const Uses& uses) const {
  std::vector<std::uint64_t> all;
  for (const auto& [thread, times] : uses.times) all.push_back(mean(times));
  return all;
}

std::vector<const SelectivelyUniformWalk::Uses*> SelectivelyUniformWalk::shared() const {
  std::vector<const Uses*> found;
  for (const auto& [object, uses] : uses_) {
    if (object != kNoObject && uses.changed && uses.times.size() > 1) found.push_back(&uses);
  }
  return found;
}

// --- one execution -------------------------------------------------------------------------------

void SelectivelyUniformWalk::start() {
  std::ranges::fill(left_, 0);
  intended_.reset();
  seen_ = 0;
  object_ = kNoObject;
  if (runs_ > 0) draw_interest();
}

void SelectivelyUniformWalk::draw_interest() {
  const Uses* drawn = &uses_[kNoObject];
  if (const std::vector<const Uses*> objects = shared(); !objects.empty()) {
    drawn = objects[random().below(objects.size())];
    for (const auto& [object, uses] : uses_) {
      if (&uses == drawn) object_ = object;
    }
  }
  for (const auto& [thread, times] : drawn->times) left_[index(thread)] = mean(times);
}

bool SelectivelyUniformWalk::interesting(const Operation& operation) const {
  if (object_ == kNoObject) return true;
  return is_use(operation) && operation.object == object_;
}

// Remaining interesting operations of the thread, and of those that it has yet to start.
std::uint64_t SelectivelyUniformWalk::left_of(const Execution& execution, ThreadId thread) const {
  std::uint64_t sum = left_[index(thread)];
  for (unsigned i = 1; i < known_; ++i) {
    ThreadId starter{static_cast<std::uint16_t>(i)};
    if (left_[i] == 0 || execution.has_thread(starter)) continue;
    while (!execution.has_thread(starter)) starter = parent_[index(starter)];
    if (starter == thread) sum += left_[i];
  }
  return sum;
}

std::optional<ThreadId> SelectivelyUniformWalk::draw(const std::vector<Share>& shares) {
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
  std::vector<ThreadId> heirs;
  if (intended_) heirs.push_back(*intended_);
  for (; seen_ < execution.events().size(); ++seen_) {
    const Event& event = execution.events()[seen_];
    if (event.operation.kind != Kind::kSpawn) continue;
    const ThreadId child{static_cast<std::uint16_t>(event.result)};
    parent_[index(child)] = event.thread;
    if (std::ranges::find(heirs, event.thread) != heirs.end()) heirs.push_back(child);
  }
  if (heirs.size() < 2) return;
  std::vector<Share> shares;
  for (const ThreadId heir : heirs) shares.push_back({heir, left_of(execution, heir)});
  intended_ = draw(shares);
}

void SelectivelyUniformWalk::intend(const Execution& execution, std::span<const Ready> ready) {
  const auto over = [](const ThreadRecord& record) {
    return record.status == ThreadRecord::Status::kFinished ||
           record.status == ThreadRecord::Status::kStopped;
  };
  follow_spawns(execution);
  if (intended_ && over(execution.thread(*intended_))) intended_.reset();
  if (intended_) return;
  std::vector<Share> shares;
  for (const ThreadRecord& record : execution.threads()) {
    if (over(record)) continue;
    const bool can_go_on = std::ranges::find(ready, record.id, &Ready::thread) != ready.end();
    const std::uint64_t left = left_of(execution, record.id);
    shares.push_back({record.id, can_go_on ? std::max<std::uint64_t>(1, left) : left});
  }
  intended_ = draw(shares);
}

std::size_t SelectivelyUniformWalk::choose(const View& view, std::span<const Ready> ready) {
  if (runs_ == 0) return ready.size() == 1 ? 0 : random().below(ready.size());  // pilot execution
  const Execution& execution = view.execution;
  intend(execution, ready);
  std::vector<std::size_t> free;
  std::vector<Share> held;
  for (std::size_t i = 0; i < ready.size(); ++i) {
    const ThreadId thread = ready[i].thread;
    const bool holds =
        intended_ && thread != *intended_ && interesting(execution.thread(thread).pending);
    if (holds) {
      held.push_back({thread, std::max<std::uint64_t>(1, left_of(execution, thread))});
    } else {
      free.push_back(i);
    }
  }
  if (!free.empty()) return perform(execution, ready, free[random().below(free.size())]);
  intended_ = draw(held);
  const auto drawn = std::ranges::find(ready, *intended_, &Ready::thread);
  return perform(execution, ready, static_cast<std::size_t>(drawn - ready.begin()));
}

std::size_t SelectivelyUniformWalk::perform(const Execution& execution,
                                            std::span<const Ready> ready, std::size_t chosen) {
  const ThreadId thread = ready[chosen].thread;
  if (interesting(execution.thread(thread).pending)) {
    std::uint64_t& left = left_[index(thread)];
    if (left > 0) --left;
    intended_.reset();
  }
  return chosen;
}

// --- remarks -------------------------------------------------------------------------------------

std::vector<std::string> SelectivelyUniformWalk::guarantees() const {
  if (runs_ == 0) return {};
  const std::string if_exact =
      ", if nothing blocks and each thread does as much as in the executions so far";
  if (interest_ == Interest::kEverything) {
    const std::vector<std::uint64_t> steps =
        uses_.contains(kNoObject) ? means(uses_.at(kNoObject)) : std::vector<std::uint64_t>();
    return {"each schedule is equally likely, at least " + chance_text(1 / interleavings(steps)) +
            if_exact};
  }
  const std::vector<const Uses*> objects = shared();
  if (objects.empty()) return {"no object is shared and changed: no order matters"};
  double most = 1;
  for (const Uses* uses : objects) most = std::max(most, interleavings(means(*uses)));
  const std::string where =
      objects.size() == 1
          ? "on the one object that threads share "
          : "on one shared object of " + std::to_string(objects.size()) + ", drawn each time, ";
  return {where + "each order of the operations is equally likely, at least " +
          chance_text(1 / most) + if_exact};
}

}  // namespace mcheck
