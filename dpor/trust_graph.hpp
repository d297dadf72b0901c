// SPDX-License-Identifier: MIT
// The execution graph of a finished execution, as run-based TruSt looks at it: its events that are
// choices, in the order in which they ran, with versions and stamps. Read-only once built.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dpor/trust_task.hpp"
#include "engine/search/execution.hpp"
#include "engine/trace/happens_before.hpp"

namespace mcheck::trust {

inline constexpr std::int32_t kFirstVersion = -1;  // made by no event
inline constexpr std::uint32_t kNoObjectChain = kNone;

struct Node {
  std::uint32_t event = 0;  // in the execution's log
  Slot slot;
  Move move;
  std::uint32_t chain = kNoObjectChain;  // the object, by its first version
  std::int32_t source = kFirstVersion;   // the node whose version it read
  std::int32_t before = -1;              // the node before it on the same chain
  std::int32_t next_writer = -1;         // if it writes: who read that version and wrote the next
  Stamp read = kNoStamp;
  Stamp write = kNoStamp;
  Stamp first_reader = ~Stamp{0};  // if it writes: the smallest stamp of those that read it
  bool writes = false;
  bool is_default = true;  // of its outcomes, the default
  bool frozen = false;
};

class Graph {
 public:
  // The task's steps keep their stamps; all that came after is newer. The first `keep` steps are
  // the same as the last time.
  void build(const Execution& execution, const Task& task, std::size_t keep);

  [[nodiscard]] std::span<const Node> nodes() const { return nodes_; }
  [[nodiscard]] const Execution& execution() const { return *execution_; }
  [[nodiscard]] const Event& event(const Node& node) const {
    return execution_->events()[node.event];
  }
  [[nodiscard]] const HappensBefore& order() const { return order_; }
  [[nodiscard]] std::span<const Pin> pins() const { return task_->pins; }
  // A stamp newer than all.
  [[nodiscard]] Stamp fresh() const { return fresh_; }

  // The node that wrote the second version of a chain; -1 if there is none.
  [[nodiscard]] std::int32_t first_writer(std::uint32_t chain) const;
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
  [[nodiscard]] std::uint32_t chain_of(ObjectId object) const;
  // The node that wrote the object's newest version.
  [[nodiscard]] std::int32_t current_version(ObjectId object) const;
  // The last node on the object's chain; -1 if there is none.
  [[nodiscard]] std::int32_t last_on(std::uint32_t chain) const { return last_on_[chain]; }
  [[nodiscard]] std::int32_t node_of(Slot slot) const;

 private:
  void add(std::uint32_t event);
  void stamp(std::size_t step);
  void link(std::size_t node);

  const Execution* execution_ = nullptr;
  const Task* task_ = nullptr;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> roots_;         // by version: the first of its object
  std::vector<std::int32_t> first_writers_;  // by version, where it is a first one
  std::vector<std::int32_t> last_on_;        // by version, where it is a first one
  std::vector<std::int32_t> node_by_event_;
  HappensBefore order_{Relation::kStrict};
  Stamp fresh_ = 1;
};

}  // namespace mcheck::trust
