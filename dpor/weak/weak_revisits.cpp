// SPDX-License-Identifier: MIT
// Revisits under a weak memory model: weak_children.hpp gives the idea.
#include <algorithm>
#include <array>

#include "dpor/weak/weak_children.hpp"
#include "engine/search/weak_memory/weak_memory.hpp"
#include "engine/trace/semantics/memory_step.hpp"

namespace mcheck::trust {

void WeakChildren::find_prefix(const Variant& variant) {
  prefix_ = candidate_.causes;
  const bool reads = !candidate_.is_weak || candidate_.operation->kind != Kind::kStore;
  if (reads && variant.version != kNoNode) {
    const auto source = static_cast<std::size_t>(variant.version);
    join_clock(prefix_, graph_.causes(graph_.nodes()[source].event));
  }
}

// The event that has taken the place after the version: it is deleted, or is the revisited one.
std::int32_t WeakChildren::overwriter_of(const Variant& variant) const {
  if (candidate_.is_weak && candidate_.operation->kind == Kind::kStore) return kNoNode;
  for (const std::uint32_t writer : graph_.writers(candidate_.chain)) {
    const WeakNode& node = graph_.nodes()[writer];
    const bool is_other =
        writer < candidate_.size && static_cast<std::int32_t>(writer) != candidate_.node;
    if (is_other && node.reads && node.source == variant.version)
      return static_cast<std::int32_t>(writer);
  }
  return kNoNode;
}

void WeakChildren::add_revisits(const Variant& variant) {
  find_prefix(variant);
  const std::int32_t overwriter = overwriter_of(variant);
  if (has_led_to(overwriter, prefix_)) return;
  const std::span<const TaskStep> steps = graph_.steps();
  for (std::size_t f = 0; f < candidate_.size; ++f) {
    const WeakNode& node = graph_.nodes()[f];
    if (node.chain != candidate_.chain || !node.reads) continue;
    if (static_cast<std::int32_t>(f) == candidate_.node || has_seen(prefix_, node.slot)) continue;
    if (overwriter != kNoNode && static_cast<std::int32_t>(f) != overwriter &&
        steps[f].read > steps[static_cast<std::size_t>(overwriter)].read)
      continue;
    add_revisit(variant, f);
  }
}

// Whether the version existed when something with that stamp was added, or leads to the new event
// and so would have existed.
bool WeakChildren::existed_at(std::size_t node, Stamp stamp) const {
  return static_cast<std::int32_t>(node) != candidate_.node && node < candidate_.size &&
         (graph_.steps()[node].write < stamp || has_seen(prefix_, graph_.nodes()[node].slot));
}

bool WeakChildren::newer_existed_at(std::size_t except, std::uint32_t place, Stamp stamp) const {
  const std::span<const WeakNode> nodes = graph_.nodes();
  return std::ranges::any_of(graph_.writers(nodes[except].chain), [&](std::uint32_t writer) {
    return writer != except && nodes[writer].place > place && existed_at(writer, stamp);
  });
}

bool WeakChildren::deleted_write_is_maximal(std::size_t number) const {
  const std::span<const WeakNode> nodes = graph_.nodes();
  const std::span<const TaskStep> steps = graph_.steps();
  if (steps[number].is_revisit_source || !nodes[number].is_default) return false;
  for (std::size_t reader = 0; reader < candidate_.size; ++reader) {
    const bool reads_it = nodes[reader].reads && nodes[reader].chain == nodes[number].chain &&
                          nodes[reader].source == static_cast<std::int32_t>(number);
    if (reads_it && static_cast<std::int32_t>(reader) != candidate_.node &&
        steps[reader].read < steps[number].write)
      return false;
  }
  return !newer_existed_at(number, nodes[number].place, steps[number].write);
}

bool WeakChildren::deleted_read_is_maximal(std::size_t number) const {
  const WeakNode& node = graph_.nodes()[number];
  const Stamp read = graph_.steps()[number].read;
  if (!node.is_default) return false;
  if (!node.reads) return true;
  if (node.source != kNoNode && !existed_at(static_cast<std::size_t>(node.source), read))
    return false;
  return !newer_existed_at(number, node.read_place, read);
}

// Determines what stays besides the new event and the revisited one. False: the child has another
// parent, or is no graph.
bool WeakChildren::determine_kept(const Variant& variant, std::size_t revisited) {
  const std::span<const WeakNode> nodes = graph_.nodes();
  const std::span<const TaskStep> steps = graph_.steps();
  const Stamp from = steps[revisited].read;
  result_.clear();
  for (std::size_t i = 0; i < candidate_.size; ++i) {
    if (variant.is_in_graph && static_cast<std::int32_t>(i) == candidate_.node) continue;
    if (has_seen(prefix_, nodes[i].slot)) {
      result_.keep(i);
      continue;
    }
    const bool is_deleted = i == revisited || steps[i].read > from;
    if (nodes[i].writes && steps[i].write > from) {
      if (!is_deleted || !deleted_write_is_maximal(i)) return false;
    }
    if (!is_deleted) {
      result_.keep(i);
    } else if (!deleted_read_is_maximal(i)) {
      return false;
    }
  }
  return true;
}

void WeakChildren::add_revisit(const Variant& variant, std::size_t revisited) {
  if (!determine_kept(variant, revisited)) return;
  if (!candidate_.is_weak || candidate_.operation->kind != Kind::kStore)
    return add_placed(variant, revisited, variant.version);
  const std::span<const std::uint32_t> writers = graph_.writers(candidate_.chain);
  for (std::size_t i = writers.size() + 1; i-- > 0;) {
    if (i == 0 || result_.keeps(writers[i - 1])) {
      add_placed(variant, revisited, i == 0 ? kNoNode : static_cast<std::int32_t>(writers[i - 1]));
    }
  }
}

// The new version comes directly after that one.
void WeakChildren::add_placed(const Variant& variant, std::size_t revisited, std::int32_t after) {
  const std::span<const WeakNode> nodes = graph_.nodes();
  const std::uint32_t place = place_of(after);
  const std::uint32_t newer = result_.newer_than(candidate_.chain, place);
  const WeakNode& f = nodes[revisited];
  if (newer > 0 && (!candidate_.is_weak || !f.is_weak)) return;
  for (const std::uint32_t writer : graph_.writers(candidate_.chain)) {
    const bool follows =
        result_.keeps(writer) && nodes[writer].reads && nodes[writer].source == after;
    if (follows) return;
  }
  if (result_.knows_newer(candidate_.chain, place, candidate_.happens_before)) return;
  if (result_.knows_newer(candidate_.chain, place, graph_.happens_before(f.event))) return;
  Variant placed = variant;
  placed.version = after;
  push_revisit(placed, revisited, newer);
}

void WeakChildren::push_revisit(const Variant& variant, std::size_t revisited,
                                std::uint32_t distance) {
  const Execution& execution = graph_.execution();
  const WeakNode& f = graph_.nodes()[revisited];
  const Operation& operation = graph_.event(f).operation;
  const Stamp read = graph_.steps()[revisited].read;
  const std::uint32_t place = place_of(variant.version) + 1;
  const auto made = static_cast<std::uint32_t>(execution.versions().size());
  const std::uint32_t outcomes = f.is_weak && !operation.may_fail
                                     ? 1
                                     : execution.enabled(operation, f.slot.thread, variant.next);
  const auto push = [&] {
    out_.push();
    result_.begin_steps();
    result_.add_steps(out_, {}, true);
    TaskStep step = make_step(variant.transition, candidate_.read, candidate_.write);
    if (candidate_.is_weak) step.label = weak_way(distance, variant.outcome);
    step.is_revisit_source = true;
    out_.add(step);
    for (const Pin& pin : graph_.pins()) {
      if (pin.stamp <= read) out_.add(pin);
    }
  };
  if (outcomes == 0) {  // it blocks now, until a later version enables it
    push();
    out_.add(Pin{.stamp = read, .slot = f.slot, .version = candidate_.slot});
    return;
  }
  for (std::uint32_t outcome = 0; outcome < outcomes; ++outcome) {
    Transition transition{.thread = f.slot.thread, .label = weak_way(distance, outcome)};
    AddedEvent revised{.slot = f.slot, .operation = &operation, .version = made};
    if (f.is_weak) {
      const MemoryStep step = memory_step(operation, variant.next.value, outcome);
      revised.failed = step.failed;
      revised.writes = step.writes;
    } else {
      const Outcome done = execution.outcome_of(operation, f.slot.thread, variant.next, outcome);
      transition = transition_for(operation, f.slot.thread, done);
      revised.failed = done.failed;
      revised.writes = done.mode != Mode::kRead;
    }
    revised.place = place + 1;
    const bool is_sequential = distance == 0 && graph_.is_in_order();
    if (!is_sequential && !result_.has_sequential_order(std::array{added(variant, place), revised}))
      continue;
    push();
    out_.expect_new_write();
    out_.add(make_step(transition, read));
  }
}

}  // namespace mcheck::trust
