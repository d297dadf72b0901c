// SPDX-License-Identifier: MIT
// Which nodes of an execution graph belong to which thread, in order: turns what a clock has seen
// into a set of nodes, 64 of them at a time. Kept up to date while the graph is truncated and grows
// again.
//
// Costs    a word for each thread and 64 nodes; to build a set, the words between the first and the
//          last node seen of each thread, which are close together.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "dpor/trust/node_set.hpp"
#include "dpor/trust/task.hpp"
#include "engine/trace/order/happens_before.hpp"

namespace mcheck::trust {

class ThreadNodes {
 public:
  // No nodes; from now on sets have this many words.
  void clear(std::size_t words) {
    threads_.clear();
    words_ = words;
  }
  // The next node.
  void add(Slot slot, std::uint32_t node) {
    if (index(slot.thread) >= threads_.size()) threads_.resize(index(slot.thread) + 1);
    PerThread& entry = threads_[index(slot.thread)];
    entry.nodes.resize(words_);
    entry.nodes.add(node);
    entry.in_order.push_back({.event = slot.index, .node = node});
  }
  // Removes the last node, which belongs to this thread.
  void remove_last(ThreadId thread) {
    PerThread& entry = threads_[index(thread)];
    entry.nodes.remove(entry.in_order.back().node);
    entry.in_order.pop_back();
  }
  void add_seen(NodeSet& set, VectorClock clock) const {
    const std::size_t end = std::min(threads_.size(), clock.size());
    for (std::size_t t = 0; t < end; ++t) {
      const std::vector<NodeEntry>& all = threads_[t].in_order;
      const auto not_seen = std::ranges::lower_bound(all, clock[t], {}, &NodeEntry::event);
      if (not_seen != all.begin()) {
        set.add_range(threads_[t].nodes, all.front().node, (not_seen - 1)->node);
      }
    }
  }

 private:
  struct NodeEntry {
    std::uint32_t event = 0;  // the thread's nth
    std::uint32_t node = 0;
  };
  struct PerThread {
    NodeSet nodes;
    std::vector<NodeEntry> in_order;
  };

  std::vector<PerThread> threads_;
  std::size_t words_ = 0;
};

}  // namespace mcheck::trust
