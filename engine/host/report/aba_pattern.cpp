// SPDX-License-Identifier: MIT
#include "engine/host/report/aba_pattern.hpp"

#include <map>
#include <span>
#include <vector>

namespace mcheck {
namespace {

// A block that was freed and allocated again.
struct ReusedBlock {
  Word address = 0;
  std::size_t freed = 0;
  std::size_t reallocated = 0;
};

// Pools hold freed blocks by address; an allocation says which of them it takes.
std::vector<ReusedBlock> reused_blocks(std::span<const Event> events) {
  std::map<ObjectId, std::map<Word, std::size_t>> pools;
  for (const Event& event : events) {
    if (fails_by_choice(event.operation)) pools[event.operation.object];
  }
  std::vector<ReusedBlock> found;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const auto pool = pools.find(events[i].operation.object);
    if (pool == pools.end()) continue;
    if (events[i].operation.kind == Kind::kRelease) pool->second[events[i].operation.b] = i;
    if (!fails_by_choice(events[i].operation) || events[i].result == 0) continue;
    auto block = pool->second.begin();
    for (Word n = 1; n < events[i].result; ++n) ++block;
    found.push_back({.address = block->first, .freed = block->second, .reallocated = i});
    pool->second.erase(block);
  }
  return found;
}

bool observes(const Event& event, Word word) {
  const Kind kind = event.operation.kind;
  const bool reads = kind == Kind::kLoad || kind == Kind::kFetch || kind == Kind::kCompareExchange;
  return reads && event.result == word;
}

// The last event before `end` in which the thread observed that word.
std::optional<std::size_t> last_observation(std::span<const Event> events, const Event& of,
                                            std::size_t end) {
  for (std::size_t i = end; i-- > 0;) {
    if (events[i].thread == of.thread && observes(events[i], of.operation.a)) return i;
  }
  return std::nullopt;
}

}  // namespace

std::optional<AbaPattern> find_aba(const Execution& execution) {
  const std::span<const Event> events = execution.events();
  const std::vector<ReusedBlock> reused = reused_blocks(events);
  if (reused.empty()) return std::nullopt;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Event& event = events[i];
    if (event.operation.kind != Kind::kCompareExchange || event.failed) continue;
    const std::optional<std::size_t> read = last_observation(events, event, i);
    if (!read) continue;
    for (const ReusedBlock& block : reused) {
      const bool between = *read < block.freed && block.reallocated < i;
      if (!between || block.address != event.operation.a) continue;
      return AbaPattern{
          .read = *read, .freed = block.freed, .reallocated = block.reallocated, .exchange = i};
    }
  }
  return std::nullopt;
}

}  // namespace mcheck
