// SPDX-License-Identifier: MIT
// The execution graph of a finished execution under a weak memory model: its events that are
// choices, what leads to each of them, the versions in modification order, and the stamps.
// Read-only once built.
//
// Two kinds of operations occur. A *free* one is an access of an atomic: it may read any version,
// or be placed anywhere, as far as the memory model allows. All others are *bound*: they act on the
// newest version of their object at that point of the schedule.
//
// Costs    three clocks an event: everything is computed anew for each execution.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dpor/trust/task.hpp"
#include "engine/search/execution/execution.hpp"

namespace mcheck::trust {

using Clock = std::vector<std::uint32_t>;

inline constexpr std::int32_t kNoNode = -1;  // for a version: no event made it

struct WeakNode {
  std::uint32_t event = 0;  // index in the execution's log
  Slot slot;
  std::uint32_t chain = kNone;    // the object, by its first version
  std::int32_t source = kNoNode;  // the node whose version it read; of a store: that it followed
  std::uint32_t read_place = 0;   // of that version in modification order
  std::uint32_t place = 0;        // of the version that it made
  bool is_free = false;
  bool reads = false;  // has a read part: everything but stores that are free
  bool writes = false;
  bool is_default = true;  // its outcome, apart from the version, is the default
};

class WeakGraph {
 public:
  // Places of neighbours differ by this much, so that others fit in between.
  static constexpr std::uint32_t kPlaceStep = 4;

  void build(const Execution& execution, Task& task);

  [[nodiscard]] const Execution& execution() const { return *execution_; }
  [[nodiscard]] std::span<const WeakNode> nodes() const { return nodes_; }
  [[nodiscard]] std::span<const TaskStep> steps() const { return steps_; }
  [[nodiscard]] std::size_t task_steps() const { return task_steps_; }
  [[nodiscard]] std::span<const Pin> pins() const { return task_->pins; }
  [[nodiscard]] Stamp next_stamp() const { return next_stamp_; }
  [[nodiscard]] const Event& event(const WeakNode& node) const {
    return execution_->events()[node.event];
  }
  // Whether an operation on its object would be free.
  [[nodiscard]] bool is_free(const Operation& operation) const;

  // The clock of everything that leads to an event, itself included; and with it what a bound
  // operation has to follow in the schedule. Of what happens before an event by the rules of C++,
  // apart from what it acquires itself.
  [[nodiscard]] std::span<const std::uint32_t> causes(std::uint32_t event) const {
    return row(causes_, event);
  }
  [[nodiscard]] std::span<const std::uint32_t> all(std::uint32_t event) const {
    return row(all_, event);
  }
  [[nodiscard]] std::span<const std::uint32_t> happens_before(std::uint32_t event) const {
    return row(happens_before_, event);
  }
  // The same of a thread's next event.
  [[nodiscard]] std::span<const std::uint32_t> happens_before_next(ThreadId thread) const {
    return row(next_, index(thread));
  }
  // Before the event itself: by program order and causes.
  void past(const WeakNode& node, Clock& causes, Clock& all) const;
  void past(const ThreadRecord& blocked, Clock& causes, Clock& all) const;
  [[nodiscard]] std::size_t width() const { return width_; }

  // The nodes that made a version of the chain, in modification order.
  [[nodiscard]] std::span<const std::uint32_t> writers(std::uint32_t chain) const;
  [[nodiscard]] std::uint32_t chain_of_version(std::uint32_t version) const {
    return chains_[version];
  }
  [[nodiscard]] std::uint32_t place_of_version(std::uint32_t version) const {
    return places_[version];
  }
  [[nodiscard]] std::span<const std::uint32_t> places() const { return places_; }
  // The version that a node made, or the first one of the chain.
  [[nodiscard]] std::uint32_t version_of(std::uint32_t chain, std::int32_t node) const {
    if (node == kNoNode) return chain;
    return event(nodes_[static_cast<std::size_t>(node)]).version_after;
  }
  [[nodiscard]] std::int32_t node_of(Slot slot) const;
  [[nodiscard]] std::int32_t node_of_event(std::uint32_t event) const {
    return node_by_event_[event];
  }
  // Whether some event is a seq_cst access or fence.
  [[nodiscard]] bool has_seq_cst() const { return has_seq_cst_; }

 private:
  using Rows = std::vector<std::uint32_t>;

  [[nodiscard]] std::span<const std::uint32_t> row(const Rows& rows, std::size_t i) const {
    return {rows.data() + i * width_, width_};
  }
  void find_width();
  void find_chains();
  void add_clocks(std::uint32_t event);
  void add_node(std::uint32_t event);
  void join_past(std::uint32_t last, std::uint32_t cause, Clock& causes, Clock& all) const;
  void stamp();

  const Execution* execution_ = nullptr;
  const Task* task_ = nullptr;
  std::size_t width_ = 1;
  std::vector<WeakNode> nodes_;
  std::vector<TaskStep> steps_;
  std::size_t task_steps_ = 0;
  Rows causes_, all_, happens_before_, next_;
  std::vector<std::uint32_t> last_of_;    // by thread
  std::vector<std::uint32_t> places_;     // by version
  std::vector<std::uint32_t> chains_;     // by version
  std::vector<std::int32_t> node_by_event_;
  std::vector<std::vector<std::uint32_t>> writers_;       // by chain
  std::vector<std::vector<std::uint32_t>> bound_readers_; // by chain: events
  Stamp next_stamp_ = 1;
  bool has_seq_cst_ = false;
};

// Whether the clock includes the event.
[[nodiscard]] inline bool has_seen(std::span<const std::uint32_t> clock, const Slot& slot) {
  return clock[index(slot.thread)] > slot.index;
}

inline void join_clock(Clock& into, std::span<const std::uint32_t> other) {
  for (std::size_t t = 0; t < into.size(); ++t) into[t] = std::max(into[t], other[t]);
}

}  // namespace mcheck::trust
