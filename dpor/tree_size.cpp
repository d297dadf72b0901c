// SPDX-License-Identifier: MIT
#include "dpor/tree_size.hpp"

#include <algorithm>

namespace mcheck {

inline TreeSize::Seen& TreeSize::seen(Kind kind) {
  if (kind >= kinds_.size()) kinds_.resize(kind + 1);
  return kinds_[kind];
}

void TreeSize::enter(Kind kind, std::uint64_t waiting) {
  // Fewer nodes are pending than when it was entered: its tree is complete.
  while (!open_.empty() && open_.back().waiting > waiting) {
    const Open& done = open_.back();
    if (forgotten_ <= done.waiting) {
      Seen& of = seen(done.kind);
      ++of.whole;
      of.whole_size += counted_ - done.counted_before;
    }
    open_.pop_back();
  }
  open_.push_back({.kind = kind, .waiting = waiting, .counted_before = counted_});
  entered_ = kind;
  seen(kind).met = true;
  is_current_ = false;
}

void TreeSize::leave(bool counts, std::span<const Kind> children) {
  for (const Kind child : children) seen(child).met = true;
  Seen& of = seen(entered_);
  ++of.nodes;
  if (counts) {
    ++of.counted;
    ++counted_;
  }
  add_children(of, children);
  is_current_ = false;
}

void TreeSize::add_children(Seen& of, std::span<const Kind> children) {
  auto known = of.children.end();
  for (const Kind child : children) {
    const bool again = known != of.children.end() && known->kind == child;  // the usual case
    if (!again) known = std::ranges::find(of.children, child, &Children::kind);
    if (known == of.children.end()) {
      of.children.push_back({.kind = child, .count = 1});
      known = of.children.end() - 1;
    } else {
      ++known->count;
    }
  }
}

double TreeSize::below(Kind kind) const {
  if (!is_current_) estimate();
  return kind < below_.size() ? below_[kind] : 1;
}

// From the largest kind to the smallest; twice, because sizes of edges back to smaller kinds are
// known in the second pass only.
void TreeSize::estimate() const {
  std::vector<double> leading_back;
  for (int times = 0; times < 2; ++times) {
    below_.assign(kinds_.size(), 1);
    for (std::size_t kind = kinds_.size(); kind-- > 0;) {
      if (kinds_[kind].met) below_[kind] = estimate_of(static_cast<Kind>(kind), leading_back);
    }
    leading_back = below_;
  }
  is_current_ = true;
}

double TreeSize::estimate_of(Kind kind, std::span<const double> leading_back) const {
  const Seen& own = kinds_[kind];
  const std::size_t pair = kind ^ 1U;
  const bool alike = own.nodes == 0 && pair < kinds_.size() && kinds_[pair].nodes > 0;
  const Seen& of = alike ? kinds_[pair] : own;
  if (of.nodes == 0) return below_unseen(kind);
  const auto nodes = static_cast<double>(of.nodes);
  const double size =
      (static_cast<double>(of.counted) + below_children(of, 0, kind, leading_back)) / nodes;
  if (own.whole == 0) return size;
  return (size + static_cast<double>(own.whole_size) / static_cast<double>(own.whole)) / 2;
}

// Counts only children from a kind on.
double TreeSize::below_children(const Seen& of, Kind from, Kind parent,
                                std::span<const double> leading_back) const {
  double size = 0;
  for (const Children& children : of.children) {
    if (children.kind < from) continue;
    const bool back = children.kind <= parent;
    if (back && leading_back.empty()) continue;
    size += static_cast<double>(children.count) *
            (back ? leading_back[children.kind] : below_[children.kind]);
  }
  return size;
}

double TreeSize::below_unseen(Kind kind) const {
  const Kind first_of_next_pair = (kind | 1U) + 1;
  for (Kind first = kind & ~1U; first >= 2;) {
    first -= 2;
    const std::uint64_t nodes = kinds_[first].nodes + kinds_[first + 1].nodes;
    if (nodes == 0) continue;
    double size = 0;
    for (const Kind smaller : {first, first + 1}) {
      size += below_children(kinds_[smaller], first_of_next_pair, kind, {});
    }
    return 1 + size / static_cast<double>(nodes);
  }
  return 1;
}

}  // namespace mcheck
