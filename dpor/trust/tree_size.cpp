// SPDX-License-Identifier: MIT
#include "dpor/trust/tree_size.hpp"

#include <algorithm>

namespace mcheck {

inline TreeSize::KindStatistics& TreeSize::statistics_of(Kind kind) {
  if (kind >= kinds_.size()) kinds_.resize(kind + 1);
  return kinds_[kind];
}

void TreeSize::enter(Kind kind, std::uint64_t pending) {
  // Fewer nodes are pending than when it was entered: its tree is complete.
  while (!open_nodes_.empty() && open_nodes_.back().pending > pending) {
    const OpenNode& done = open_nodes_.back();
    if (forgotten_pending_ <= done.pending) {
      KindStatistics& of = statistics_of(done.kind);
      ++of.complete_trees;
      of.complete_size += executions_ - done.executions_before;
    }
    open_nodes_.pop_back();
  }
  open_nodes_.push_back({.kind = kind, .pending = pending, .executions_before = executions_});
  entered_ = kind;
  statistics_of(kind).is_known = true;
  is_current_ = false;
}

void TreeSize::leave(bool is_execution_node, std::span<const Kind> children) {
  for (const Kind child : children) statistics_of(child).is_known = true;
  KindStatistics& of = statistics_of(entered_);
  ++of.nodes;
  if (is_execution_node) {
    ++of.executions;
    ++executions_;
  }
  add_children(of, children);
  is_current_ = false;
}

void TreeSize::add_children(KindStatistics& of, std::span<const Kind> children) {
  auto entry = of.children.end();
  for (const Kind child : children) {
    const bool again = entry != of.children.end() && entry->kind == child;  // the usual case
    if (!again) entry = std::ranges::find(of.children, child, &Children::kind);
    if (entry == of.children.end()) {
      of.children.push_back({.kind = child, .count = 1});
      entry = of.children.end() - 1;
    } else {
      ++entry->count;
    }
  }
}

double TreeSize::expected_below(Kind kind) const {
  if (!is_current_) estimate();
  return kind < sizes_.size() ? sizes_[kind] : 1;
}

// From the largest kind to the smallest; twice, because sizes of edges back to smaller kinds are
// known in the second pass only.
void TreeSize::estimate() const {
  std::vector<double> back_edge_sizes;
  for (int pass = 0; pass < 2; ++pass) {
    sizes_.assign(kinds_.size(), 1);
    for (std::size_t kind = kinds_.size(); kind-- > 0;) {
      if (kinds_[kind].is_known)
        sizes_[kind] = estimate_of(static_cast<Kind>(kind), back_edge_sizes);
    }
    back_edge_sizes = sizes_;
  }
  is_current_ = true;
}

double TreeSize::estimate_of(Kind kind, std::span<const double> back_edge_sizes) const {
  const KindStatistics& statistics = kinds_[kind];
  const std::size_t sibling = kind ^ 1U;
  const bool use_sibling =
      statistics.nodes == 0 && sibling < kinds_.size() && kinds_[sibling].nodes > 0;
  const KindStatistics& of = use_sibling ? kinds_[sibling] : statistics;
  if (of.nodes == 0) return size_below_unmeasured(kind);
  const auto nodes = static_cast<double>(of.nodes);
  const double size =
      (static_cast<double>(of.executions) + size_below_children(of, 0, kind, back_edge_sizes)) /
      nodes;
  if (statistics.complete_trees == 0) return size;
  return (size + static_cast<double>(statistics.complete_size) /
                     static_cast<double>(statistics.complete_trees)) /
         2;
}

// Counts only children from a kind on.
double TreeSize::size_below_children(const KindStatistics& of, Kind from, Kind parent,
                                     std::span<const double> back_edge_sizes) const {
  double size = 0;
  for (const Children& children : of.children) {
    if (children.kind < from) continue;
    const bool is_back_edge = children.kind <= parent;
    if (is_back_edge && back_edge_sizes.empty()) continue;
    size += static_cast<double>(children.count) *
            (is_back_edge ? back_edge_sizes[children.kind] : sizes_[children.kind]);
  }
  return size;
}

double TreeSize::size_below_unmeasured(Kind kind) const {
  const Kind first_of_next_pair = (kind | 1U) + 1;
  for (Kind first = kind & ~1U; first >= 2;) {
    first -= 2;
    const std::uint64_t nodes = kinds_[first].nodes + kinds_[first + 1].nodes;
    if (nodes == 0) continue;
    double size = 0;
    for (const Kind smaller : {first, first + 1}) {
      size += size_below_children(kinds_[smaller], first_of_next_pair, kind, {});
    }
    return 1 + size / static_cast<double>(nodes);
  }
  return 1;
}

}  // namespace mcheck
