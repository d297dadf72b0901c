// SPDX-License-Identifier: MIT
// The execution graph of a finished execution, for run-based TruSt: its events that are choices, in
// the order in which they ran, with versions and stamps. Read-only once built.
//
// What the next execution has in common with this one is kept.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dpor/steps/canary.hpp"
#include "dpor/trust/event_order.hpp"
#include "dpor/trust/node_set.hpp"
#include "dpor/trust/task.hpp"
#include "dpor/trust/thread_nodes.hpp"
#include "engine/search/execution/execution.hpp"
#include "engine/trace/order/happens_before.hpp"

namespace mcheck::trust {

inline constexpr std::int32_t kFirstVersion = -1;  // no event made it
inline constexpr std::uint32_t kNoChain = kNone;

struct Node {
  std::uint32_t event = 0;  // index in the execution's log
  Slot slot;
  std::uint32_t chain = kNoChain;       // the object, by its first version
  std::int32_t source = kFirstVersion;  // the node whose version it read
  std::int32_t before = -1;             // the previous node on the same chain
  std::int32_t next_writer = -1;        // if it writes: the node that read that version and wrote
                                        // the next
  bool writes = false;
  bool is_default = true;  // its outcome is the default
};

class ExecutionGraph {
 public:
  // Sets of nodes take at most this many words in all; beyond that, clocks are used instead.
  static constexpr std::size_t kMaxWords = std::size_t{1} << 15;

  explicit ExecutionGraph(std::size_t max_words = kMaxWords) : max_words_(max_words) {}

  // Takes over the task's steps with their stamps; all later steps get newer ones. The first
  // `kept_steps` steps are the same as in the last execution.
  void build(const Execution& execution, Task& task, std::size_t kept_steps);

  [[nodiscard]] std::span<const Node> nodes() const { return nodes_; }
  // The nodes as steps of a task: transitions and stamps.
  [[nodiscard]] std::span<const TaskStep> steps() const { return steps_; }
  // How many of them belong to the task. Later ones have newer stamps, in order.
  [[nodiscard]] std::size_t task_steps() const { return task_steps_; }
  // The later ones whose outcome is not the default.
  [[nodiscard]] std::span<const std::uint32_t> non_default_nodes() const {
    return non_default_nodes_;
  }
  [[nodiscard]] const Execution& execution() const { return *execution_; }
  [[nodiscard]] const Event& event(const Node& node) const {
    return execution_->events()[node.event];
  }
  [[nodiscard]] std::span<const Pin> pins() const { return task_->pins; }
  // A stamp newer than all others.
  [[nodiscard]] Stamp next_stamp() const { return next_stamp_; }

  // What precedes a node by program order and causes, and the same in the smaller order; or what
  // would precede an event that follows these two, of which either may be kNone.
  struct PastSets {
    NodeSet& all;
    NodeSet& causes;
  };
  void find_past(const Node& node, const PastSets& found) {
    if (!uses_sets_) return find_past_by_clocks(node.event, found);
    if (order_.events() <= node.event) extend_order(node.event + 1);
    assign_union(order_.past(node.event), found);
  }
  void find_past(const EventOrder::Past& past, const PastSets& found) {
    if (!uses_sets_) return find_past_by_clocks(past, found);
    extend_order(execution_->events().size());
    assign_union(past, found);
  }
  // `set` becomes the union of `one` and an event with its past in the smaller order. kNone: no
  // event.
  void join_causes(NodeSet& set, const NodeSet& one, std::uint32_t event) const {
    if (!uses_sets_) return join_causes_by_clocks(set, one, event);
    set.assign_union(one.data(), order_.causes(event));
  }
  [[nodiscard]] std::size_t words() const { return set_words_; }

