// SPDX-License-Identifier: MIT
// Revisits: see trust_children.hpp for the idea, trust.hpp for the argument.
#include <algorithm>

#include "dpor/trust_children.hpp"

namespace mcheck::trust {

bool Children::leads_to(std::size_t number) const {
  const Slot& slot = graph_.nodes()[number].slot;
  return index(slot.thread) < prefix_.size() && prefix_[index(slot.thread)] > slot.index;
}

void Children::revisits(const Candidate& it, const Way& way) {
  const std::span<const Node> nodes = graph_.nodes();
  prefix_.assign(it.causes.begin(), it.causes.end());
  if (way.version != kFirstVersion) {
    const VectorClock source =
        graph_.order().causes(nodes[static_cast<std::size_t>(way.version)].event);
    prefix_.resize(std::max(prefix_.size(), source.size()));
    for (std::size_t i = 0; i < source.size(); ++i) prefix_[i] = std::max(prefix_[i], source[i]);
  }
  if (way.exists) {
    prefix_.resize(std::max<std::size_t>(prefix_.size(), index(it.slot.thread) + 1));
    prefix_[index(it.slot.thread)] = it.slot.index + 1;
  }
  // Who consumes that version now would have to give it up: it is revisited itself, or goes.
  std::int32_t consumer = graph_.writer_after(it.chain, way.version);
  if (consumer >= static_cast<std::int32_t>(it.size)) consumer = -1;
  if (way.exists && consumer == it.node) consumer = -1;
  // Once a writer leads here, whoever read an older version cannot be handed a newer one.
  const std::int32_t last =
      it.node >= 0 ? nodes[static_cast<std::size_t>(it.node)].before : graph_.last_on(it.chain);
  for (std::int32_t number = last; number >= 0;) {
    const auto f = static_cast<std::size_t>(number);
    const Node& node = nodes[f];
    number = node.before;
    if (leads_to(f)) {
      if (node.writes) return;
      continue;
    }
    const bool gives_up = consumer < 0 || static_cast<std::int32_t>(f) == consumer ||
                          node.read <= nodes[static_cast<std::size_t>(consumer)].read;
    if (gives_up) revisit(it, way, f);
  }
}

void Children::revisit(const Candidate& it, const Way& way, std::size_t revisited) {
  if (!find_kept(it, way, revisited)) return;
  const Node& f = graph_.nodes()[revisited];
  Task task = task_of(it.size + 2);
  for (std::size_t i = 0; i < it.size; ++i) {
    if (kept_[i] != 0) task.steps.push_back(step_of(i));
  }
  task.steps.push_back({.move = move_for(it.operation, it.slot.thread, way.outcome),
                        .read = it.read,
                        .write = it.write,
                        .frozen = true});
  for (const Pin& pin : graph_.pins()) {
    if (pin.stamp <= f.read) task.pins.push_back(pin);
  }
  const Operation& operation = graph_.event(f).operation;
  const Execution& execution = graph_.execution();
  const std::uint32_t ways = execution.ways(operation, f.slot.thread, way.outcome.next);
  if (ways == 0) {  // it waits now, until a later version lets it go on
    task.pins.push_back({f.read, f.slot, it.slot});
    out_.push_back(std::move(task));
    return;
  }
  task.new_write = static_cast<std::uint32_t>(task.steps.size());
  for (std::uint32_t w = 0; w < ways; ++w) {
    const Outcome outcome = execution.outcome_of(operation, f.slot.thread, way.outcome.next, w);
    Task child = w + 1 == ways ? std::move(task) : task;
    child.steps.push_back({.move = move_for(operation, f.slot.thread, outcome), .read = f.read});
    out_.push_back(std::move(child));
  }
}

// Fills kept_ with what stays besides the new event and the revisited one; false if the child has
// another parent, or is no graph.
bool Children::find_kept(const Candidate& it, const Way& way, std::size_t revisited) {
  const std::span<const Node> nodes = graph_.nodes();
  const Stamp from = nodes[revisited].read;
  const std::int32_t own = way.exists ? it.node : -1;
  kept_.assign(it.size, 0);
  std::int32_t last_version = kFirstVersion;
  for (std::size_t i = 0; i < it.size; ++i) {
    if (static_cast<std::int32_t>(i) == own) continue;
    const Node& node = nodes[i];
    const bool leads = leads_to(i);
    const bool keeps_read = leads || node.read <= from;
    const bool keeps_write = node.writes && (leads || node.write <= from);
    if (node.writes && !keeps_write && !deleted_write_comes_back(it, node)) return false;
    if ((i == revisited || !keeps_read) && !deleted_read_comes_back(it, node, i)) return false;
    if (i == revisited) continue;
    if (node.writes && keeps_read && !keeps_write) return false;
    kept_[i] = keeps_read ? 1 : 0;
    if (keeps_read && node.writes && node.chain == it.chain) {
      last_version = static_cast<std::int32_t>(i);
    }
  }
  return last_version == way.version;
}

// Whether the node's version was there when something with that stamp was added, or leads to the
// new event and so would have been.
bool Children::was_there(const Candidate& it, std::int32_t number, Stamp when) const {
  const auto place = static_cast<std::size_t>(number);
  return number != it.node && (graph_.nodes()[place].write < when || leads_to(place));
}

bool Children::newer_was_there(const Candidate& it, const Node& node, std::int32_t version,
                               std::int32_t except, Stamp when) const {
  std::int32_t newer = graph_.writer_after(node.chain, version);
  for (; newer >= 0 && static_cast<std::size_t>(newer) < it.size;
       newer = graph_.writer_after(node.chain, newer)) {
    if (newer != except && was_there(it, newer, when)) return true;
  }
  return false;
}

bool Children::deleted_write_comes_back(const Candidate& it, const Node& node) {
  if (node.frozen && canary_ != Canary::kDeletesSources) return false;
  if (node.first_reader < node.write) return false;
  const auto number = static_cast<std::int32_t>(&node - graph_.nodes().data());
  return !newer_was_there(it, node, number, -1, node.write);
}

bool Children::deleted_read_comes_back(const Candidate& it, const Node& node, std::size_t number) {
  if (!node.is_default) return false;
  if (node.chain == kNoObjectChain) return true;
  if (node.source != kFirstVersion && !was_there(it, node.source, node.read)) return false;
  return !newer_was_there(it, node, node.source, static_cast<std::int32_t>(number), node.read);
}

}  // namespace mcheck::trust
