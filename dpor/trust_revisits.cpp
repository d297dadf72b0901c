// SPDX-License-Identifier: MIT
// Revisits: see trust_children.hpp for the idea, trust.hpp for the argument.
#include <algorithm>

#include "dpor/trust_children.hpp"
#include "dpor/trust_step.hpp"

namespace mcheck::trust {

inline void Children::find_prefix(const Candidate& it, const Way& way) {
  std::uint32_t source = kNone;
  if (way.version != kFirstVersion) {
    source = graph_.nodes()[static_cast<std::size_t>(way.version)].event;
  }
  graph_.join_causes(prefix_, it.causes, source);
  if (way.exists) prefix_.add(static_cast<std::size_t>(it.node));
}

// Whoever has written over the version since is taken out again, or revisited itself: nobody can be
// who cannot go, and what is revisited was there before all others of them.
void Children::revisits(const Candidate& it, const Way& way) {
  const std::span<const Node> nodes = graph_.nodes();
  const std::span<const TaskStep> steps = graph_.steps();
  const std::int32_t last =
      it.node >= 0 ? nodes[static_cast<std::size_t>(it.node)].before : graph_.last_on(it.chain);
  if (last == way.version) return;
  find_prefix(it, way);
  Stamp oldest = ~Stamp{0};
  for (std::int32_t number = last; number != way.version;) {
    const auto f = static_cast<std::size_t>(number);
    number = nodes[f].before;
    if (!nodes[f].writes) continue;
    if (prefix_.has(f) || !can_go(f)) return;
    oldest = std::min(oldest, steps[f].read);
  }
  for (std::int32_t number = last; number != way.version;) {
    const auto f = static_cast<std::size_t>(number);
    number = nodes[f].before;
    if (!prefix_.has(f) && steps[f].read <= oldest) revisit(it, way, f);
  }
}

inline void Children::revisit(const Candidate& it, const Way& way, std::size_t revisited) {
  if (!find_kept(it, way, revisited)) return;
  const Node& f = graph_.nodes()[revisited];
  const Stamp read = graph_.steps()[revisited].read;
  const Operation& operation = graph_.event(f).operation;
  const Execution& execution = graph_.execution();
  const std::uint32_t ways = ways_in(execution, operation, f.slot.thread, *way.next);
  if (ways == 0) {  // it waits now, until a later version lets it go on
    push_kept(it, way, read);
    out_.add(Pin{read, f.slot, it.slot});
    return;
  }
  for (std::uint32_t w = 0; w < ways; ++w) {
    push_kept(it, way, read);
    out_.expect_new_write();
    out_.add(step_for(move_in(execution, operation, f.slot.thread, *way.next, w), read));
  }
}

// A task of what is kept and the new event, for a revisit of what was read with that stamp.
inline void Children::push_kept(const Candidate& it, const Way& way, Stamp revisited) {
  const std::span<const TaskStep> steps = graph_.steps();
  out_.push();
  out_.add_some(it.size, [&](TaskStep* to) {
    kept_.each([&](std::size_t i) { *to++ = steps[i]; });
    return to;
  });
  TaskStep step = step_for(way.move, it.read, it.write);
  step.frozen = true;
  out_.add(step);
  for (const Pin& pin : graph_.pins()) {
    if (pin.stamp <= revisited) out_.add(pin);
  }
}

// Fills kept_ with what stays besides the new event and the revisited one; false if the child has
// another parent, or is no graph.
inline bool Children::find_kept(const Candidate& it, const Way& way, std::size_t revisited) {
  const std::span<const Node> nodes = graph_.nodes();
  const std::span<const TaskStep> steps = graph_.steps();
  const Stamp from = steps[revisited].read;
  kept_.fill(it.size);
  if (way.exists) kept_.remove(static_cast<std::size_t>(it.node));
  return kept_.each_besides(prefix_, [&](std::size_t i) {
    const TaskStep& step = steps[i];
    const bool goes = i == revisited || step.read > from;
    if (nodes[i].writes && step.write > from) {
      if (!goes || !deleted_write_comes_back(it, i)) return false;
    }
    if (!goes) return true;
    kept_.remove(i);
    return deleted_read_comes_back(it, i);
  });
}

// Whether the node's version was there when something with that stamp was added, or leads to the
// new event and so would have been.
inline bool Children::was_there(const Candidate& it, std::int32_t number, Stamp when) const {
  const auto place = static_cast<std::size_t>(number);
  return number != it.node && (graph_.steps()[place].write < when || prefix_.has(place));
}

inline bool Children::newer_was_there(const Candidate& it, std::uint32_t chain,
                                      std::int32_t version, std::int32_t except, Stamp when) const {
  std::int32_t newer = graph_.writer_after(chain, version);
  for (; newer >= 0 && static_cast<std::size_t>(newer) < it.size;
       newer = graph_.writer_after(chain, newer)) {
    if (newer != except && was_there(it, newer, when)) return true;
  }
  return false;
}

inline bool Children::deleted_write_comes_back(const Candidate& it, std::size_t number) const {
  if (!can_go(number)) return false;
  return !newer_was_there(it, graph_.nodes()[number].chain, static_cast<std::int32_t>(number), -1,
                          graph_.steps()[number].write);
}

inline bool Children::deleted_read_comes_back(const Candidate& it, std::size_t number) const {
  const Node& node = graph_.nodes()[number];
  const Stamp read = graph_.steps()[number].read;
  if (!node.is_default) return false;
  if (node.chain == kNoObjectChain) return true;
  if (node.source != kFirstVersion && !was_there(it, node.source, read)) return false;
  return !newer_was_there(it, node.chain, node.source, static_cast<std::int32_t>(number), read);
}

}  // namespace mcheck::trust
