// SPDX-License-Identifier: MIT
// The execution graph of a finished execution, as run-based TruSt looks at it: its events that are
// choices, in the order in which they ran, with versions and stamps. Read-only once built.
//
// Who reads what is kept for as much of it as the next execution has in common with this one.
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

inline constexpr std::int32_t kFirstVersion = -1;  // made by no event
inline constexpr std::uint32_t kNoObjectChain = kNone;

struct Node {
  std::uint32_t event = 0;  // in the execution's log
  Slot slot;
  std::uint32_t chain = kNoObjectChain;  // the object, by its first version
  std::int32_t source = kFirstVersion;   // the node whose version it read
  std::int32_t before = -1;              // the node before it on the same chain
  std::int32_t next_writer = -1;         // if it writes: who read that version and wrote the next
  bool writes = false;
  bool is_default = true;  // of its outcomes, the default
};

class Graph {
 public:
  // Sets of nodes may take so many words in all, and clocks are kept where they would take more.
  static constexpr std::size_t kMostWords = std::size_t{1} << 15;

  explicit Graph(std::size_t most_words = kMostWords) : most_words_(most_words) {}

  // The task's steps keep their stamps, and are taken over; all that came after is newer. The first
  // `keep` steps are the same as the last time.
  void build(const Execution& execution, Task& task, std::size_t keep);

  [[nodiscard]] std::span<const Node> nodes() const { return nodes_; }
  // The same as the steps of a task: their moves and stamps.
  [[nodiscard]] std::span<const TaskStep> steps() const { return steps_; }
  // So many of them were the task's. Those after have newer stamps, the later the newer.
  [[nodiscard]] std::size_t given() const { return given_; }
  // Those after that have another outcome than the default.
  [[nodiscard]] std::span<const std::uint32_t> others() const { return others_; }
  [[nodiscard]] const Execution& execution() const { return *execution_; }
  [[nodiscard]] const Event& event(const Node& node) const {
    return execution_->events()[node.event];
  }
  [[nodiscard]] std::span<const Pin> pins() const { return task_->pins; }
  // A stamp newer than all.
  [[nodiscard]] Stamp fresh() const { return fresh_; }

  // What comes before a node by program order and causes, and the same in the smaller order; or
  // before one that is not there, and would follow these two events, of which either may be kNone.
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
  // `set` becomes what is in `one`, and an event with all that comes before it in the smaller
  // order; kNone is no event.
  void join_causes(NodeSet& set, const NodeSet& one, std::uint32_t event) const {
    if (!by_sets_) return join_causes_by_clocks(set, one, event);
    set.unite(one.data(), sets_.causes(event));
  }
  [[nodiscard]] std::size_t words() const { return words_; }

  // The node that wrote the second version of a chain; -1 if there is none.
  [[nodiscard]] std::int32_t first_writer(std::uint32_t chain) const {
    return first_writers_[chain];
  }
  // Who read this version and wrote the next; -1 if nobody did.
  [[nodiscard]] std::int32_t writer_after(std::uint32_t chain, std::int32_t version) const {
    return version == kFirstVersion ? first_writer(chain)
                                    : nodes_[static_cast<std::size_t>(version)].next_writer;
  }
  // Its place among the versions of the log.
  [[nodiscard]] std::uint32_t version_at(std::uint32_t chain, std::int32_t version) const {
    if (version == kFirstVersion) return chain;
    return event(nodes_[static_cast<std::size_t>(version)]).version_after;
  }
  [[nodiscard]] State state_at(std::uint32_t chain, std::int32_t version) const {
    return execution_->state_at(version_at(chain, version));
  }
  // The chain of an object that is alive, and its newest version.
  [[nodiscard]] std::uint32_t chain_of(ObjectId object) const {
    return chain_of_version(execution_->find_object(object)->version);
  }
  // The node that wrote the object's newest version.
  [[nodiscard]] std::int32_t current_version(ObjectId object) const;
  // The last node on the object's chain; -1 if there is none.
  [[nodiscard]] std::int32_t last_on(std::uint32_t chain) const { return last_on_[chain]; }
  // Whether something with an older stamp than the node's write part has read its version.
  [[nodiscard]] bool was_read_before(std::size_t node) const;
  // Whether a node that writes may be taken out again at all, or be revisited, as far as that can
  // be said without knowing for whom.
  [[nodiscard]] bool can_go(std::size_t node, Canary canary) const {
    if (!nodes_[node].is_default) return false;
    if (node >= given_) return true;  // all that read its version did so later
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
  // By sets.
  void unite(const Order::Past& past, const Before& found) const {
    found.all.unite(sets_.all(past.last), sets_.all(past.cause));
    found.causes.unite(sets_.causes(past.last), sets_.causes(past.cause));
  }
  void find_past_by_clocks(std::uint32_t event, const Before& found) const;
  void find_past_by_clocks(const Order::Past& past, const Before& found) const;
  void join_causes_by_clocks(NodeSet& set, const NodeSet& one, std::uint32_t event) const;

  std::size_t most_words_;
  std::size_t words_ = 0;
  bool by_sets_ = true;  // or by clocks
  const Execution* execution_ = nullptr;
  const Task* task_ = nullptr;
  std::vector<Node> nodes_;
  std::vector<TaskStep> steps_;
  std::size_t given_ = 0;
  std::vector<std::uint32_t> others_;
  std::vector<std::int32_t> first_writers_;  // by version, where it is a first one
  std::vector<std::int32_t> last_on_;        // by version, where it is a first one
  std::vector<std::int32_t> node_by_event_;
  Order sets_;
  HappensBefore clocks_{Relation::kStrict};
  NodesOfThreads threads_;  // by clocks only
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
