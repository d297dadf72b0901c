// SPDX-License-Identifier: MIT
// The execution graph of a finished execution under a weak memory model: its events that are
// choices, what leads to each of them, the versions in modification order, and the stamps.
// Read-only once built. What the next execution has in common with this one is kept.
//
// Two kinds of operations occur. A *weak* one is an access of an atomic: it may read any version,
// or be placed anywhere, as far as the memory model allows. All others are *newest-only*: they act
// on the newest version of their object at that point of the schedule.
//
// Costs    two clocks for each event.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "dpor/trust/task.hpp"
#include "engine/search/execution/execution.hpp"

namespace mcheck::trust {

using Clock = std::vector<std::uint32_t>;
using ClockView = std::span<const std::uint32_t>;

inline constexpr std::int32_t kNoNode = -1;  // for a version: no event made it

struct WeakNode {
  std::uint32_t event = 0;  // index in the execution's log
  Slot slot;
  std::uint32_t chain = kNone;    // the object, by its first version
  std::int32_t source = kNoNode;  // the node whose version it read; of a store: that it followed
  std::uint32_t read_place = 0;   // of that version in modification order
  std::uint32_t place = 0;        // of the version that it made
  bool is_weak = false;
  bool reads = false;  // has a read part: everything but stores that are weak
  bool writes = false;
  bool is_default = true;  // its outcome, apart from the version, is the default
};

class WeakGraph {
 public:
  // Places of neighbours differ by this much, so that others fit in between.
  static constexpr std::uint32_t kPlaceStep = 4;

  // Takes over the task's steps. The first `kept_steps` steps are the same as in the last
  // execution.
  void build(const Execution& execution, Task& task, std::size_t kept_steps);

  [[nodiscard]] const Execution& execution() const { return *execution_; }
  [[nodiscard]] std::span<const WeakNode> nodes() const { return nodes_; }
  [[nodiscard]] std::span<const TaskStep> steps() const { return steps_; }
  [[nodiscard]] std::size_t task_steps() const { return task_steps_; }
  [[nodiscard]] std::span<const Pin> pins() const { return task_->pins; }
  [[nodiscard]] Stamp next_stamp() const { return next_stamp_; }
  [[nodiscard]] const Event& event(const WeakNode& node) const {
    return execution_->events()[node.event];
  }
  // Whether an operation on its object would be weak.
  [[nodiscard]] bool is_weak(const Operation& operation) const {
    return execution_->weak_memory()->is_weak(operation);
  }

  // The clock of everything that leads to an event, itself included; and with it what a newest-only
  // operation has to follow in the schedule.
  [[nodiscard]] ClockView causes(std::uint32_t event) const { return row(causes_, event); }
  [[nodiscard]] ClockView all(std::uint32_t event) const { return row(all_, event); }
  // What happens before an event by the rules of C++, apart from what it acquires itself.
  [[nodiscard]] ClockView happens_before(std::uint32_t event) const {
    return execution_->weak_memory()->synchronization().clock_before(event);
  }
  // The same for a thread's next event.
  [[nodiscard]] ClockView happens_before_next(ThreadId thread) const {
    return execution_->weak_memory()->synchronization().clock_of(thread);
  }
  // Before the event itself: by program order and causes.
  void past(const WeakNode& node, Clock& causes, Clock& all) const;
  void past(const ThreadRecord& blocked, Clock& causes, Clock& all) const;
  [[nodiscard]] std::size_t width() const { return width_; }

  // The nodes that made a version of the chain, in modification order.
  [[nodiscard]] std::span<const std::uint32_t> writers(std::uint32_t chain) const {
    const WriterRange& range = ranges_[chain];
    return std::span(writers_).subspan(range.from, range.count);
  }
  [[nodiscard]] std::uint32_t chain_of_version(std::uint32_t version) const {
    return chains_[version];
  }
  [[nodiscard]] std::span<const std::uint32_t> places() const { return places_; }
  [[nodiscard]] std::uint32_t place_of_version(std::uint32_t version) const {
    return places_[version];
  }
  // The version that a node made, or the first one of the chain.
  [[nodiscard]] std::uint32_t version_of(std::uint32_t chain, std::int32_t node) const {
    if (node == kNoNode) return chain;
    return event(nodes_[static_cast<std::size_t>(node)]).version_after;
  }
  [[nodiscard]] std::int32_t node_of(Slot slot) const;
  [[nodiscard]] std::int32_t node_of_event(std::uint32_t event) const {
    return node_by_event_[event];
  }
  // Whether some events are seq_cst accesses or fences, and if so, whether all events acted on the
  // newest versions.
  [[nodiscard]] bool has_seq_cst() const { return execution_->weak_memory()->seq_cst_events() > 0; }
  [[nodiscard]] bool is_in_order() const {
    return execution_->weak_memory()->sequential_clocks().is_in_order();
  }

 private:
  using Rows = std::vector<std::uint32_t>;

  struct WriterRange {
    std::size_t from = 0;
    std::size_t count = 0;
  };

  [[nodiscard]] ClockView row(const Rows& rows, std::size_t i) const {
    return {rows.data() + i * width_, width_};
  }
  [[nodiscard]] bool widens();
  void add_versions(std::size_t kept);
  void add_clocks(std::uint32_t event);
  void join_row(Rows& rows, std::uint32_t into, std::uint32_t other);
  void add_node(std::uint32_t event);
  void sort_writers();
  void join_past(std::uint32_t last, std::uint32_t cause, Clock& causes, Clock& all) const;
  void stamp();

  const Execution* execution_ = nullptr;
  const Task* task_ = nullptr;
  std::size_t width_ = 1;
  std::vector<WeakNode> nodes_;
  std::vector<TaskStep> steps_;
  std::size_t task_steps_ = 0;
  Rows causes_, all_;
  std::vector<std::uint32_t> before_;   // by event: the one before it in its thread
  std::vector<std::uint32_t> last_of_;  // by thread
  std::vector<std::uint32_t> places_;   // by version
  std::vector<std::uint32_t> chains_;   // by version
  std::vector<std::int32_t> node_by_event_;
  std::vector<std::uint32_t> newest_only_events_;  // that access an object
  std::vector<std::uint32_t> writers_;             // nodes, sorted by chain and place
  std::vector<WriterRange> ranges_;                // by chain
  Stamp next_stamp_ = 1;
};

// Whether the clock includes the event.
[[nodiscard]] inline bool has_seen(ClockView clock, const Slot& slot) {
  return clock[index(slot.thread)] > slot.index;
}

inline void join_clock(Clock& into, ClockView other) {
  for (std::size_t t = 0; t < into.size(); ++t) into[t] = std::max(into[t], other[t]);
}

}  // namespace mcheck::trust
