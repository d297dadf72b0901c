// SPDX-License-Identifier: MIT
// The execution graph of a finished execution, for run-based TruSt: its events that are choices, in
// the order in which they ran, with versions and stamps. Read-only once built.
//
// What the next execution has in common with this one is kept.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dpor/canary.hpp"
#include "dpor/node_set.hpp"
#include "dpor/trust_order.hpp"
#include "dpor/trust_task.hpp"
#include "dpor/trust_threads.hpp"
#include "engine/search/execution.hpp"
#include "engine/trace/happens_before.hpp"

namespace mcheck::trust {

inline constexpr std::int32_t kFirstVersion = -1;  // no event made it
inline constexpr std::uint32_t kNoObjectChain = kNone;

struct Node {
  std::uint32_t event = 0;  // index in the execution's log
  Slot slot;
  std::uint32_t chain = kNoObjectChain;  // the object, by its first version
  std::int32_t source = kFirstVersion;   // the node whose version it read
  std::int32_t before = -1;              // the previous node on the same chain
  std::int32_t next_writer = -1;         // if it writes: the node that read that version and wrote
                                         // the next
  bool writes = false;
  bool is_default = true;  // its outcome is the default
};

class Graph {
 public:
  // Sets of nodes take at most this many words in all; beyond that, clocks are used instead.
  static constexpr std::size_t kMostWords = std::size_t{1} << 15;

  explicit Graph(std::size_t most_words = kMostWords) : most_words_(most_words) {}

  // Takes over the task's steps with their stamps; all later steps get newer ones. The first
  // `kept_steps` steps are the same as in the last execution.
  void build(const Execution& execution, Task& task, std::size_t keep);

  [[nodiscard]] std::span<const Node> nodes() const { return nodes_; }
  // The nodes as steps of a task: transitions and stamps.
  [[nodiscard]] std::span<const TaskStep> steps() const { return steps_; }
  // How many of them belong to the task. Later ones have newer stamps, in order.
  [[nodiscard]] std::size_t given() const { return given_; }
  // The later ones whose outcome is not the default.
  [[nodiscard]] std::span<const std::uint32_t> others() const { return others_; }
  [[nodiscard]] const Execution& execution() const { return *execution_; }
  [[nodiscard]] const Event& event(const Node& node) const {
    return execution_->events()[node.event];
  }
  [[nodiscard]] std::span<const Pin> pins() const { return task_->pins; }
  // A stamp newer than all others.
  [[nodiscard]] Stamp fresh() const { return fresh_; }

  // What precedes a node by program order and causes, and the same in the smaller order; or what
  // would precede an event that follows these two, of which either may be kNone.
  struct Before {
    NodeSet& all;
    NodeSet& causes;
  };
  void find_past(const Node& node, const Before& found) {
    if (!by_sets_) return find_past_by_clocks(node.event, found);
    if (sets_.events() <= node.event) order_up_to(node.event + 1);
    unite(sets_.past(node.event), found);
  }
  void find_past(const Order::Past& past, const Before& found) {
    if (!by_sets_) return find_past_by_clocks(past, found);
    order_up_to(execution_->events().size());
    unite(past, found);
  }
  // `set` becomes the union of `one` and an event with its past in the smaller order. kNone: no
  // event.
  void join_causes(NodeSet& set, const NodeSet& one, std::uint32_t event) const {
    if (!by_sets_) return join_causes_by_clocks(set, one, event);
    set.unite(one.data(), sets_.causes(event));
  }
  [[nodiscard]] std::size_t words() const { return words_; }

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
  [[nodiscard]] std::int32_t last_on(std::uint32_t chain) const { return last_on_[chain]; }
  // Whether a node with an older stamp than the node's write part has read its version.
  [[nodiscard]] bool was_read_before(std::size_t node) const;
  // Whether a node that writes may be deleted, or revisited, as far as that does not depend on the
  // new event.
  [[nodiscard]] bool can_go(std::size_t node, Canary canary) const {
    if (!nodes_[node].is_default) return false;
    if (node >= given_) return true;  // all reads of its version are newer
    if (steps_[node].frozen && canary != Canary::kDeletesSources) return false;
    return !was_read_before(node);
  }
  [[nodiscard]] std::int32_t node_of(Slot slot) const;

 private:
  [[nodiscard]] std::uint32_t chain_of_version(std::uint32_t version) const;
  [[nodiscard]] std::size_t words_for(const Execution& execution) const;
  void cut(std::size_t nodes);
  void add_nodes(std::uint32_t from);
  void order_up_to(std::size_t end);
  void stamp();
  // With sets.
  void unite(const Order::Past& past, const Before& found) const {
    found.all.unite(sets_.all(past.last), sets_.all(past.cause));
    found.causes.unite(sets_.causes(past.last), sets_.causes(past.cause));
  }
  void find_past_by_clocks(std::uint32_t event, const Before& found) const;
  void find_past_by_clocks(const Order::Past& past, const Before& found) const;
  void join_causes_by_clocks(NodeSet& set, const NodeSet& one, std::uint32_t event) const;

  std::size_t most_words_;
  std::size_t words_ = 0;
  bool by_sets_ = true;  // otherwise by clocks
  const Execution* execution_ = nullptr;
  const Task* task_ = nullptr;
  std::vector<Node> nodes_;
  std::vector<TaskStep> steps_;
  std::size_t given_ = 0;
  std::vector<std::uint32_t> others_;
  std::vector<std::int32_t> first_writers_;  // by first version of the chain
  std::vector<std::int32_t> last_on_;        // by first version of the chain
  std::vector<std::int32_t> node_by_event_;
  Order sets_;
  HappensBefore clocks_{Relation::kStrict};
  NodesOfThreads threads_;  // only with clocks
  Stamp fresh_ = 1;
};

inline bool Graph::was_read_before(std::size_t number) const {
  const Node& node = nodes_[number];
  const std::int32_t last = node.next_writer >= 0 ? node.next_writer : last_on_[node.chain];
  for (std::int32_t reader = last; reader > static_cast<std::int32_t>(number);) {
    const auto place = static_cast<std::size_t>(reader);
    if (steps_[place].read < steps_[number].write) return true;
    reader = nodes_[place].before;
  }
  return false;
}

}  // namespace mcheck::trust
