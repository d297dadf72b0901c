// SPDX-License-Identifier: MIT
// What follows from one finished execution: every task whose canonical parent it is.
//
// Two ways lead to another graph. *Forward*: an event that was added by default could have had
// another outcome, or read an older version without changing it. *Revisit*: an event that makes a
// new version hands it to an event that was there before and read another one; what was added after
// that one, and what does not lead to the new event, is taken out again, provided that it would
// come back just so (it was "added maximally"), which makes this the only graph from which the
// child is made.
#pragma once

#include <vector>

#include "dpor/canary.hpp"
#include "dpor/trust_graph.hpp"

namespace mcheck::trust {

class Children {
 public:
  // Tasks are added to the end of `out`.
  Children(const Graph& graph, std::vector<Task>& out, Canary canary)
      : graph_(graph), out_(out), canary_(canary) {}

  Children(const Children&) = delete;
  Children& operator=(const Children&) = delete;

  // The graph is of another execution now.
  void begin() { blocked_pins_.clear(); }
  // The memory of a task that is done with.
  void use_again(Task&& task) {
    if (spare_.size() < kMostSpare) spare_.push_back(std::move(task.steps));
  }

  // The step whose write part is new, in a graph of what ran up to it.
  void of_new_write(std::size_t node);
  // An event that the default schedule added.
  void of_added(std::size_t node);
  // The threads that could not go on in the end.
  void of_blocked();

 private:
  // An event that is to be added, or could be: in the graph of the first `size` nodes.
  struct Candidate {
    Slot slot;
    Operation operation;
    std::uint32_t chain = kNoObjectChain;
    Stamp read = kNoStamp, write = kNoStamp;
    std::int32_t node = -1;  // if it ran: then `way` is the outcome it had
    std::uint32_t way = kNone;
    std::size_t size = 0;
    VectorClock past;    // what comes before it by program order and causes
    VectorClock causes;  // the same in the smaller order
  };

  // A way to add it: this outcome, where it reads this version.
  struct Way {
    std::int32_t version = kFirstVersion;
    std::uint32_t way = 0;
    Outcome outcome;
    bool exists = false;  // it is in the graph already, and ran like this
  };

  Candidate candidate(std::size_t node) const;
  void alternatives(const Candidate& candidate);
  void alternatives_at(const Candidate& candidate, std::int32_t version, bool newest);
  [[nodiscard]] std::int32_t newest_version(const Candidate& candidate) const;
  void reading(const Candidate& candidate, const Way& way, bool newest);
  void writing(const Candidate& candidate, const Way& way, bool newest);
  void forward(const Candidate& candidate, const Outcome& outcome);
  void revisits(const Candidate& candidate, const Way& way);
  void revisit(const Candidate& candidate, const Way& way, std::size_t revisited);
  bool find_kept(const Candidate& candidate, const Way& way, std::size_t revisited);
  bool deleted_write_comes_back(const Candidate& candidate, const Node& node);
  bool deleted_read_comes_back(const Candidate& candidate, const Node& node, std::size_t number);
  [[nodiscard]] bool was_there(const Candidate& candidate, std::int32_t node, Stamp when) const;
  [[nodiscard]] bool newer_was_there(const Candidate& candidate, const Node& node,
                                     std::int32_t version, std::int32_t except, Stamp when) const;
  [[nodiscard]] bool leads_to(std::size_t node) const;
  [[nodiscard]] std::int32_t lowest_version(const Candidate& candidate) const;
  [[nodiscard]] TaskStep step_of(std::size_t node) const;
  [[nodiscard]] Task task_of(std::size_t steps);

  static constexpr std::size_t kMostSpare = 64;

  const Graph& graph_;
  std::vector<Task>& out_;
  Canary canary_;
  std::vector<Pin> blocked_pins_;
  std::vector<std::uint32_t> prefix_;  // the causes of the write part at hand
  std::vector<std::uint8_t> kept_;     // 1 or 0
  std::vector<std::uint32_t> blocked_past_, blocked_causes_;
  std::vector<std::vector<TaskStep>> spare_;
};

}  // namespace mcheck::trust
