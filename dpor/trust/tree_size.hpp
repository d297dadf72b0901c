// SPDX-License-Identifier: MIT
// Estimates the size of a tree of which only a part was visited, one node after the other, depth
// first.
//
// Idea     Nodes have kinds; the caller knows a node's kind before it visits the node. The visited
//          nodes of a kind give the mean number of children of each kind, so the mean size below a
//          kind is one plus the sizes below its children. Where trees below nodes of a kind were
//          visited completely their mean size is known, too. The estimate is the mean of both: the
//          first ignores everything but the kind, and the second comes from one corner of the tree.
// Paper    [Che92] Chen: Heuristic sampling, a method for predicting the performance of tree
//          searching programs, SIAM J. Comput. 21(2), 1992: the kinds are its strata.
// Differs  Nodes are not drawn at random but are those that the search visits. Kinds need not grow
//          from parent to child: an edge back to a smaller kind is followed once. A kind without a
//          visited node counts as its sibling, or by the children of the nearest smaller kind.
// Costs    A few operations for each node and child; an estimate takes that for each pair of kinds.
// Limits   No bounds on the error. tests/programs/search/estimate_test.cpp measures it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace mcheck {

class TreeSize {
 public:
  // An even kind and the next odd one are siblings, which are likely to be equal. Larger kinds have
  // smaller trees.
  using Kind = std::uint32_t;

  // Visits a node, while this many others are pending that are not below it.
  void enter(Kind kind, std::uint64_t pending);
  // Leaves the node entered last: whether it counts as an execution, and its children.
  void leave(bool is_execution_node, std::span<const Kind> children);
  // The pending nodes are no longer in order: the next need not be below the nodes entered so far.
  void reset_path() { open_nodes_.clear(); }
  // This many of the oldest pending nodes are visited by another process.
  void forget_oldest(std::uint64_t pending) { forgotten_pending_ = pending; }

  // The expected number of executions in the tree below a pending node, itself included.
  [[nodiscard]] double expected_below(Kind kind) const;
  // Whether more than one node of the kind was visited.
  [[nodiscard]] bool has_estimate(Kind kind) const {
    return kind < kinds_.size() && kinds_[kind].nodes > 1;
  }
  [[nodiscard]] std::uint64_t executions() const { return executions_; }

 private:
  struct Children {
    Kind kind = 0;
    std::uint64_t count = 0;
  };

  struct KindStatistics {
    bool is_known = false;
    std::uint64_t nodes = 0;
    std::uint64_t executions = 0;
    std::vector<Children> children;
    std::uint64_t complete_trees = 0;  // completely visited trees below nodes of this kind
    std::uint64_t complete_size = 0;
  };

  // A node whose tree is not completely visited.
  struct OpenNode {
    Kind kind = 0;
    std::uint64_t pending = 0;
    std::uint64_t executions_before = 0;
  };

  KindStatistics& statistics_of(Kind kind);
  void add_children(KindStatistics& of, std::span<const Kind> children);
  void estimate() const;
  [[nodiscard]] double estimate_of(Kind kind, std::span<const double> back_edge_sizes) const;
  [[nodiscard]] double size_below_children(const KindStatistics& of, Kind from, Kind parent,
                                           std::span<const double> back_edge_sizes) const;
  [[nodiscard]] double size_below_unmeasured(Kind kind) const;

  std::vector<KindStatistics> kinds_;
  std::vector<OpenNode> open_nodes_;
  Kind entered_ = 0;
  std::uint64_t executions_ = 0;
  std::uint64_t forgotten_pending_ = 0;
  mutable std::vector<double> sizes_;  // for each kind, until another node is visited
  mutable bool is_current_ = false;
};

}  // namespace mcheck
