// SPDX-License-Identifier: MIT
// How large a tree is of which only a part has been seen, one node after the other, depth first.
//
// Idea     Nodes are of kinds, of which the caller knows one for each node before it looks into it.
//          Of the nodes seen of a kind one knows the mean number of children of each kind; so the
//          mean size below a kind is one and those below its children. Where trees below nodes of a
//          kind were seen in full their mean size is known, too: the mean of both is taken, because
//          the first forgets all but the kind, and the second is of one corner of the whole.
// Paper    [Che92] Chen: Heuristic sampling, a method for predicting the performance of tree
//          searching programs, SIAM J. Comput. 21(2), 1992: the kinds are its strata.
// Differs  Nodes are not drawn by lot but are those that the search comes to. Kinds need not grow
//          from parent to child: what leads back is followed once. A kind that was met and not seen
//          yet is taken for the other of its pair, or for what the nearest smaller kind would lead
//          to from there on.
// Costs    A few operations for each node and child; an estimate, those for each pair of kinds.
// Limits   No bounds on the error. tests/programs/estimate_test.cpp measures it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace mcheck {

class TreeSize {
 public:
  // Even and odd neighbours are a pair that is likely to be alike; larger kinds have less below.
  using Kind = std::uint32_t;

  // Goes on to a node, while so many others wait that are not below it.
  void enter(Kind kind, std::uint64_t waiting);
  // Of the node that was entered last: whether it counts, and its children.
  void leave(bool counts, std::span<const Kind> children);
  // What waits is no longer in order: what comes next need not be below the nodes entered so far.
  void disorder() { open_.clear(); }
  // So many of those that have waited longest are seen by somebody else.
  void forget_oldest(std::uint64_t waiting) { forgotten_ = waiting; }

  // How many nodes that count are to be expected in the tree below a node that waits, with itself.
  [[nodiscard]] double below(Kind kind) const;
  // Whether more than one of its kind was seen.
  [[nodiscard]] bool knows(Kind kind) const {
    return kind < kinds_.size() && kinds_[kind].nodes > 1;
  }
  [[nodiscard]] std::uint64_t counted() const { return counted_; }

 private:
  struct Children {
    Kind kind = 0;
    std::uint64_t count = 0;
  };

  struct Seen {
    bool met = false;
    std::uint64_t nodes = 0;
    std::uint64_t counted = 0;
    std::vector<Children> children;
    std::uint64_t whole = 0;  // trees below nodes of this kind that were seen in full
    std::uint64_t whole_size = 0;
  };

  // A node of which not all that is below was seen.
  struct Open {
    Kind kind = 0;
    std::uint64_t waiting = 0;
    std::uint64_t counted_before = 0;
  };

  Seen& seen(Kind kind);
  void add_children(Seen& of, std::span<const Kind> children);
  void estimate() const;
  [[nodiscard]] double estimate_of(Kind kind, std::span<const double> leading_back) const;
  [[nodiscard]] double below_children(const Seen& of, Kind from, Kind parent,
                                      std::span<const double> leading_back) const;
  [[nodiscard]] double below_unseen(Kind kind) const;

  std::vector<Seen> kinds_;
  std::vector<Open> open_;
  Kind entered_ = 0;
  std::uint64_t counted_ = 0;
  std::uint64_t forgotten_ = 0;
  mutable std::vector<double> below_;  // for each kind, as long as nothing more is seen
  mutable bool is_current_ = false;
};

}  // namespace mcheck
