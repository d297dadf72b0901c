// SPDX-License-Identifier: MIT
#include "dpor/optimal/wakeup_tree.hpp"

namespace mcheck {

WakeupTrees::Root WakeupTrees::create() { return Root(make({})); }

void WakeupTrees::destroy(Root root) { release(index(root)); }

std::size_t WakeupTrees::branch_count(Root root) const {
  std::size_t count = 0;
  for (std::uint32_t child = nodes_[index(root)].first; child != kNoNode;
       child = nodes_[child].next) {
    ++count;
  }
  return count;
}

std::uint32_t WakeupTrees::make(const Action& action) {
  if (free_ == kNoNode) {
    nodes_.push_back({.action = action});
    return static_cast<std::uint32_t>(nodes_.size() - 1);
  }
  const std::uint32_t node = free_;
  free_ = nodes_[node].next;
  nodes_[node] = {.action = action};
  return node;
}

// With its whole subtree.
void WakeupTrees::release(std::uint32_t node) {
  releasing_.assign(1, node);
  while (!releasing_.empty()) {
    const std::uint32_t freed = releasing_.back();
    releasing_.pop_back();
    for (std::uint32_t child = nodes_[freed].first; child != kNoNode; child = nodes_[child].next) {
      releasing_.push_back(child);
    }
    nodes_[freed].next = free_;
    free_ = freed;
  }
}

bool WakeupTrees::insert(Root root, std::span<const Action> sequence) {
  remaining_.assign(sequence.begin(), sequence.end());
  std::uint32_t node = index(root);
  for (;;) {
    const std::uint32_t child = matching_child(node);
    if (child == kNoNode) break;
    if (nodes_[child].first == kNoNode) return false;
    node = child;
  }
  if (remaining_.empty()) return false;
  append_remaining(node);
  return true;
}

// The first branch that the rest of the sequence can follow. Removes the step that it then takes.
std::uint32_t WakeupTrees::matching_child(std::uint32_t parent) {
  std::uint32_t child = nodes_[parent].first;
  for (; child != kNoNode; child = nodes_[child].next) {
    const WeakInitial initial = weak_initial(nodes_[child].action, remaining_);
    if (initial.kind == WeakInitial::Kind::kDependent) continue;
    if (initial.kind == WeakInitial::Kind::kInitial) {
      remaining_.erase(remaining_.begin() + static_cast<std::ptrdiff_t>(initial.position));
    }
    break;
  }
  return child;
}

// After the other children: these are explored first.
void WakeupTrees::append_remaining(std::uint32_t parent) {
  std::uint32_t last = nodes_[parent].first;
  while (last != kNoNode && nodes_[last].next != kNoNode) last = nodes_[last].next;
  for (const Action& action : remaining_) {
    const std::uint32_t node = make(action);
    (last == kNoNode ? nodes_[parent].first : nodes_[last].next) = node;
    parent = node;
    last = kNoNode;
  }
}

WakeupTrees::Branch WakeupTrees::take_first(Root root) {
  const std::uint32_t child = nodes_[index(root)].first;
  nodes_[index(root)].first = nodes_[child].next;
  return {.action = nodes_[child].action, .subtree = Root(child)};
}

}  // namespace mcheck
