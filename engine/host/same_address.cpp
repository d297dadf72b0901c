// SPDX-License-Identifier: MIT
#include "engine/host/same_address.hpp"

#include <map>
#include <span>
#include <vector>

namespace mcheck {
namespace {

// A block that was freed and allocated again.
struct HadAgain {
  Word address = 0;
  std::size_t freed = 0;
  std::size_t had = 0;
};

// Pools hold freed blocks by address; an allocation says which of them it takes.
std::vector<HadAgain> blocks_had_again(std::span<const Event> events) {
  std::map<ObjectId, std::map<Word, std::size_t>> pools;
  for (const Event& event : events) {
    if (fails_by_choice(event.operation)) pools[event.operation.object];
  }
  std::vector<HadAgain> found;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const auto pool = pools.find(events[i].operation.object);
    if (pool == pools.end()) continue;
    if (events[i].operation.kind == Kind::kRelease) pool->second[events[i].operation.b] = i;
    if (!fails_by_choice(events[i].operation) || events[i].result == 0) continue;
    auto block = pool->second.begin();
    for (Word n = 1; n < events[i].result; ++n) ++block;
    found.push_back({.address = block->first, .freed = block->second, .had = i});
    pool->second.erase(block);
  }
  return found;
}

bool is_told(const Event& event, Word word) {
  const Kind kind = event.operation.kind;
  const bool tells = kind == Kind::kLoad || kind == Kind::kFetch || kind == Kind::kCompareExchange;
  return tells && event.result == word;
}

// The last event before `end` in which the thread observed that word.
std::optional<std::size_t> last_told(std::span<const Event> events, const Event& of,
                                     std::size_t end) {
  for (std::size_t i = end; i-- > 0;) {
    if (events[i].thread == of.thread && is_told(events[i], of.operation.a)) return i;
  }
  return std::nullopt;
}

}  // namespace

std::optional<SameAddress> same_address(const Execution& execution) {
  const std::span<const Event> events = execution.events();
  const std::vector<HadAgain> again = blocks_had_again(events);
  if (again.empty()) return std::nullopt;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Event& event = events[i];
    if (event.operation.kind != Kind::kCompareExchange || event.failed) continue;
    const std::optional<std::size_t> read = last_told(events, event, i);
    if (!read) continue;
    for (const HadAgain& block : again) {
      const bool between = *read < block.freed && block.had < i;
      if (!between || block.address != event.operation.a) continue;
      return SameAddress{.read = *read, .freed = block.freed, .had = block.had, .exchange = i};
    }
  }
  return std::nullopt;
}

}  // namespace mcheck
