// SPDX-License-Identifier: MIT
// The child tasks of a finished execution: every task whose canonical parent it is.
//
// Two ways lead to another graph. *Forward*: an event that was added by default could have had
// another outcome, or read an older version without changing it. *Revisit*: an event that makes a
// new version passes it to an older event that read another one. Everything that was added after
// that older event and does not lead to the new event is deleted, provided that it would be added
// again just so (it was "added maximally"). That makes this the only graph from which the child is
// made.
#pragma once

#include <optional>
#include <vector>

#include "dpor/steps/canary.hpp"
#include "dpor/trust/execution_graph.hpp"
#include "dpor/trust/task_stack.hpp"

namespace mcheck::trust {

class ChildTasks {
 public:
  // Tasks are pushed on `out`.
  ChildTasks(ExecutionGraph& graph, TaskStack& out, Canary canary)
      : graph_(graph), out_(out), canary_(canary) {}

  ChildTasks(const ChildTasks&) = delete;
  ChildTasks& operator=(const ChildTasks&) = delete;

  // The graph now belongs to another execution.
  void begin();

  // The revisits of the step whose write part is new, in the graph of the steps up to it.
  void add_for_new_write(std::size_t node);
  // The children of an event that the default schedule added.
  void add_for_event(std::size_t node);
  // The children of operations that were blocked at the end.
  void add_for_blocked();

 private:
  // An event that is added, or could be, to the graph of the first `size` nodes.
  struct Candidate {
    Slot slot;
    const Operation* operation = nullptr;
    std::uint32_t chain = kNoChain;
    Stamp read = kNoStamp, write = kNoStamp;
    std::int32_t node = -1;  // if it ran: then its data choice is below
    std::uint32_t way = kNone;
    bool read_by_others = false;  // as it ran: some event could be revisited
    std::size_t size = 0;
    NodeSet past;    // what precedes it by program order and causes
    NodeSet causes;  // the same in the smaller order
  };

  // The walk back along the candidate's chain, as far as versions were needed.
  struct ChainWalk {
    std::int32_t position = kFirstVersion;   // the last node that was not passed
    Stamp oldest_read = ~Stamp{0};           // the oldest read stamp of the writing nodes that were
                                             // passed
    bool is_closed = false;                  // one of these cannot be deleted
    std::vector<std::uint32_t> revisitable;  // nodes that could be revisited
    std::optional<std::size_t> end;          // one past the last node that leads to the candidate
  };

  // A variant of the candidate: this data choice, reading this version.
  struct Variant {
    std::int32_t version = kFirstVersion;
    std::uint32_t way = 0;
    Transition transition;
    const State* next = nullptr;  // the version that it makes; null: none
    bool is_in_graph = false;     // the graph has it, and it ran like this
  };

  // Whether other events read the version that it overwrote.
  [[nodiscard]] static bool overwrites_read_version(const Node& node) {
    return node.writes && node.before != node.source;
  }
  [[nodiscard]] bool has_single_variant(const Node& node) const;
  void set_candidate(std::size_t node, std::size_t size);
  void set_candidate(const ThreadRecord& blocked, Stamp stamp);
  void add_alternatives(const Candidate& candidate);
  void add_alternatives_at(const Candidate& candidate, std::int32_t version, bool newest);
  [[nodiscard]] Variant executed_variant(const Candidate& candidate);
  [[nodiscard]] Variant variant_at(const Candidate& candidate, std::int32_t version,
                                   std::uint32_t way);
  [[nodiscard]] std::int32_t newest_version(const Candidate& candidate) const;
  void add_reading(const Candidate& candidate, const Variant& variant, bool newest);
  void add_writing(const Candidate& candidate, const Variant& variant, bool newest);
  void add_forward(const Candidate& candidate, const Transition& transition, bool is_new_write);
  void add_revisits(const Candidate& candidate, const Variant& variant);
  void begin_chain_walk();
  void walk_back_to(const Candidate& candidate, std::int32_t version);
  void find_prefix(const Candidate& candidate, const Variant& variant);
  void add_revisit(const Candidate& candidate, const Variant& variant, std::size_t revisited);
  void push_kept_steps(const Candidate& candidate, const Variant& variant, std::size_t revisited);
  // The steps of this range that are in the set, or those that are not.
  void keep_steps(const NodeSet& set, std::size_t from, std::size_t end, bool inside = true) {
    set.for_each_run(from, end, inside, [this](std::size_t first, std::size_t count) {
      out_.keep_steps(first, count);
    });
  }
  bool determine_kept(const Candidate& candidate, const Variant& variant, std::size_t revisited);
  bool determine_kept_of_task(const Candidate& candidate, const Variant& variant,
                              std::size_t revisited);
  [[nodiscard]] bool all_added_maximally(const Candidate& candidate, std::size_t from) const;
  [[nodiscard]] bool is_deletable(std::size_t node) const {
    return graph_.is_deletable(node, canary_);
  }
  [[nodiscard]] bool deleted_write_is_maximal(const Candidate& candidate, std::size_t node) const;
  [[nodiscard]] bool deleted_read_is_maximal(const Candidate& candidate, std::size_t node) const;
  [[nodiscard]] bool existed_at(const Candidate& candidate, std::int32_t node, Stamp stamp) const;
  [[nodiscard]] bool newer_existed_at(const Candidate& candidate, std::uint32_t chain,
                                      std::int32_t version, std::int32_t except, Stamp stamp) const;
  [[nodiscard]] std::int32_t lowest_version(const Candidate& candidate) const;

  ExecutionGraph& graph_;
  TaskStack& out_;
  Canary canary_;
  std::vector<Pin> blocked_pins_;
  std::size_t words_ = 0;  // of each set
  Candidate candidate_;    // the current one
  State next_state_;       // the version that it would make
  ChainWalk walk_;
  NodeSet prefix_;  // what leads to the current write part
  bool prefix_is_known_ = false;
  NodeSet kept_;
};

}  // namespace mcheck::trust
