// SPDX-License-Identifier: MIT
// Revisits: child_tasks.hpp gives the idea, docs/algorithms/trust.md the argument.
#include <algorithm>

#include "dpor/trust/child_tasks.hpp"
#include "dpor/trust/step_output.hpp"

namespace mcheck::trust {

void ChildTasks::begin_chain_walk() {
  const Candidate& candidate = candidate_;
  walk_.position = candidate.node >= 0
                       ? graph_.nodes()[static_cast<std::size_t>(candidate.node)].before
                       : graph_.last_node_on(candidate.chain);
  walk_.oldest_read = ~Stamp{0};
  walk_.is_closed = false;
  walk_.revisitable.clear();
  walk_.end.reset();
}

// Versions are visited from the newest back. What leads to a version existed before whatever came
// after it on the chain: of the latter only what leads to the candidate itself must stay.
inline void ChildTasks::walk_back_to(const Candidate& candidate, std::int32_t version) {
  const std::span<const Node> nodes = graph_.nodes();
  while (walk_.position != version && !walk_.is_closed) {
    const auto number = static_cast<std::size_t>(walk_.position);
    const bool is_needed = candidate.causes.has(number);
    walk_.position = nodes[number].before;
    if (nodes[number].writes) {
      walk_.is_closed = is_needed || !is_deletable(number);
      walk_.oldest_read = std::min(walk_.oldest_read, graph_.steps()[number].read);
    }
    if (!is_needed) walk_.revisitable.push_back(static_cast<std::uint32_t>(number));
  }
}

inline void ChildTasks::find_prefix(const Candidate& candidate, const Variant& variant) {
  if (prefix_is_known_) return;
  prefix_is_known_ = true;
  std::uint32_t source = kNone;
  if (variant.version != kFirstVersion) {
    source = graph_.nodes()[static_cast<std::size_t>(variant.version)].event;
  }
  graph_.join_causes(prefix_, candidate.causes, source);
  if (variant.is_in_graph) prefix_.add(static_cast<std::size_t>(candidate.node));
}

// Every event that has overwritten the version since is deleted, or is itself the revisited one.
// None can be if one of them cannot be deleted, and the revisited event is older than all others of
// them.
void ChildTasks::add_revisits(const Candidate& candidate, const Variant& variant) {
  walk_back_to(candidate, variant.version);
  if (walk_.is_closed || walk_.revisitable.empty()) return;
  const std::span<const TaskStep> steps = graph_.steps();
  std::erase_if(walk_.revisitable,
                [&](std::uint32_t f) { return steps[f].read > walk_.oldest_read; });
  prefix_is_known_ = false;
  if (!walk_.end) walk_.end = candidate.causes.end();
  for (const std::uint32_t f : walk_.revisitable) add_revisit(candidate, variant, f);
}

inline void ChildTasks::add_revisit(const Candidate& candidate, const Variant& variant,
                                    std::size_t revisited) {
  if (!determine_kept(candidate, variant, revisited)) return;
  const Node& f = graph_.nodes()[revisited];
  const Stamp read = graph_.steps()[revisited].read;
  const Operation& operation = graph_.event(f).operation;
  const Execution& execution = graph_.execution();
  const std::uint32_t ways = data_choices_in(execution, operation, f.slot.thread, *variant.next);
  if (ways == 0) {  // it blocks now, until a later version enables it
    push_kept_steps(candidate, variant, revisited);
    out_.add(Pin{read, f.slot, candidate.slot});
    return;
  }
  for (std::uint32_t w = 0; w < ways; ++w) {
    push_kept_steps(candidate, variant, revisited);
    out_.expect_new_write();
    out_.add(make_step(transition_at(execution, operation, f.slot.thread, *variant.next, w), read));
  }
}

// A task of the kept steps and the new event.
inline void ChildTasks::push_kept_steps(const Candidate& candidate, const Variant& variant,
                                        std::size_t revisited) {
  const std::size_t task_steps = graph_.task_steps();
  out_.push();
  std::size_t kept = revisited;
  if (revisited < task_steps) {
    kept = std::min(candidate.size, task_steps);
    keep_steps(kept_, 0, kept);
  } else {
    out_.keep_steps(0, revisited);
  }
  keep_steps(candidate.causes, kept, *walk_.end);
  TaskStep step = make_step(variant.transition, candidate.read, candidate.write);
  step.is_revisit_source = true;
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
inline bool ChildTasks::determine_kept(const Candidate& candidate, const Variant& variant,
                                       std::size_t revisited) {
  if (revisited >= graph_.task_steps()) return all_added_maximally(candidate, revisited);
  find_prefix(candidate, variant);
  return all_added_maximally(candidate, graph_.task_steps()) &&
         determine_kept_of_task(candidate, variant, revisited);
}

// Whether everything that was added from this node on, and does not lead to the new event, would be
// added again as it was. It read the newest version, and does so again, unless it only read and the
// event that overwrote that version stays.
inline bool ChildTasks::all_added_maximally(const Candidate& candidate, std::size_t from) const {
  const std::span<const Node> nodes = graph_.nodes();
  for (const std::uint32_t other : graph_.non_default_nodes()) {
    if (other >= from && other < candidate.size && !candidate.causes.has(other)) return false;
  }
  return candidate.causes.for_each_in_range(from, *walk_.end, [&](std::size_t number) {
    const Node& node = nodes[number];
    if (!node.writes) return true;
    for (std::int32_t reader = node.before; reader != node.source;) {
      const auto place = static_cast<std::size_t>(reader);
      if (place < from) break;
      if (!candidate.causes.has(place)) return false;
      reader = nodes[place].before;
    }
    return true;
  });
}

inline bool ChildTasks::determine_kept_of_task(const Candidate& candidate, const Variant& variant,
                                               std::size_t revisited) {
  const std::span<const Node> nodes = graph_.nodes();
  const std::span<const TaskStep> steps = graph_.steps();
  const Stamp from = steps[revisited].read;
  kept_.fill_below(std::min(candidate.size, graph_.task_steps()));
  if (variant.is_in_graph) kept_.remove(static_cast<std::size_t>(candidate.node));
  return kept_.for_each_not_in(prefix_, [&](std::size_t i) {
    const TaskStep& step = steps[i];
    const bool is_deleted = i == revisited || step.read > from;
    if (nodes[i].writes && step.write > from) {
      if (!is_deleted || !deleted_write_is_maximal(candidate, i)) return false;
    }
    if (!is_deleted) return true;
    kept_.remove(i);
    return deleted_read_is_maximal(candidate, i);
  });
}

// Whether the node's version existed when something with that stamp was added, or leads to the new
// event and so would have existed.
inline bool ChildTasks::existed_at(const Candidate& candidate, std::int32_t number,
                                   Stamp stamp) const {
  const auto place = static_cast<std::size_t>(number);
  return number != candidate.node && (graph_.steps()[place].write < stamp || prefix_.has(place));
}

// The set of what leads to the new event contains, with each version, everything before it on the
// chain. What was added after the task is newer than all of the task's own steps.
inline bool ChildTasks::newer_existed_at(const Candidate& candidate, std::uint32_t chain,
                                         std::int32_t version, std::int32_t except,
                                         Stamp stamp) const {
  std::int32_t newer = graph_.writer_after(chain, version);
  if (newer >= 0 && newer == except) newer = graph_.writer_after(chain, newer);
  const auto end = static_cast<std::int32_t>(std::min(candidate.size, graph_.task_steps()));
  if (newer < 0 || static_cast<std::size_t>(newer) >= candidate.size || newer == candidate.node)
    return false;
  if (prefix_.has(static_cast<std::size_t>(newer))) return true;
  for (; newer >= 0 && newer < end; newer = graph_.writer_after(chain, newer)) {
    if (newer != candidate.node && graph_.steps()[static_cast<std::size_t>(newer)].write < stamp) {
      return true;
    }
  }
  return false;
}

inline bool ChildTasks::deleted_write_is_maximal(const Candidate& candidate,
                                                 std::size_t number) const {
  if (!is_deletable(number)) return false;
  return !newer_existed_at(candidate, graph_.nodes()[number].chain,
                           static_cast<std::int32_t>(number), -1, graph_.steps()[number].write);
}

inline bool ChildTasks::deleted_read_is_maximal(const Candidate& candidate,
                                                std::size_t number) const {
  const Node& node = graph_.nodes()[number];
  const Stamp read = graph_.steps()[number].read;
  if (!node.is_default) return false;
  if (node.chain == kNoChain) return true;
  if (node.source != kFirstVersion && !existed_at(candidate, node.source, read)) return false;
  return !newer_existed_at(candidate, node.chain, node.source, static_cast<std::int32_t>(number),
                           read);
}

}  // namespace mcheck::trust
