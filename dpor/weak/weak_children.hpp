// SPDX-License-Identifier: MIT
// The child tasks of a finished execution under a weak memory model: TruSt as in
// dpor/trust/child_tasks.hpp, except that an access of an atomic chooses
//
//   a load                any version that is consistent
//   a store               any place in modification order that is consistent
//   a read-modify-write   any version that no other one reads; its own follows it directly. If
//                         another one reads it, that one is deleted or revisited
//   a revisit             by a new store, with every place; by a new read-modify-write, with its
//   own
//
// Paper    [KMGV22], §3: Truly stateless, optimal dynamic partial order reduction, POPL 2022.
// Differs  as in trust.hpp: objects that are newest-only act on their newest version, and may
// block.
//          Consistency is decided before a child runs, so none of them is redundant.
// Oracle   tests/dpor/weak: an axiomatic brute force that shares no code.
#pragma once

#include <optional>
#include <vector>

#include "dpor/trust/task_stack.hpp"
#include "dpor/weak/candidate_graph.hpp"
#include "dpor/weak/weak_graph.hpp"

namespace mcheck::trust {

class WeakChildren {
 public:
  // Tasks are pushed on `out`.
  explicit WeakChildren(TaskStack& out) : out_(out), result_(graph_) {}

  WeakChildren(const WeakChildren&) = delete;
  WeakChildren& operator=(const WeakChildren&) = delete;

  // All children of the execution that ran the task. Its first `kept_steps` steps are those of the
  // execution before.
  void add_all(const Execution& execution, Task& task, std::size_t kept_steps);
  // The steps of that execution.
  [[nodiscard]] std::span<const TaskStep> steps() const { return graph_.steps(); }

 private:
  // An event that is added, or could be, to the graph of the first `size` nodes.
  struct Candidate {
    Slot slot;
    const Operation* operation = nullptr;
    std::uint32_t chain = kNone;
    bool is_weak = false;
    Stamp read = kNoStamp, write = kNoStamp;
    std::int32_t node = kNoNode;  // if it ran
    std::uint32_t way = kNone;    // as it ran
    std::size_t size = 0;
    Clock causes, all;  // what leads to it by program order and causes
    ClockView happens_before;
  };
  // The candidate with this outcome, reading or following this version.
  struct Variant {
    std::int32_t version = kNoNode;
    std::uint32_t outcome = 0;
    Transition transition;  // without the distance of a weak operation
    bool failed = false;
    bool writes = false;
    State next;  // what it writes
    bool is_in_graph = false;
  };

  void add_for_new_write(std::size_t node);
  void add_for_event(std::size_t node);
  void add_for_blocked();
  void set_candidate(std::size_t node, std::size_t size);
  void set_candidate(const ThreadRecord& blocked, Stamp stamp);
  void add_alternatives();
  void add_choices();
  void add_placements();
  void add_weak_versions();
  void add_newest_only_versions();
  void add_weak_outcomes(std::int32_t version, std::int32_t overwriter, std::uint32_t distance);
  void add_newest_only_outcomes(std::int32_t version, bool newest);
  [[nodiscard]] Variant variant_at(std::int32_t version, std::uint32_t outcome) const;
  [[nodiscard]] bool may_read(std::int32_t version) const;
  [[nodiscard]] bool spins_with(std::int32_t version) const;
  [[nodiscard]] bool has_led_to(std::int32_t version, const Clock& clock) const {
    return version != kNoNode && has_seen(clock, slot_of(version));
  }
  [[nodiscard]] Slot slot_of(std::int32_t node) const {
    return graph_.nodes()[static_cast<std::size_t>(node)].slot;
  }
  [[nodiscard]] std::uint32_t place_of(std::int32_t version) const {
    return version == kNoNode ? graph_.place_of_version(candidate_.chain)
                              : graph_.nodes()[static_cast<std::size_t>(version)].place;
  }
  [[nodiscard]] bool is_update(std::int32_t node) const {
    return node != kNoNode && graph_.nodes()[static_cast<std::size_t>(node)].reads;
  }
  [[nodiscard]] AddedEvent added(const Variant& variant, std::uint32_t place) const;
  // The first `size` nodes.
  void keep_prefix();
  [[nodiscard]] ClockView sequential_past() const;
  // `overwriter`: the next newer version than the one that the variant acts on.
  void add_forward(const Variant& variant, std::int32_t overwriter, std::uint32_t distance);
  void add_last(const Variant& variant, std::uint32_t distance, bool is_new_write);
  void add_before(const Variant& variant, std::size_t overwriter);
  void add_reading_earlier(const Variant& variant);

  // Revisits: weak_revisits.cpp.
  void add_revisits(const Variant& variant);
  void find_prefix(const Variant& variant);
  [[nodiscard]] std::int32_t overwriter_of(const Variant& variant) const;
  void add_revisit(const Variant& variant, std::size_t revisited);
  [[nodiscard]] bool determine_kept(const Variant& variant, std::size_t revisited);
  [[nodiscard]] bool deleted_write_is_maximal(std::size_t node) const;
  [[nodiscard]] bool deleted_read_is_maximal(std::size_t node) const;
  [[nodiscard]] bool newer_existed_at(std::size_t except, std::uint32_t place, Stamp stamp) const;
  [[nodiscard]] bool existed_at(std::size_t node, Stamp stamp) const;
  void add_placed(const Variant& variant, std::size_t revisited, std::int32_t after);
  void push_revisit(const Variant& variant, std::size_t revisited, std::uint32_t distance);

  WeakGraph graph_;
  TaskStack& out_;
  CandidateGraph result_;
  Candidate candidate_;
  Clock prefix_;  // what leads to the current write part
  std::vector<Pin> blocked_pins_;
};

}  // namespace mcheck::trust
