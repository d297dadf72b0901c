// SPDX-License-Identifier: MIT
// Revisits: child_tasks.hpp gives the idea, docs/algorithms/trust.md the argument.
#include <algorithm>

#include "dpor/trust_children.hpp"
#include "dpor/trust_step.hpp"

namespace mcheck::trust {

void Children::begin_walk() {
  const Candidate& it = candidate_;
  walk_.left = it.node >= 0 ? graph_.nodes()[static_cast<std::size_t>(it.node)].before
                            : graph_.last_on(it.chain);
  walk_.oldest = ~Stamp{0};
  walk_.is_closed = false;
  walk_.passed.clear();
  walk_.end.reset();
}

// Versions are visited from the newest back. What leads to a version existed before whatever came
// after it on the chain: of the latter only what leads to the candidate itself must stay.
inline void Children::walk_to(const Candidate& it, std::int32_t version) {
  const std::span<const Node> nodes = graph_.nodes();
  while (walk_.left != version && !walk_.is_closed) {
    const auto number = static_cast<std::size_t>(walk_.left);
    const bool stays = it.causes.has(number);
    walk_.left = nodes[number].before;
    if (nodes[number].writes) {
      walk_.is_closed = stays || !can_go(number);
      walk_.oldest = std::min(walk_.oldest, graph_.steps()[number].read);
    }
    if (!stays) walk_.passed.push_back(static_cast<std::uint32_t>(number));
  }
}

inline void Children::find_prefix(const Candidate& it, const Way& way) {
  if (has_prefix_) return;
  has_prefix_ = true;
  std::uint32_t source = kNone;
  if (way.version != kFirstVersion) {
    source = graph_.nodes()[static_cast<std::size_t>(way.version)].event;
  }
  graph_.join_causes(prefix_, it.causes, source);
  if (way.exists) prefix_.add(static_cast<std::size_t>(it.node));
}

// Every event that has overwritten the version since is deleted, or is itself the revisited one.
// None can be if one of them cannot be deleted, and the revisited event is older than all others of
// them.
void Children::revisits(const Candidate& it, const Way& way) {
  walk_to(it, way.version);
  if (walk_.is_closed || walk_.passed.empty()) return;
  const std::span<const TaskStep> steps = graph_.steps();
  std::erase_if(walk_.passed, [&](std::uint32_t f) { return steps[f].read > walk_.oldest; });
  has_prefix_ = false;
  if (!walk_.end) walk_.end = it.causes.end();
  for (const std::uint32_t f : walk_.passed) revisit(it, way, f);
}

inline void Children::revisit(const Candidate& it, const Way& way, std::size_t revisited) {
  if (!find_kept(it, way, revisited)) return;
  const Node& f = graph_.nodes()[revisited];
  const Stamp read = graph_.steps()[revisited].read;
  const Operation& operation = graph_.event(f).operation;
  const Execution& execution = graph_.execution();
  const std::uint32_t ways = ways_in(execution, operation, f.slot.thread, *way.next);
  if (ways == 0) {  // it blocks now, until a later version enables it
    push_kept(it, way, revisited);
    out_.add(Pin{read, f.slot, it.slot});
    return;
  }
  for (std::uint32_t w = 0; w < ways; ++w) {
    push_kept(it, way, revisited);
    out_.expect_new_write();
    out_.add(step_for(move_in(execution, operation, f.slot.thread, *way.next, w), read));
  }
}

// A task of the kept steps and the new event.
inline void Children::push_kept(const Candidate& it, const Way& way, std::size_t revisited) {
  const std::size_t given = graph_.given();
  out_.push();
  std::size_t kept = revisited;
  if (revisited < given) {
    kept = std::min(it.size, given);
    keep(kept_, 0, kept);
  } else {
    out_.keep(0, revisited);
  }
  keep(it.causes, kept, *walk_.end);
  TaskStep step = step_for(way.move, it.read, it.write);
  step.frozen = true;
  out_.add(step);
  const Stamp read = graph_.steps()[revisited].read;
  for (const Pin& pin : graph_.pins()) {
    if (pin.stamp <= read) out_.add(pin);
  }
}

// Determines what stays besides the new event and the revisited one. False if the child has another
// parent, or is no graph. Of the task's own steps it is kept_. What was added after the task is
// newer than all of these, in order: before the revisited event all of it stays, after it what
// leads to the new event.
inline bool Children::find_kept(const Candidate& it, const Way& way, std::size_t revisited) {
  if (revisited >= graph_.given()) return all_come_back(it, revisited);
  find_prefix(it, way);
  return all_come_back(it, graph_.given()) && find_kept_of_given(it, way, revisited);
}

// Whether everything that was added from this node on, and does not lead to the new event, would be
// added again as it was. It read the newest version, and does so again, unless it only read and the
// event that overwrote that version stays.
inline bool Children::all_come_back(const Candidate& it, std::size_t from) const {
  const std::span<const Node> nodes = graph_.nodes();
  for (const std::uint32_t other : graph_.others()) {
    if (other >= from && other < it.size && !it.causes.has(other)) return false;
  }
  return it.causes.each_from(from, *walk_.end, [&](std::size_t number) {
    const Node& node = nodes[number];
    if (!node.writes) return true;
    for (std::int32_t reader = node.before; reader != node.source;) {
      const auto place = static_cast<std::size_t>(reader);
      if (place < from) break;
      if (!it.causes.has(place)) return false;
      reader = nodes[place].before;
    }
    return true;
  });
}

inline bool Children::find_kept_of_given(const Candidate& it, const Way& way,
                                         std::size_t revisited) {
  const std::span<const Node> nodes = graph_.nodes();
  const std::span<const TaskStep> steps = graph_.steps();
  const Stamp from = steps[revisited].read;
  kept_.fill(std::min(it.size, graph_.given()));
  if (way.exists) kept_.remove(static_cast<std::size_t>(it.node));
  return kept_.each_besides(prefix_, [&](std::size_t i) {
    const TaskStep& step = steps[i];
    const bool goes = i == revisited || step.read > from;
    if (nodes[i].writes && step.write > from) {
      if (!goes || !deleted_write_comes_back(it, i)) return false;
    }
    if (!goes) return true;
    kept_.remove(i);
    return deleted_read_comes_back(it, i);
  });
}

// Whether the node's version existed when something with that stamp was added, or leads to the new
// event and so would have existed.
inline bool Children::was_there(const Candidate& it, std::int32_t number, Stamp when) const {
  const auto place = static_cast<std::size_t>(number);
  return number != it.node && (graph_.steps()[place].write < when || prefix_.has(place));
}

// The set of what leads to the new event contains, with each version, everything before it on the
// chain. What was added after the task is newer than all of the task's own steps.
inline bool Children::newer_was_there(const Candidate& it, std::uint32_t chain,
                                      std::int32_t version, std::int32_t except, Stamp when) const {
  std::int32_t newer = graph_.writer_after(chain, version);
  if (newer >= 0 && newer == except) newer = graph_.writer_after(chain, newer);
  const auto end = static_cast<std::int32_t>(std::min(it.size, graph_.given()));
  if (newer < 0 || static_cast<std::size_t>(newer) >= it.size || newer == it.node) return false;
  if (prefix_.has(static_cast<std::size_t>(newer))) return true;
  for (; newer >= 0 && newer < end; newer = graph_.writer_after(chain, newer)) {
    if (newer != it.node && graph_.steps()[static_cast<std::size_t>(newer)].write < when) {
      return true;
    }
  }
  return false;
}

inline bool Children::deleted_write_comes_back(const Candidate& it, std::size_t number) const {
  if (!can_go(number)) return false;
  return !newer_was_there(it, graph_.nodes()[number].chain, static_cast<std::int32_t>(number), -1,
                          graph_.steps()[number].write);
}

inline bool Children::deleted_read_comes_back(const Candidate& it, std::size_t number) const {
  const Node& node = graph_.nodes()[number];
  const Stamp read = graph_.steps()[number].read;
  if (!node.is_default) return false;
  if (node.chain == kNoObjectChain) return true;
  if (node.source != kFirstVersion && !was_there(it, node.source, read)) return false;
  return !newer_was_there(it, node.chain, node.source, static_cast<std::int32_t>(number), read);
}

}  // namespace mcheck::trust
