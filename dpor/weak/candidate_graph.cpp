// SPDX-License-Identifier: MIT
#include "dpor/weak/candidate_graph.hpp"

#include <algorithm>

#include "engine/search/weak_memory/weak_memory.hpp"
#include "engine/trace/order/sequential_order.hpp"

namespace mcheck::trust {

void CandidateGraph::clear() { kept_.assign(graph_.nodes().size(), 0); }

std::uint32_t CandidateGraph::newer_than(std::uint32_t chain, std::uint32_t place) const {
  std::uint32_t count = 0;
  for (const std::uint32_t writer : graph_.writers(chain)) {
    count += keeps(writer) && graph_.nodes()[writer].place > place ? 1 : 0;
  }
  return count;
}

bool CandidateGraph::knows_newer(std::uint32_t chain, std::uint32_t place,
                                 std::span<const std::uint32_t> clock) const {
  const std::span<const WeakNode> nodes = graph_.nodes();
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const WeakNode& node = nodes[i];
    if (node.chain != chain || !keeps(i) || !has_seen(clock, node.slot)) continue;
    if (node.writes && node.place > place) return true;
    if (node.reads && node.read_place > place) return true;
  }
  return false;
}

// Events that are no choices are kept with the choices that they lead to.
bool CandidateGraph::has_sequential_order(std::span<const AddedEvent> added) const {
  if (!graph_.has_seq_cst()) return true;
  const std::span<const Event> all = graph_.execution().events();
  Clock limit(graph_.width(), 0);
  for (std::size_t i = 0; i < graph_.nodes().size(); ++i) {
    if (keeps(i)) join_clock(limit, graph_.causes(graph_.nodes()[i].event));
  }
  for (const AddedEvent& event : added) {
    std::uint32_t& last = limit[index(event.slot.thread)];
    last = std::max(last, event.slot.index);
  }
  std::vector<Event> events;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::int32_t node = graph_.node_of_event(static_cast<std::uint32_t>(i));
    const bool is_kept = all[i].eager ? limit[index(all[i].thread)] > all[i].index
                                      : keeps(static_cast<std::size_t>(node));
    if (is_kept) events.push_back(all[i]);
  }
  std::vector<std::uint32_t> places(graph_.places().begin(), graph_.places().end());
  for (const AddedEvent& event : added) {
    events.push_back(
        {.operation = *event.operation,
         .thread = event.slot.thread,
         .failed = event.failed,
         .index = event.slot.index,
         .version_before = event.version,
         .version_after = event.writes ? static_cast<std::uint32_t>(places.size()) : kNone});
    if (event.writes) places.push_back(event.place);
  }
  if (std::ranges::count_if(events, is_seq_cst) < 2) return true;
  return mcheck::has_sequential_order({.events = events, .places = places});
}

void CandidateGraph::begin_steps() { places_.assign(graph_.places().size(), {}); }

// A label of a weak operation says how many newer versions there are at that point.
void CandidateGraph::add_steps(TaskStack& out, std::span<const std::uint8_t> chosen, bool inside) {
  const std::span<const WeakNode> nodes = graph_.nodes();
  const std::span<const TaskStep> steps = graph_.steps();
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (!keeps(i) || (!chosen.empty() && (chosen[i] != 0) != inside)) continue;
    const WeakNode& node = nodes[i];
    TaskStep step = steps[i];
    if (node.is_weak) {
      const std::uint32_t place = node.reads ? node.read_place : node.place;
      const auto newer = std::ranges::count_if(places_[node.chain],
                                               [&](std::uint32_t other) { return other > place; });
      step.label = weak_way(static_cast<std::uint32_t>(newer), outcome_of_way(step.label));
    }
    if (node.writes) places_[node.chain].push_back(node.place);
    if (step.label == steps[i].label) {
      out.keep_steps(i, 1);
    } else {
      out.add(step);
    }
  }
}

}  // namespace mcheck::trust