  // The node that wrote the second version of a chain; -1: none.
  [[nodiscard]] std::int32_t first_writer(std::uint32_t chain) const {
    return first_writers_[chain];
  }
  // The node that read this version and wrote the next; -1: none.
  [[nodiscard]] std::int32_t writer_after(std::uint32_t chain, std::int32_t version) const {
    return version == kFirstVersion ? first_writer(chain)
                                    : nodes_[static_cast<std::size_t>(version)].next_writer;
  }
  // Its index among the versions of the log.
  [[nodiscard]] std::uint32_t version_at(std::uint32_t chain, std::int32_t version) const {
    if (version == kFirstVersion) return chain;
    return event(nodes_[static_cast<std::size_t>(version)]).version_after;
  }
  [[nodiscard]] State state_at(std::uint32_t chain, std::int32_t version) const {
    return execution_->state_at(version_at(chain, version));
  }
  // The chain of a live object, and its newest version.
  [[nodiscard]] std::uint32_t chain_of(ObjectId object) const {
    return chain_of_version(execution_->find_object(object)->version);
  }
  // The node that wrote the object's newest version.
  [[nodiscard]] std::int32_t current_version(ObjectId object) const;
  // The last node on the object's chain; -1: none.
  [[nodiscard]] std::int32_t last_node_on(std::uint32_t chain) const { return last_nodes_[chain]; }
  // Whether a node with an older stamp than the node's write part has read its version.
  [[nodiscard]] bool was_read_before(std::size_t node) const;
  // Whether a node that writes may be deleted, or revisited, as far as that does not depend on the
  // new event.
  [[nodiscard]] bool is_deletable(std::size_t node, Canary canary) const {
    if (!nodes_[node].is_default) return false;
    if (node >= task_steps_) return true;  // all reads of its version are newer
    if (steps_[node].is_revisit_source && canary != Canary::kDeletesRevisitSources) return false;
    return !was_read_before(node);
  }
  [[nodiscard]] std::int32_t node_of(Slot slot) const;

 private:
  [[nodiscard]] std::uint32_t chain_of_version(std::uint32_t version) const;
  [[nodiscard]] std::size_t words_for(const Execution& execution) const;
  void truncate(std::size_t nodes);
  void add_nodes(std::uint32_t from);
  void extend_order(std::size_t end);
  void stamp();
  // With sets.
  void assign_union(const EventOrder::Past& past, const PastSets& found) const {
    found.all.assign_union(order_.all(past.last), order_.all(past.cause));
    found.causes.assign_union(order_.causes(past.last), order_.causes(past.cause));
  }
  void find_past_by_clocks(std::uint32_t event, const PastSets& found) const;
  void find_past_by_clocks(const EventOrder::Past& past, const PastSets& found) const;
  void join_causes_by_clocks(NodeSet& set, const NodeSet& one, std::uint32_t event) const;

  std::size_t max_words_;
  std::size_t set_words_ = 0;
  bool uses_sets_ = true;  // otherwise by clocks
  const Execution* execution_ = nullptr;
  const Task* task_ = nullptr;
  std::vector<Node> nodes_;
  std::vector<TaskStep> steps_;
  std::size_t task_steps_ = 0;
  std::vector<std::uint32_t> non_default_nodes_;
  std::vector<std::int32_t> first_writers_;  // by first version of the chain
  std::vector<std::int32_t> last_nodes_;     // by first version of the chain
  std::vector<std::int32_t> node_by_event_;
  EventOrder order_;
  HappensBefore clocks_{Relation::kStrict};
  ThreadNodes threads_;  // only with clocks
  Stamp next_stamp_ = 1;
};

inline bool ExecutionGraph::was_read_before(std::size_t node_index) const {
  const Node& node = nodes_[node_index];
  const std::int32_t last = node.next_writer >= 0 ? node.next_writer : last_nodes_[node.chain];
  for (std::int32_t reader = last; reader > static_cast<std::int32_t>(node_index);) {
    const auto reader_index = static_cast<std::size_t>(reader);
    if (steps_[reader_index].read < steps_[node_index].write) return true;
    reader = nodes_[reader_index].before;
  }
  return false;
}

}  // namespace mcheck::trust
