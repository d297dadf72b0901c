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

#include "dpor/canary.hpp"
#include "dpor/trust_graph.hpp"
#include "dpor/trust_task_stack.hpp"

namespace mcheck::trust {

class Children {
 public:
  // Tasks are pushed on `out`.
  Children(Graph& graph, TaskStack& out, Canary canary)
      : graph_(graph), out_(out), canary_(canary) {}

  Children(const Children&) = delete;
  Children& operator=(const Children&) = delete;

  // The graph now belongs to another execution.
  void begin();

  // The revisits of the step whose write part is new, in the graph of the steps up to it.
  void of_new_write(std::size_t node);
  // The children of an event that the default schedule added.
  void of_added(std::size_t node);
  // The children of operations that were blocked at the end.
  void of_blocked();

 private:
  // An event that is added, or could be, to the graph of the first `size` nodes.
  struct Candidate {
    Slot slot;
    const Operation* operation = nullptr;
    std::uint32_t chain = kNoObjectChain;
    Stamp read = kNoStamp, write = kNoStamp;
    std::int32_t node = -1;  // if it ran: then its data choice is below
    std::uint32_t way = kNone;
    bool hands_on = false;  // as it ran: some event could be revisited
    std::size_t size = 0;
    NodeSet past;    // what precedes it by program order and causes
    NodeSet causes;  // the same in the smaller order
  };

  // The walk back along the candidate's chain, as far as versions were needed.
  struct Walk {
    std::int32_t left = kFirstVersion;  // the last node that was not passed
    Stamp oldest = ~Stamp{0};           // the oldest read stamp of the writing nodes that were
                                        // passed
    bool is_closed = false;             // one of these cannot be deleted
    std::vector<std::uint32_t> passed;  // nodes that could be revisited
    std::optional<std::size_t> end;     // one past the last node that leads to the candidate
  };

  // A variant of the candidate: this data choice, reading this version.
  struct Way {
    std::int32_t version = kFirstVersion;
    std::uint32_t way = 0;
    Move move;
    const State* next = nullptr;  // the version that it makes; null: none
    bool exists = false;          // the graph has it, and it ran like this
  };

  // Whether other events read the version that it overwrote.
  [[nodiscard]] static bool hands_something_on(const Node& node) {
    return node.writes && node.before != node.source;
  }
  [[nodiscard]] bool had_no_choice(const Node& node) const;
  void take(std::size_t node, std::size_t size);
  void take(const ThreadRecord& blocked, Stamp stamp);
  void alternatives(const Candidate& candidate);
  void alternatives_at(const Candidate& candidate, std::int32_t version, bool newest);
  [[nodiscard]] Way ran(const Candidate& candidate);
  [[nodiscard]] Way way_at(const Candidate& candidate, std::int32_t version, std::uint32_t way);
  [[nodiscard]] std::int32_t newest_version(const Candidate& candidate) const;
  void reading(const Candidate& candidate, const Way& way, bool newest);
  void writing(const Candidate& candidate, const Way& way, bool newest);
  void forward(const Candidate& candidate, const Move& move, bool is_new_write);
  void revisits(const Candidate& candidate, const Way& way);
  void begin_walk();
  void walk_to(const Candidate& candidate, std::int32_t version);
  void find_prefix(const Candidate& candidate, const Way& way);
  void revisit(const Candidate& candidate, const Way& way, std::size_t revisited);
  void push_kept(const Candidate& candidate, const Way& way, std::size_t revisited);
  // The steps of this range that are in the set, or those that are not.
  void keep(const NodeSet& set, std::size_t from, std::size_t end, bool inside = true) {
    set.each_run(from, end, inside,
                 [this](std::size_t first, std::size_t count) { out_.keep(first, count); });
  }
  bool find_kept(const Candidate& candidate, const Way& way, std::size_t revisited);
  bool find_kept_of_given(const Candidate& candidate, const Way& way, std::size_t revisited);
  [[nodiscard]] bool all_come_back(const Candidate& candidate, std::size_t from) const;
  [[nodiscard]] bool can_go(std::size_t node) const { return graph_.can_go(node, canary_); }
  [[nodiscard]] bool deleted_write_comes_back(const Candidate& candidate, std::size_t node) const;
  [[nodiscard]] bool deleted_read_comes_back(const Candidate& candidate, std::size_t node) const;
  [[nodiscard]] bool was_there(const Candidate& candidate, std::int32_t node, Stamp when) const;
  [[nodiscard]] bool newer_was_there(const Candidate& candidate, std::uint32_t chain,
                                     std::int32_t version, std::int32_t except, Stamp when) const;
  [[nodiscard]] std::int32_t lowest_version(const Candidate& candidate) const;

  Graph& graph_;
  TaskStack& out_;
  Canary canary_;
  std::vector<Pin> blocked_pins_;
  std::size_t words_ = 0;  // of each set
  Candidate candidate_;    // the current one
  State next_;             // the version that it would make
  Walk walk_;
  NodeSet prefix_;  // what leads to the current write part
  bool has_prefix_ = false;
  NodeSet kept_;
};

}  // namespace mcheck::trust
