// SPDX-License-Identifier: MIT
#include "dpor/wakeup_tree.hpp"

namespace mcheck {

WakeupTrees::Root WakeupTrees::plant() { return Root(make({})); }

void WakeupTrees::fell(Root root) { release(index(root)); }

std::size_t WakeupTrees::branches(Root root) const {
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
    const std::uint32_t gone = releasing_.back();
    releasing_.pop_back();
    for (std::uint32_t child = nodes_[gone].first; child != kNoNode; child = nodes_[child].next) {
      releasing_.push_back(child);
    }
    nodes_[gone].next = free_;
    free_ = gone;
  }
}

bool WakeupTrees::insert(Root root, std::span<const Action> sequence) {
  rest_.assign(sequence.begin(), sequence.end());
  std::uint32_t node = index(root);
  for (;;) {
    const std::uint32_t child = matching_child(node);
    if (child == kNoNode) break;
    if (nodes_[child].first == kNoNode) return false;
    node = child;
  }
  if (rest_.empty()) return false;
  append_rest(node);
  return true;
}

// The first branch that the rest of the sequence can follow. Removes the step that it then takes.
std::uint32_t WakeupTrees::matching_child(std::uint32_t parent) {
  std::uint32_t child = nodes_[parent].first;
  for (; child != kNoNode; child = nodes_[child].next) {
    const Standing found = standing(nodes_[child].action, rest_);
    if (found.kind == Standing::Kind::kDependent) continue;
    if (found.kind == Standing::Kind::kFirst) {
      rest_.erase(rest_.begin() + static_cast<std::ptrdiff_t>(found.place));
    }
    break;
  }
  return child;
}

// After the other children: these are explored first.
void WakeupTrees::append_rest(std::uint32_t parent) {
  std::uint32_t last = nodes_[parent].first;
  while (last != kNoNode && nodes_[last].next != kNoNode) last = nodes_[last].next;
  for (const Action& action : rest_) {
    const std::uint32_t node = make(action);
    (last == kNoNode ? nodes_[parent].first : nodes_[last].next) = node;
    parent = node;
    last = kNoNode;
  }
}

WakeupTrees::Branch WakeupTrees::take_first(Root root) {
  const std::uint32_t child = nodes_[index(root)].first;
  nodes_[index(root)].first = nodes_[child].next;
  return {.action = nodes_[child].action, .rest = Root(child)};
}

}  // namespace mcheck
