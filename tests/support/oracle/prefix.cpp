// SPDX-License-Identifier: MIT
#include "tests/support/oracle/prefix.hpp"

namespace table {
namespace {

std::uint64_t mixed(std::uint64_t word) {
  word ^= word >> 32;
  word *= 0xd6e8feb86659fd93u;
  word ^= word >> 29;
  word *= 0x9e3779b97f4a7c15u;
  return word ^ word >> 32;
}

// The index of the step in its thread is part of its clock.
ClassKey key_of(const OracleStep& step) {
  const auto clock = std::bit_cast<std::uint64_t>(step.clock.of);
  const std::uint64_t who =
      static_cast<std::uint64_t>(step.thread) << 32 | static_cast<std::uint32_t>(step.label);
  const std::uint64_t low = mixed(clock + mixed(who + 0x2545f4914f6cdd1du));
  return {.low = low, .high = mixed(low ^ mixed(clock ^ 0xa0761d6478bd642fu))};
}

}  // namespace

void Prefix::order(Clock& clock, const Effect& effect) {
  if (effect.object == kNothing) return;
  Used& used = used_[static_cast<std::size_t>(effect.object)];
  const bool commutes = effect.use == Use::kCommutes && relation_ == Relation::kCommuting;
  clock.join(used.changes);
  if (effect.use != Use::kReads) clock.join(used.reads);
  if (!commutes) clock.join(used.commutes);
  Clock& mine = effect.use == Use::kReads ? used.reads : commutes ? used.commutes : used.changes;
  mine.join(clock);
}

void Prefix::follow(const Edge& edge) {
  Clock& to = now_[edge.to];
  switch (edge.from) {
    case Edge::From::kThread: to.join(now_[edge.which]); break;
    case Edge::From::kObject: to.join(used_[edge.which].changes); break;
    case Edge::From::kNotify: to.join(notify_[edge.which]); break;
    case Edge::From::kFence: break;
  }
}

OracleStep Prefix::extend(int thread, int way, std::vector<Edge>& edges) {
  edges.clear();
  const Effect effect = machine_.step(thread, way, edges);
  Clock& now = now_[static_cast<std::size_t>(thread)];
  ++now.of[static_cast<std::size_t>(thread)];
  order(now, effect);
  const OracleStep step{.thread = thread,
                        .label = effect.label,
                        .object = effect.object,
                        .use = effect.use,
                        .clock = now};
  const ClassKey key = key_of(step);
  key_.low += key.low;
  key_.high += key.high;
  for (int t = 0; t < machine_.threads(); ++t) {
    if ((effect.woken & bit(t)) != 0) notify_[static_cast<std::size_t>(t)] = step.clock;
  }
  for (const Edge& edge : edges) follow(edge);
  return step;
}

}  // namespace table
